/** Writes archives for download: tar.xz, and zip for Windows. */

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { Target } from '../executable/targets.ts';
import { type FileTree, type ReleaseWork, runTool, writeTar, writeTree } from './tools.ts';

/** Writes an archive with the files in one folder, which is named `stem`. Returns the file name. */
export async function writeArchive(
  work: Omit<ReleaseWork, 'facts'>,
  stem: string,
  target: Target,
  tree: FileTree,
): Promise<string> {
  const { folder, out, date } = work;
  if (target.system === 'windows') {
    await writeFile(join(out, `${stem}.zip`), await zipTree(stem, tree, work));
    return `${stem}.zip`;
  }
  await mkdir(join(folder, stem), { recursive: true });
  await writeTree(join(folder, stem), tree, date);
  await writeTar(join(folder, `${stem}.tar`), folder, [stem], date);
  // One thread, because the blocks of several threads depend on the machine, and so do the bytes.
  const filters = [...(target.cpu === 'x64' ? ['--x86'] : []), `--lzma2=preset=${work.effort}`];
  await runTool('xz', ['--threads=1', ...filters, `${stem}.tar`], { cwd: folder, date });
  await rename(join(folder, `${stem}.tar.xz`), join(out, `${stem}.tar.xz`));
  await rm(join(folder, stem), { recursive: true });
  return `${stem}.tar.xz`;
}

/** Zip has no time zone, so times are written in UTC. */
async function zipTree(
  stem: string,
  tree: FileTree,
  { date, effort }: Pick<ReleaseWork, 'date' | 'effort'>,
): Promise<Uint8Array> {
  const utc = new Date(date * 1000);
  const mtime = new Date(
    utc.getUTCFullYear(),
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
  );
  const files: Record<string, Uint8Array> = {};
  for (const [path, { text = '', from }] of Object.entries(tree)) {
    files[`${stem}/${path}`] = from === undefined ? new Uint8Array(Buffer.from(text)) : await readFile(from);
  }
  return zipSync(files, { mtime, level: effort as 0 });
}
