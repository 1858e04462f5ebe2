/**
 * Fills `build/release/`: `npm run release [-- --target NAME ... --out DIR --quick]`.
 * docs/releasing.md lists the steps that remain for the owner.
 */

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build/bundle-options.ts';
import { TARGETS } from './executable/targets.ts';
import { makeRelease } from './release/make-release.ts';
import { listMissingFields, type Manifest } from './release/release-facts.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    out: { type: 'string', default: 'build/release' },
    quick: { type: 'boolean' },
  },
});
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
await makeRelease({
  manifest,
  targets: values.target ?? Object.keys(TARGETS),
  out: resolve(root, values.out),
  effort: values.quick ? 0 : 9,
  say: (text) => process.stdout.write(`${text}\n`),
});
const missing = listMissingFields(manifest);
if (missing.length > 0)
  process.stderr.write(
    `release: no files for Homebrew, Scoop and winget, because package.json has no ${missing.join(', ')} (docs/releasing.md)\n`,
  );
