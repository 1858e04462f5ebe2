/** Whether a folder still is what these sources gave: `npm ci` builds, and `npm test` after it would do the same again. */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** All that a build is made of; of packages, which version is installed. */
const SOURCES = ['src', 'scripts', 'package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];

async function filesAt(path: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch {
    // A file, or nothing, which is found out when it is read.
    return [path];
  }
}

/** Of the sources and of what was built, so that whatever is touched on either side shows. */
async function digestOf(root: string, out: string): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const place of [...SOURCES.map((name) => join(root, name)), out])
    for (const file of (await filesAt(place)).toSorted()) {
      const bytes = await readFile(file).catch(() => 'not there');
      hash.update(`\0${file}\0${bytes.length}\0`).update(bytes);
    }
  return hash.digest('hex');
}

const recordOf = (root: string): string => join(root, 'node_modules/.cache/toile/built');

export async function isFresh(root: string, out: string): Promise<boolean> {
  const known = await readFile(recordOf(root), 'utf8').catch(() => undefined);
  return known !== undefined && known === (await digestOf(root, out));
}

/** To be called right after a build. */
export async function keepFresh(root: string, out: string): Promise<void> {
  const digest = await digestOf(root, out);
  await mkdir(dirname(recordOf(root)), { recursive: true });
  await writeFile(recordOf(root), digest);
}
