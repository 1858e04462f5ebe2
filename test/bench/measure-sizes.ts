/** Measures the files that users install against their limits. Bytes are the same on every machine. */

import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buildExecutable } from '../../scripts/executable/build.ts';
import { runtimeOf } from '../../scripts/executable/platform-packages.ts';
import { OWN, targetNamed } from '../../scripts/executable/targets.ts';
import { writeArchive } from '../../scripts/release/archives.ts';
import { CEILINGS } from '../../scripts/release/ceilings.ts';
import { archiveTree, noticesOf } from '../../scripts/release/contents.ts';
import { packForNpm } from '../../scripts/release/npm-package.ts';

/** The size of a file that users install. */
export interface Size {
  readonly what: string;
  readonly bytes: number;
  readonly ceiling: number;
}

/** Builds each file as a release does. Leaves out the executable when its runtime cannot be installed. */
export async function measureSizes(folder: string, version: string): Promise<readonly Size[]> {
  const place = join(folder, 'sizes');
  await mkdir(place);
  const npm = await packForNpm(place, place, 0);
  const own = { what: 'npm package', bytes: npm.size, ceiling: CEILINGS.npm };
  if (!(await runtimeOf(targetNamed(OWN)).catch(() => undefined))) return [own];
  const program = join(place, 'toile');
  const metafile = await buildExecutable(OWN, program, version);
  const target = targetNamed(OWN);
  const tree = archiveTree(program, target, version, await noticesOf(target, metafile));
  const making = { out: place, place, date: 0, effort: 9 };
  const archive = join(place, await writeArchive(making, `toile-${OWN}`, target, tree));
  const [raw, packed] = await Promise.all([stat(program), stat(archive)]);
  return [
    { what: 'executable on disk', bytes: raw.size, ceiling: CEILINGS.program },
    { what: 'its archive', bytes: packed.size, ceiling: CEILINGS.archive },
    own,
  ];
}
