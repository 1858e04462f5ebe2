/**
 * Runs a program that is written in TypeScript, which the oldest supported Node does not: `node scripts/run.mjs FILE`.
 * It is bundled first, beside the packages it names. Everything else is TypeScript; this is checked all the same.
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
// The program sees itself as if it had been started by its name.
process.argv.splice(1, 2, source);
process.setSourceMapsEnabled(true);
try {
  await import(pathToFileURL(outfile).href);
} finally {
  await rm(outfile, { force: true });
}

/**
 * Each file looks for others from where it stands, not from where the bundle does.
 * @param {import('esbuild').PluginBuild} build
 */
function ownPlace({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const place = JSON.stringify(pathToFileURL(path).href);
    return { contents: `const ownPlace = ${place}; ${await readFile(path, 'utf8')}`, loader: 'ts' };
  });
}
