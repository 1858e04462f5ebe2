/**
 * Runs a TypeScript program, because the oldest supported Node cannot: `node scripts/run.mjs FILE`. The program is
 * bundled first, without its packages. This file is JavaScript, and it is type-checked like the rest.
 */
// @ts-check

import { readFile, rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const source = resolve(process.argv[2] ?? '');
const outfile = fileURLToPath(
  new URL(`../node_modules/.cache/toile/${basename(source)}-${process.pid}.mjs`, import.meta.url),
);

await build({
  entryPoints: [source],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.18',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
  define: { 'import.meta.url': 'ownPlace' },
  plugins: [{ name: 'own-place', setup: ownPlace }],
});
// The program sees its own name as the started file.
process.argv.splice(1, 2, source);
process.setSourceMapsEnabled(true);
try {
  await import(pathToFileURL(outfile).href);
} finally {
  await rm(outfile, { force: true });
}

/**
 * Resolves imports of files relative to the file, not to the bundle.
 * @param {import('esbuild').PluginBuild} build
 */
function ownPlace({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const place = JSON.stringify(pathToFileURL(path).href);
    return { contents: `const ownPlace = ${place}; ${await readFile(path, 'utf8')}`, loader: 'ts' };
  });
}
