/** Writes archives for download: tar.xz, and zip for Windows. */

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { Target } from '../executable/targets.ts';
import { lay, type Making, type Tree, tar, tool } from './tools.ts';

export const archiveName = (stem: string, { system }: Target): string =>
  `${stem}.${system === 'windows' ? 'zip' : 'tar.xz'}`;

/** Writes one archive with everything in a folder of its name. Returns the file name. */
export async function writeArchive(
  making: Making,
  stem: string,
  target: Target,
  tree: Tree,
): Promise<string> {
  const name = archiveName(stem, target);
  const { place, date } = making;
  if (target.system === 'windows') await writeFile(join(making.out, name), await zipped(stem, tree, making));
  else {
    await mkdir(join(place, stem), { recursive: true });
    await lay(join(place, stem), tree, date);
    await tar(join(place, `${stem}.tar`), place, [stem], date);
    // One thread, because the blocks of several threads depend on the machine, and so do the bytes.
    const filters = [...(target.cpu === 'x64' ? ['--x86'] : []), `--lzma2=preset=${making.effort}`];
    await tool('xz', ['--threads=1', ...filters, `${stem}.tar`], { cwd: place, date });
    await rename(join(place, `${stem}.tar.xz`), join(making.out, name));
    await rm(join(place, stem), { recursive: true });
  }
  return name;
}

/** Zip has no time zone, so times are written in UTC. */
async function zipped(stem: string, tree: Tree, { date, effort }: Making): Promise<Uint8Array> {
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
