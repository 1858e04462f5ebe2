/**
 * Bundles a TypeScript program without its packages and runs it: `node scripts/run.mjs FILE`. The oldest supported Node
 * cannot run TypeScript. This file is JavaScript, and it is type-checked like the rest.
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
// The program finds its own path in `process.argv`, as if Node had started it directly.
process.argv.splice(1, 2, source);
process.setSourceMapsEnabled(true);
try {
  await import(pathToFileURL(outfile).href);
} finally {
  await rm(outfile, { force: true });
}

/**
 * Sets `import.meta.url` in each source file to the URL of that file instead of the bundle.
 * @param {import('esbuild').PluginBuild} build
 */
function ownPlace({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const place = JSON.stringify(pathToFileURL(path).href);
    return { contents: `const ownPlace = ${place}; ${await readFile(path, 'utf8')}`, loader: 'ts' };
  });
}
