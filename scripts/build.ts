/**
 * Builds `dist`: the program, its manual, and the client as one file with its types. `npm run build [-- --out DIR]`.
 * The same sources give the same bytes, so an up-to-date build is not repeated.
 */

import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { common, root } from './build/bundle-options.ts';
import { clientTypes } from './build/client-types.ts';
import { isFresh, keepFresh } from './build/fresh.ts';
import { buildProgram, type Manifest, PROGRAM } from './build/program.ts';
import { notices } from './notices.ts';
import { manual } from './table-texts.ts';

const CLIENT = 'src/service/client/index.ts';

/** Builds into this folder. */
export async function buildTo(out: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  // The work folder is next to the target, so that each file can be moved into place by one rename.
  await mkdir(dirname(out), { recursive: true });
  const older = await filesUnder(out);
  const fresh = await mkdtemp(join(dirname(out), '.dist-'));
  try {
    const [program] = await Promise.all([
      buildProgram(fresh, PROGRAM, manifest),
      writeManual(fresh, manual(manifest.version)),
      buildClient(fresh),
      declareClient(fresh),
    ]);
    await writeFile(join(fresh, 'THIRD-PARTY-NOTICES.txt'), await notices(root, program));
    await replace(out, fresh, older);
  } finally {
    // When one part fails, other parts may still be writing.
    await rm(fresh, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Writes the manual pages. `man toile` finds them after a global npm installation. */
async function writeManual(outdir: string, pages: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(join(outdir, 'man'), { recursive: true });
  for (const [name, text] of pages) await writeFile(join(outdir, 'man', name), text);
}

async function buildClient(outdir: string): Promise<void> {
  const { metafile } = await build({
    ...common,
    entryPoints: { client: CLIENT },
    outdir,
    write: true,
    platform: 'neutral',
    target: 'es2022',
    // Browsers load this file unchanged; people read its types.
    minify: true,
    // A stack names the class of an error.
    keepNames: true,
  });
  const strangers = Object.keys(metafile.inputs).filter((input) => !input.startsWith('src/service/client/'));
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  if (strangers.length > 0 || imports.length > 0) {
    throw new Error(
      `the client must stand alone, but takes in ${[...strangers, ...imports.map((i) => i.path)]}`,
    );
  }
}

/** Writes the types of the client, next to the file that they describe. */
async function declareClient(outdir: string): Promise<void> {
  const parts = join(outdir, 'parts');
  await writeFile(join(outdir, 'client.d.ts'), await clientTypes(root, CLIENT, parts));
  await rm(parts, { recursive: true });
}

/**
 * Moves a finished build over the one in use. Chunks have their digest in their name and are moved first, then the
 * entries that load them; files that nothing loads any more are removed last. A program that starts meanwhile finds
 * the complete old build or the complete new one. Files that appeared since this build began belong to another build
 * and stay.
 */
async function replace(out: string, fresh: string, older: readonly string[]): Promise<void> {
  const files = await filesUnder(fresh);
  const entriesLast = files.toSorted((a, b) => Number(isEntry(a)) - Number(isEntry(b)) || (a < b ? -1 : 1));
  for (const file of entriesLast) {
    const [next, present] = await Promise.all([
      readFile(join(fresh, file)),
      readFile(join(out, file)).catch(() => null),
    ]);
    if (present?.equals(next)) continue;
    await mkdir(dirname(join(out, file)), { recursive: true });
    await rename(join(fresh, file), join(out, file));
  }
  const kept = new Set(files);
  for (const file of older) if (!kept.has(file)) await rm(join(out, file), { force: true });
}

const isEntry = (file: string): boolean => !file.includes('/');

async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } });
  const out = resolve(root, values.out);
  if (!(await isFresh(root, out))) {
    await buildTo(out);
    await keepFresh(root, out);
  }
}
