/**
 * Writes npm-shrinkwrap.json beside package.json: of the lock what users install, so that they get the very versions
 * and digests that were tested. npm packs the file and obeys it. In the clone the lock itself says more, and npm would
 * take the shrinkwrap for it: `--remove` takes it away again, after packing.
 */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const clone = fileURLToPath(new URL('..', import.meta.url));

/** The packages of a lock that are there without `--include=dev`; throws for one without a digest. */
export function shrinkwrapOf(lock) {
  const packages = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.dev || entry.devOptional) continue;
    const { devDependencies: _, ...kept } = entry;
    if (path !== '' && !kept.integrity) throw new Error(`${path} has no digest in package-lock.json`);
    packages[path] = kept;
  }
  return { ...lock, packages };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { remove: { type: 'boolean' }, root: { type: 'string', default: clone } },
  });
  const target = join(resolve(values.root), 'npm-shrinkwrap.json');
  if (values.remove) await rm(target, { force: true });
  else {
    const lock = JSON.parse(await readFile(join(resolve(values.root), 'package-lock.json'), 'utf8'));
    await writeFile(target, `${JSON.stringify(shrinkwrapOf(lock), null, 2)}\n`);
  }
}
