/**
 * The package for npm, packed from a copy: a shrinkwrap beside the lock would be taken for it by whoever works there.
 */

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../build/bundle-options.ts';
import { writeShrinkwrap } from '../shrinkwrap.ts';
import { tool } from './tools.ts';

/** What npm says of what it packed. */
export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs what is built already. */
export async function packForNpm(place: string, out: string, date: number): Promise<Packed> {
  const copy = join(place, 'npm');
  await mkdir(copy, { recursive: true });
  // What only a clone needs stays there: npm warns of a script that would build what is built.
  const {
    scripts: _,
    devDependencies: __,
    ...manifest
  } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
    readonly scripts?: unknown;
    readonly devDependencies?: unknown;
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
