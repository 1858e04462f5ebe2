/** Records a build, so that `npm test` after `npm ci` does not build again. */

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles } from './list-files.ts';

/** The inputs of a build. A package counts by its installed version. */
const SOURCES = ['src', 'scripts', 'package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];

/** Computes a digest of the sources and of the build output. */
async function computeDigest(root: string, out: string): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const path of [...SOURCES.map((name) => join(root, name)), out]) {
    const files = await listFiles(path);
    // A path without files below it is a file, or is missing.
    for (const file of files.length > 0 ? files.map((name) => join(path, name)) : [path]) {
      const bytes = await readFile(file).catch(() => 'missing');
      hash.update(`\0${file}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}

const getRecordPath = (root: string): string => join(root, 'node_modules/.cache/toile/built');

/** Returns true if the sources and the folder `out` are as at the last build. */
export async function isBuildCurrent(root: string, out: string): Promise<boolean> {
  const recorded = await readFile(getRecordPath(root), 'utf8').catch(() => undefined);
  return recorded !== undefined && recorded === (await computeDigest(root, out));
}

/** Records the sources and the output of a build. Call it right after the build. */
export async function recordBuild(root: string, out: string): Promise<void> {
  const digest = await computeDigest(root, out);
  await mkdir(dirname(getRecordPath(root)), { recursive: true });
  await writeFile(getRecordPath(root), digest);
}
