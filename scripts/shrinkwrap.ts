/**
 * Prepares a clone for `npm pack`. Writes npm-shrinkwrap.json: the part of the lock that users install, so that they
 * get the tested versions and digests. Removes the script `prepare` from package.json, because npm warns about it when
 * it installs the package. `--remove` undoes both after packing: npm would use the shrinkwrap in the clone instead of
 * the complete lock.
 */

import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
function selectInstalledPackages(lock: Lock): Lock {
  const packages: Record<string, Entry> = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.dev || entry.devOptional) continue;
    const { devDependencies: _, ...installed } = entry;
    if (path !== '' && !installed.integrity) throw new Error(`${path} has no digest in package-lock.json`);
    packages[path] = installed;
  }
  return { ...lock, packages };
}

const getShrinkwrapPath = (root: string): string => join(root, 'npm-shrinkwrap.json');

/** Writes npm-shrinkwrap.json beside the package-lock.json of a folder. */
export const writeShrinkwrap = async (root: string): Promise<void> => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  await writeFile(getShrinkwrapPath(root), `${JSON.stringify(selectInstalledPackages(lock), null, 2)}\n`);
};

/** Copies package.json to `original` and removes its script `prepare`, unless an interrupted run has removed it. */
const removePrepareScript = async (manifest: string, original: string): Promise<void> => {
  const { scripts, ...members } = JSON.parse(await readFile(manifest, 'utf8')) as {
    scripts: Record<string, string>;
  };
  if (scripts.prepare === undefined) return;
  const { prepare: _, ...others } = scripts;
  await copyFile(manifest, original);
  await writeFile(`${manifest}.new`, `${JSON.stringify({ ...members, scripts: others }, null, 2)}\n`);
  await rename(`${manifest}.new`, manifest);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { values } = parseArgs({ options: { remove: { type: 'boolean' } } });
  const manifest = join(root, 'package.json');
  const original = join(root, 'node_modules/.cache/toile/package.json');
  if (values.remove) {
    await rm(getShrinkwrapPath(root), { force: true });
    if (existsSync(original)) await rename(original, manifest);
  } else {
    await writeShrinkwrap(root);
    await removePrepareScript(manifest, original);
  }
}
