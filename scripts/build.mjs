/**
 * Builds `dist`: the program as ES module chunks that load on first use, and the client as one file.
 * `node scripts/build.mjs [--out DIR]`. The same sources give the same bytes.
 */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { build } from 'esbuild';
import { notices } from './notices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** What the program is built from; a second entry shares its chunks with the first. */
const PROGRAM = { main: 'src/main/start.ts' };
const CLIENT = 'src/client/index.ts';

/** CommonJS parts ask for Node's own modules through `require`, which an ES module does not have. */
const REQUIRE = [
  "import { createRequire as requireFrom } from 'node:module';",
  'const require = requireFrom(import.meta.url);',
].join('');

/** Builds into a folder; a test may build another program the same way. */
export async function buildTo(out, entries = PROGRAM) {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  // Beside the target, so that every file can be moved into place by one rename.
  await mkdir(dirname(out), { recursive: true });
  const older = await filesUnder(out);
  const fresh = await mkdtemp(join(dirname(out), '.dist-'));
  try {
    const [program] = await Promise.all([
      buildProgram(fresh, entries, manifest),
      buildClient(fresh),
      declareClient(fresh),
    ]);
    refuseNamelessImports(program.metafile);
    await writeFile(join(fresh, 'THIRD-PARTY-NOTICES.txt'), await notices(root, program.metafile));
    await replace(out, fresh, older);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  write: true,
  metafile: true,
  // Names and lines stay: errors are shown by their class, and a trace through one endless line helps nobody.
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
};

function buildProgram(outdir, entryPoints, { version, dependencies = {} }) {
  return build({
    ...common,
    entryPoints,
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    platform: 'node',
    target: 'node20.18',
    // What package.json installs (native bindings) is loaded from there; all else is in the bundle.
    external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
    banner: { js: REQUIRE },
    define: { __TOILE_VERSION__: JSON.stringify(version) },
  });
}

/**
 * A CommonJS package that is loaded by `import()` arrives in a bundle as `default` alone: its named exports,
 * there when the sources run, would be undefined. A file that imports it statically can be loaded instead.
 */
function refuseNamelessImports({ inputs }) {
  for (const [importer, { imports }] of Object.entries(inputs)) {
    for (const { kind, path } of imports) {
      if (kind !== 'dynamic-import' || inputs[path]?.format !== 'cjs' || importer.includes('node_modules'))
        continue;
      throw new Error(
        `${importer} loads CommonJS by import(): load a file that imports it instead (${path})`,
      );
    }
  }
}

async function buildClient(outdir) {
  const { metafile } = await build({
    ...common,
    entryPoints: { client: CLIENT },
    outdir,
    platform: 'neutral',
    target: 'es2022',
    // People read this file, and bundle it themselves.
    minifySyntax: false,
  });
  const strangers = Object.keys(metafile.inputs).filter((input) => !input.startsWith('src/client/'));
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  if (strangers.length > 0 || imports.length > 0) {
    throw new Error(
      `the client must stand alone, but takes in ${[...strangers, ...imports.map((i) => i.path)]}`,
    );
  }
}

/** Types of the client: `client.d.ts` beside the file it describes, its parts in `client/`. */
async function declareClient(outdir) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const types = join(outdir, 'client');
  const options =
    '--declaration --emitDeclarationOnly --noEmit false --noCheck --skipLibCheck --target es2023';
  const modules =
    '--module nodenext --moduleResolution nodenext --rewriteRelativeImportExtensions --ignoreConfig';
  await run(
    process.execPath,
    [tsc, ...options.split(' '), ...modules.split(' '), '--rootDir', 'src/client', '--outDir', types, CLIENT],
    { cwd: root },
  );
  for (const file of await filesUnder(types)) {
    const text = await readFile(join(types, file), 'utf8');
    // tsc leaves `./x.ts` in declarations, which only a compiler that allows such imports would follow.
    await writeFile(
      join(types, file),
      text.replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'),
    );
  }
  await writeFile(join(outdir, 'client.d.ts'), "export * from './client/index.js';\n");
}

/**
 * Moves a finished build over the one in use. Chunks carry their digest in their name and come first, the
 * entries that name them after, and what is no longer named goes last: a program started meanwhile finds
 * all of the old build or all of the new one. What came since this build began is another build's, and stays.
 */
async function replace(out, fresh, older) {
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

const isEntry = (file) => !file.includes('/');

async function filesUnder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } });
  await buildTo(resolve(root, values.out));
}
