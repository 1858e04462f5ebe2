/**
 * Builds `dist`: the program, its manual, and the client as one file with its types. `npm run build [-- --out DIR]`.
 * The same sources give the same bytes, so an up-to-date build is not repeated.
 */

import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { renderManPages } from '../src/cli/help/man-pages.ts';
import { commandTable } from '../src/commands/command-table.ts';
import { buildProgram, ENTRY, type Manifest } from './build/build-program.ts';
import { isBuildCurrent, recordBuild } from './build/build-record.ts';
import { bundleClientTypes } from './build/bundle-client-types.ts';
import { BUNDLE_OPTIONS, root } from './build/bundle-options.ts';
import { collectNotices } from './build/collect-notices.ts';
import { listFiles } from './build/list-files.ts';

const CLIENT = 'src/service/client/index.ts';

/** Builds the program, its manual and the client into the folder `out`. */
export async function buildTo(out: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  // The temporary folder is next to the target, so that each file can be moved into place by one rename.
  await mkdir(dirname(out), { recursive: true });
  const oldFiles = await listFiles(out);
  const temporary = await mkdtemp(join(dirname(out), '.dist-'));
  try {
    const [program] = await Promise.all([
      buildProgram(temporary, ENTRY, manifest),
      writeManual(temporary, renderManPages(commandTable, manifest.version)),
      buildClient(temporary),
      writeClientTypes(temporary),
    ]);
    await writeFile(join(temporary, 'THIRD-PARTY-NOTICES.txt'), await collectNotices(root, program));
    await replaceBuild(out, temporary, oldFiles);
  } finally {
    // If one step failed, the others may still be writing, so the removal is repeated.
    await rm(temporary, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Writes the manual pages. `man toile` finds them after a global npm installation. */
async function writeManual(outdir: string, pages: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(join(outdir, 'man'), { recursive: true });
  for (const [name, text] of pages) await writeFile(join(outdir, 'man', name), text);
}

async function buildClient(outdir: string): Promise<void> {
  const { metafile } = await build({
    ...BUNDLE_OPTIONS,
    entryPoints: { client: CLIENT },
    outdir,
    write: true,
    platform: 'neutral',
    target: 'es2022',
    // Browsers load this file unchanged. People read the file with its types instead.
    minify: true,
    // Keeps the class names of errors in stack traces.
    keepNames: true,
  });
  const inputs = Object.keys(metafile.inputs).filter((path) => !path.startsWith(`${dirname(CLIENT)}/`));
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  const foreign = [...inputs, ...imports];
  if (foreign.length > 0)
    throw new Error(`src/service/client may import nothing from outside, but imports ${foreign.join(', ')}`);
}

/** Writes the types of the client. */
async function writeClientTypes(outdir: string): Promise<void> {
  const declarations = join(outdir, 'declarations');
  await writeFile(join(outdir, 'client.d.ts'), await bundleClientTypes(root, CLIENT, declarations));
  await rm(declarations, { recursive: true });
}

/**
 * Moves a finished build over the one in use. Chunks have their digest in their name and are moved first, then the
 * entries that load them; files that nothing loads any more are removed last. A program that starts meanwhile finds
 * the complete old build or the complete new one. Files that appeared since this build began belong to another build
 * and stay.
 */
async function replaceBuild(out: string, temporary: string, oldFiles: readonly string[]): Promise<void> {
  const files = await listFiles(temporary);
  const entriesLast = files.toSorted(
    (a, b) => Number(isEntryFile(a)) - Number(isEntryFile(b)) || (a < b ? -1 : 1),
  );
  for (const file of entriesLast) {
    const [next, present] = await Promise.all([
      readFile(join(temporary, file)),
      readFile(join(out, file)).catch(() => null),
    ]);
    if (present?.equals(next)) continue;
    await mkdir(dirname(join(out, file)), { recursive: true });
    await rename(join(temporary, file), join(out, file));
  }
  for (const file of oldFiles) if (!files.includes(file)) await rm(join(out, file), { force: true });
}

const isEntryFile = (file: string): boolean => !file.includes('/');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } });
  const out = resolve(root, values.out);
  if (!(await isBuildCurrent(root, out))) {
    await buildTo(out);
    await recordBuild(root, out);
  }
}
