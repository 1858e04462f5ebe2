/** Checks whether a build is up to date: `npm ci` builds, and `npm test` after it would build again. */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The inputs of a build. A package counts by its installed version. */
const SOURCES = ['src', 'scripts', 'package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];

async function filesAt(path: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch {
    // The path is a file or does not exist; reading it shows which.
    return [path];
  }
}

/** Computes a digest of the sources and of the build output, so that a change on either side is noticed. */
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

/** Records the digest. Call it right after a build. */
export async function keepFresh(root: string, out: string): Promise<void> {
  const digest = await digestOf(root, out);
  await mkdir(dirname(recordOf(root)), { recursive: true });
  await writeFile(recordOf(root), digest);
}
