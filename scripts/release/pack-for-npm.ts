/** Packs the npm package from a copy, because npm would use a shrinkwrap in the clone instead of the lock. */

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../build/bundle-options.ts';
import { writeShrinkwrap } from '../shrinkwrap.ts';
import { runTool } from './tools.ts';

/** The output of `npm pack`. */
export interface PackResult {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the existing build. */
export async function packForNpm(folder: string, out: string, date: number): Promise<PackResult> {
  const copy = join(folder, 'npm');
  await mkdir(copy, { recursive: true });
  // Members that only a clone needs are removed; npm would warn about the script `prepare`.
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
  const listed = manifest.files.filter((name) => name !== 'npm-shrinkwrap.json' && !name.includes('*'));
  const names = ['package-lock.json', 'LICENSE', 'README.md', 'docs', ...listed];
  for (const name of new Set(names)) await cp(join(root, name), join(copy, name), { recursive: true });
  await writeFile(join(copy, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeShrinkwrap(copy);
  const output = await runTool('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', out], {
    cwd: copy,
    date,
  });
  const [packed] = Object.values(JSON.parse(output) as Readonly<Record<string, PackResult>>);
  if (!packed) throw new Error('npm pack printed no package');
  return packed;
}
