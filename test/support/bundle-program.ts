import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles a TypeScript program into one file for the oldest supported Node; packages stay external. */
export const bundleProgram = async (entry: URL): Promise<string> => {
  // Inside node_modules, so that the bundle finds the packages it names.
  const folder = join(root, 'node_modules', '.cache', 'toile-test');
  mkdirSync(folder, { recursive: true });
  const source = fileURLToPath(entry);
  const outfile = join(folder, `${basename(source, '.ts')}-${process.pid}.mjs`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  });
  return outfile;
};
