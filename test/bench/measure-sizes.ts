/** Measures the files that users install against their limits. Bytes are the same on every machine. */

import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buildExecutable } from '../../scripts/executable/build-executable.ts';
import { installBun } from '../../scripts/executable/platform-packages.ts';
import { findTarget, OWN_TARGET } from '../../scripts/executable/targets.ts';
import { collectTargetNotices, listArchiveFiles } from '../../scripts/release/file-lists.ts';
import { packForNpm } from '../../scripts/release/pack-for-npm.ts';
import { SIZE_LIMITS } from '../../scripts/release/release-facts.ts';
import { writeArchive } from '../../scripts/release/write-archive.ts';

/** The size of a file that users install. */
export interface Size {
  readonly what: string;
  readonly bytes: number;
  readonly ceiling: number;
}

/** Builds each file as a release does. Leaves out the executable when its runtime cannot be installed. */
export async function measureSizes(folder: string, version: string): Promise<readonly Size[]> {
  const sizesFolder = join(folder, 'sizes');
  await mkdir(sizesFolder);
  const npmPackage = await packForNpm(sizesFolder, sizesFolder, 0);
  const npmSize = { what: 'npm package', bytes: npmPackage.size, ceiling: SIZE_LIMITS.npm };
  if (!(await installBun(findTarget(OWN_TARGET)).catch(() => undefined))) return [npmSize];
  const program = join(sizesFolder, 'toile');
  const metafile = await buildExecutable(OWN_TARGET, program, version);
  const target = findTarget(OWN_TARGET);
  const notices = await collectTargetNotices(target, metafile);
  const tree = listArchiveFiles({ file: program, target, notices }, version);
  const work = { out: sizesFolder, folder: sizesFolder, date: 0, effort: 9 };
  const archive = join(sizesFolder, await writeArchive(work, `toile-${OWN_TARGET}`, target, tree));
  const [programStat, archiveStat] = await Promise.all([stat(program), stat(archive)]);
  return [
    { what: 'executable on disk', bytes: programStat.size, ceiling: SIZE_LIMITS.program },
    { what: 'its archive', bytes: archiveStat.size, ceiling: SIZE_LIMITS.archive },
    npmSize,
  ];
}
