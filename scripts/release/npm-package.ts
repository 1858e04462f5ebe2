/**
 * Packs the npm package from a copy, because npm would use a shrinkwrap in the clone instead of the lock.
 */

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../build/bundle-options.ts';
import { writeShrinkwrap } from '../shrinkwrap.ts';
import { tool } from './tools.ts';

/** The output of `npm pack`. */
export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the existing build. */
export async function packForNpm(place: string, out: string, date: number): Promise<Packed> {
  const copy = join(place, 'npm');
  await mkdir(copy, { recursive: true });
  // What only a clone needs is removed: npm warns about a script that would build the program again.
  const {
    scripts: _,
    devDependencies: __,
    knip: ___,
    ...manifest
  } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
    readonly scripts?: unknown;
    readonly devDependencies?: unknown;
    readonly knip?: unknown;
  };
  const own = manifest.files.filter((name) => name !== 'npm-shrinkwrap.json' && !name.includes('*'));
  const parts = ['package-lock.json', 'LICENSE', 'README.md', 'docs', ...own];
  for (const part of new Set(parts)) await cp(join(root, part), join(copy, part), { recursive: true });
  await writeFile(join(copy, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeShrinkwrap(copy);
  const said = await tool('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', out], {
    cwd: copy,
    date,
  });
  const [packed] = Object.values(JSON.parse(said) as Readonly<Record<string, Packed>>);
  if (!packed) throw new Error('npm packed nothing');
  return packed;
}
