/**
 * Writes npm-shrinkwrap.json: the part of the lock that users install, so that they get the tested versions and
 * digests. npm packs the file and follows it. `--remove` deletes it after packing, because npm would otherwise use it
 * in the clone instead of the complete lock.
 */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

interface Lock {
  readonly packages: Readonly<Record<string, Entry>>;
}

interface Entry {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly integrity?: string;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Returns the packages of a lock that users install (without dev). Throws for one without a digest. */
function shrinkwrapOf(lock: Lock): Lock {
  const packages: Record<string, Entry> = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.dev || entry.devOptional) continue;
    const { devDependencies: _, ...kept } = entry;
    if (path !== '' && !kept.integrity) throw new Error(`${path} has no digest in package-lock.json`);
    packages[path] = kept;
  }
  return { ...lock, packages };
}

const shrinkwrap = (root: string): string => join(root, 'npm-shrinkwrap.json');

export const writeShrinkwrap = async (root: string): Promise<void> => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  await writeFile(shrinkwrap(root), `${JSON.stringify(shrinkwrapOf(lock), null, 2)}\n`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { values } = parseArgs({ options: { remove: { type: 'boolean' } } });
  if (values.remove) await rm(shrinkwrap(root), { force: true });
  else await writeShrinkwrap(root);
}
