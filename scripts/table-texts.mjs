/** The texts that are made from the command table, for scripts that write them to files. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const SOURCE = `
import { table } from './src/commands/table.ts';
import { completionFiles } from './src/help/completions/index.ts';
import { topics } from './src/help/index.ts';
import { KINDS } from './src/garment/trade-kinds.ts';
import { manPages } from './src/help/man.ts';
export const manual = (version) => manPages(table, version);
export { table };
export const completions = completionFiles(table, { topics, kinds: KINDS });
`;

/** Bundles the sources into a folder that goes again, and runs them. */
export async function textsFromTable(root) {
  const folder = await mkdtemp(join(tmpdir(), 'toile-texts-'));
  try {
    const outfile = join(folder, 'texts.mjs');
    await build({
      stdin: { contents: SOURCE, resolveDir: root, loader: 'ts' },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'warning',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
