/**
 * Builds `dist`: the program as chunks that load on first use, and the client as one file. The program is CommonJS,
 * which Node loads in less time than ES modules, file by file and Node's own modules included.
 * `node scripts/build.mjs [--out DIR]`. The same sources give the same bytes.
 */

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, transform } from 'esbuild';
import { clientTypes } from './client-types.mjs';
import { notices } from './notices.mjs';
import { textsFromTable } from './table-texts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the program is built from; a second entry shares its chunks with the first. */
const PROGRAM = { main: 'src/main/start.ts' };
const CLIENT = 'src/client/index.ts';
const TARGET = 'node20.18';

/** What another process asks of the program: each a file of its own that takes in all it needs. */
const APART = {
  'src/deps/completing.ts': 'completing',
  'src/deps/helping.ts': 'helping',
  'src/deps/keychain.ts': 'keychain',
  'src/deps/open-browser.ts': 'opening',
};

/** What almost every command needs is packed into one file with all that it imports. */
const HOT = 'src/main/process.ts';
/** Packed too, although the sources load it on first use. */
const ALWAYS = [
  'src/client/request.ts',
  'src/client/routes.ts',
  'src/json/lossless.ts',
  'src/account/keys/secret-file.ts',
  'src/account/credential.ts',
  'src/account/chosen-account.ts',
  'src/account/credential-chain.ts',
  'src/account/stored-account.ts',
  'src/account/accounts.ts',
  'src/system/folders.ts',
  'src/rate-limit/rate-limiter.ts',
  'src/transport/network.ts',
  'src/transport/retrying-fetch.ts',
];

/** Builds into a folder; a test may build another program the same way. */
export async function buildTo(out, entries = PROGRAM) {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  // Beside the target, so that every file can be moved into place by one rename.
  await mkdir(dirname(out), { recursive: true });
  const older = await filesUnder(out);
  const fresh = await mkdtemp(join(dirname(out), '.dist-'));
  try {
    const texts = await textsFromTable(root);
    const [program] = await Promise.all([
      buildProgram(fresh, entries, manifest, texts),
      writeManual(fresh, texts.manual(manifest.version)),
      buildClient(fresh),
      declareClient(fresh),
    ]);
    refuseNamelessImports(program);
    await writeFile(join(fresh, 'THIRD-PARTY-NOTICES.txt'), await notices(root, program));
    await replace(out, fresh, older);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  write: false,
  metafile: true,
  // Names and lines stay: errors are shown by their class, and a trace through one endless line helps nobody.
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
};

async function buildProgram(outdir, entryPoints, { version, dependencies = {} }, { table }) {
  const options = {
    ...common,
    outdir,
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    target: TARGET,
    // What package.json installs (native bindings) is loaded from there; all else is in the bundle.
    external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
    define: { __TOILE_VERSION__: JSON.stringify(version), 'import.meta.url': 'importMetaUrl' },
  };
  const [built, apart] = await Promise.all([
    build({
      ...options,
      entryPoints,
      chunkNames: 'chunks/[name]-[hash]',
      splitting: true,
      plugins: [leaveApart(), takeIn(ALWAYS), dataAsText()],
    }),
    build({
      ...options,
      entryPoints: Object.keys(APART).map((from) => ({ in: from, out: APART[from] })),
      plugins: [tableAsData(table)],
    }),
  ]);
  const files = await Promise.all(
    [...built.outputFiles, ...apart.outputFiles].map(async ({ path, text }) => ({
      path: relative(outdir, path).replaceAll('\\', '/'),
      text: await asCommonJs(text),
    })),
  );
  const loader = await buildLoader();
  for (const { path, text } of packed(files, chunksOf(built.metafile, outdir), loader)) {
    await mkdir(dirname(join(outdir, path)), { recursive: true });
    await writeFile(join(outdir, path), text);
  }
  return { inputs: { ...built.metafile.inputs, ...apart.metafile.inputs } };
}

/** What loads the packed file: a function of its own at the head of the entry. */
async function buildLoader() {
  const { outputFiles } = await build({
    ...common,
    entryPoints: ['scripts/load-compiled.mjs'],
    outdir: 'unwritten',
    platform: 'node',
    target: TARGET,
  });
  const text = lazily(await asCommonJs(outputFiles[0].text));
  return `const { loading } = ((module, exports) => {\n${LAZY}${text}return module.exports;\n})({ exports: {} });
const requireCompiled = loading(require, __dirname);
`;
}

/** Chunks are split as ES modules, which is all that the bundler can split, and rewritten one by one. */
async function asCommonJs(text) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    supported: { 'dynamic-import': false },
    minifySyntax: true,
  });
  const url = "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;\n";
  return code.includes('importMetaUrl') ? url + code : code;
}

/** The names of the chunk that is needed always and of all that it imports, in the order in which they are needed. */
function chunksOf({ outputs }, outdir) {
  const names = new Map(
    Object.keys(outputs).map((path) => [path, relative(outdir, resolve(root, path)).replaceAll('\\', '/')]),
  );
  const closure = (entry) => {
    const found = [];
    const visit = (path) => {
      if (outputs[path] === undefined || found.includes(names.get(path))) return;
      found.push(names.get(path));
      for (const { kind, path: to } of outputs[path].imports) if (kind === 'import-statement') visit(to);
    };
    visit(Object.keys(outputs).find((path) => outputs[path].entryPoint === entry));
    return found;
  };
  // What the entry itself imports stays outside: it would load the whole for it, even to say its version.
  const first = closure(PROGRAM.main);
  return closure(HOT).filter((name) => !first.includes(name));
}

/** The files with those chunks packed into one. What others take from them, they take from there. */
function packed(files, chunks, loader) {
  if (chunks.length === 0) return files;
  const taken = (text) =>
    text.replaceAll(/\brequire\("\.\/(?:chunks\/)?([^"/]+)"\)/g, (written, name) =>
      chunks.includes(`chunks/${name}`) ? `__part(${JSON.stringify(name)})` : written,
    );
  const parts = chunks.map((chunk) => {
    const { text } = files.find(({ path }) => path === chunk);
    return `${JSON.stringify(basename(chunk))}(exports, module) {\n${lazily(taken(text))}\n}`;
  });
  const hot = `const __parts = {\n${parts.join(',\n')}\n};\n${TAKING}`;
  const name = `chunks/always-${createHash('sha256').update(hot).digest('hex').slice(0, 8)}.cjs`;
  const rest = files.filter(({ path }) => !chunks.includes(path));
  return [
    { path: name, text: hot },
    ...rest.map(({ path, text }) => {
      if (Object.values(APART).includes(path.replace('.cjs', ''))) return { path, text: LAZY + lazily(text) };
      const whole = taken(text);
      if (path === 'main.cjs') {
        return {
          path,
          text: `${loader}const __part = (name) => requireCompiled("./${name}").part(name);\n${whole}`,
        };
      }
      return {
        path,
        text: whole === text ? text : `const __part = globalThis[Symbol.for('toile.part')];\n${whole}`,
      };
    }),
  ];
}

const LAZY = `const __lazy = (id) => {
  const get = (_, name) => (name === 'default' ? require(id) : require(id)[name]);
  return new Proxy({}, { get, has: (_, name) => name in require(id) });
};
`;

/** How one part of the packed file takes another; each runs once, when it is first asked for. */
const TAKING = `const __ran = new Map();
const __part = (name) => {
  const found = __ran.get(name);
  if (found) return found.exports;
  const module = { exports: {} };
  __ran.set(name, module);
  __parts[name](module.exports, module);
  return module.exports;
};
${LAZY}globalThis[Symbol.for('toile.part')] = __part;
module.exports = { part: __part };
`;

/** Modules of Node's that a part names at its top are loaded when something of them is used. */
const lazily = (text) =>
  text.replaceAll(
    /\b(\w+ = )(?:require|(?:\(0, \w+\.)?__toESM\)?\(require)\(("node:[\w/]+")\)\)?/g,
    (written, name, id) =>
      written.split(')').length === written.split('(').length ? `${name}__lazy(${id})` : written,
  );

/** Help needs of the commands only what is said of them: functions stand as `true`, and all that they use is left out. */
function tableAsData(table) {
  return {
    name: 'table-as-data',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/src\/commands\/table\.ts$/ }, () => {
        const data = JSON.stringify(table, (_, value) => (typeof value === 'function' ? true : value));
        return { contents: `export const table = ${data};`, loader: 'js' };
      }),
  };
}

/**
 * Data files go in as text that is parsed, which is shorter than the same as code, and quicker to load; `about` is for
 * who reads the sources.
 */
function dataAsText() {
  return {
    name: 'data-as-text',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/src\/.*\.json$/ }, async ({ path }) => {
        const data = JSON.parse(await readFile(path, 'utf8'), (key, value) =>
          key === 'about' ? undefined : value,
        );
        const text = JSON.stringify(data);
        return { contents: `export default JSON.parse(${JSON.stringify(text)});`, loader: 'js' };
      }),
  };
}

/** In the entry, files apart are loaded as such. */
function leaveApart() {
  return {
    name: 'leave-apart',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\.\/deps\// }, ({ path, importer }) => {
        if (relative(root, importer).replaceAll('\\', '/') !== PROGRAM.main) return undefined;
        const name = APART[relative(root, join(dirname(importer), path)).replaceAll('\\', '/')];
        return name && { path: `./${name}.cjs`, external: true };
      }),
  };
}

/** Modules that the sources load on first use and this build loads with whoever would: their `import()` is answered at once. */
function takeIn(modules) {
  return {
    name: 'take-in',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/src\/(deps|main)\/[^/]+\.ts$/ }, async ({ path }) => {
        const taken = [];
        const text = (await readFile(path, 'utf8')).replaceAll(
          /\bimport\('(\.[^']+)'\)/g,
          (written, specifier) => {
            if (!modules.includes(relative(root, join(dirname(path), specifier)).replaceAll('\\', '/')))
              return written;
            if (!taken.includes(specifier)) taken.push(specifier);
            return `Promise.resolve(taken${taken.indexOf(specifier)})`;
          },
        );
        const imports = taken.map((specifier, at) => `import * as taken${at} from '${specifier}';`);
        return { contents: [...imports, text].join('\n'), loader: 'ts' };
      }),
  };
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

/** `man toile` finds these where npm installs for everybody. */
async function writeManual(outdir, pages) {
  await mkdir(join(outdir, 'man'), { recursive: true });
  for (const [name, text] of pages) await writeFile(join(outdir, 'man', name), text);
}

async function buildClient(outdir) {
  const { metafile } = await build({
    ...common,
    entryPoints: { client: CLIENT },
    outdir,
    write: true,
    platform: 'neutral',
    target: 'es2022',
    // It is loaded by browsers as it is; its types are what people read.
    minify: true,
  });
  const strangers = Object.keys(metafile.inputs).filter((input) => !input.startsWith('src/client/'));
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  if (strangers.length > 0 || imports.length > 0) {
    throw new Error(
      `the client must stand alone, but takes in ${[...strangers, ...imports.map((i) => i.path)]}`,
    );
  }
}

/** Types of the client: one file beside the one that it describes. */
async function declareClient(outdir) {
  const parts = join(outdir, 'parts');
  await writeFile(join(outdir, 'client.d.ts'), await clientTypes(root, CLIENT, parts));
  await rm(parts, { recursive: true });
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
