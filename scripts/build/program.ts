/**
 * Builds the program as CommonJS chunks that load on first use. Node loads CommonJS faster than ES modules, its own
 * modules included.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, type Metafile, transform } from 'esbuild';
import { commandTable } from '../../src/commands/command-table.ts';
import { laidHelp } from '../table-texts.ts';
import { common, root } from './bundle-options.ts';
import { helpLaidOut } from './laid-help.ts';
import { type Built, LAZY, lazily, type PackedChunks, packChunks } from './packing.ts';
import { partsOfPackages } from './parts.ts';
import {
  dataAsText,
  enginePacked,
  indexCommands,
  leaveApart,
  refuseNamelessImports,
  tableAsData,
  takeIn,
} from './plugins.ts';

/** The entries of the program. A second entry shares its chunks with the first. */
export interface Entries {
  readonly main: string;
  readonly [name: string]: string;
}

export const PROGRAM: Entries = { main: 'src/cli/start.ts' };
const TARGET = 'node20.18';

/** The entries that run in other processes. Each is one complete file. */
const APART: Readonly<Record<string, string>> = {
  'src/cli/completion/complete-words.ts': 'completing',
  'src/cli/completion/stored-candidates.ts': 'completing-kept',
  'src/cli/help/find-quick-help.ts': 'helping',
  'src/auth/keys/answer-keychain-request.ts': 'keychain',
  'src/cli/help/render-help.ts': 'laying-help',
  'src/platform/system/open-browser.ts': 'opening',
};

/** The chunks that every command needs, and the shortest command, which monitoring runs often. */
const BASE = ['src/cli/main.ts', 'src/commands/me.ts'];
/** Modules that are bundled into these chunks, although the sources load them on first use. */
const ALWAYS = [
  'src/service/client/request.ts',
  'src/service/client/routes.ts',
  'src/platform/json/parse-json.ts',
  'src/platform/files/secret-file.ts',
  'src/auth/find-credential.ts',
  'src/auth/find-stored-account.ts',
  'src/auth/account-store.ts',
  'src/platform/system/app-directories.ts',
  'src/platform/system/file-trust.ts',
  'src/service/rate-limit/rate-limiter.ts',
  'src/service/http/choose-fetch.ts',
  'src/service/http/retrying-fetch.ts',
];

/** Modules that are bundled into the separate files, although the sources load them on first use. */
const ALWAYS_APART = [
  'src/auth/account-store.ts',
  'src/auth/find-stored-account.ts',
  'src/cli/help/prebuilt-help.ts',
  'src/platform/state/cached-names.ts',
  'src/platform/system/app-directories.ts',
  'src/platform/system/runtime.ts',
  'src/cli/terminal/terminal-width.ts',
];

/** The members of package.json that the build needs. */
export interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Writes the program and returns its metafile. */
export async function buildProgram(
  outdir: string,
  entryPoints: Entries,
  { version, dependencies = {} }: Manifest,
): Promise<Pick<Metafile, 'inputs'>> {
  const options = {
    ...common,
    write: false,
    outdir,
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    target: TARGET,
    // Packages that npm installs (native bindings) are loaded from there; all others are bundled.
    external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
    define: { __TOILE_VERSION__: JSON.stringify(version), 'import.meta.url': 'importMetaUrl' },
  } as const;
  const [help, laid] = helpLaidOut(laidHelp());
  const [built, apart] = await Promise.all([
    build({
      ...options,
      entryPoints: { ...entryPoints },
      chunkNames: 'chunks/[name]-[hash]',
      splitting: true,
      plugins: [
        leaveApart(PROGRAM.main, APART),
        indexCommands(commandTable),
        takeIn(ALWAYS),
        dataAsText(),
        enginePacked(),
        partsOfPackages(),
      ],
    }),
    build({
      ...options,
      entryPoints: Object.entries(APART).map(([from, to]) => ({ in: from, out: to })),
      plugins: [leaveApart(PROGRAM.main, APART), takeIn(ALWAYS_APART), laid, tableAsData(commandTable)],
    }),
  ]);
  const foreign = foreignIn([built.metafile, apart.metafile], outdir);
  const chunks = listPackedChunks(built.metafile, outdir, foreign);
  const files = await Promise.all(
    [...built.outputFiles, ...apart.outputFiles].map(async ({ path: file, text }): Promise<Built> => {
      const path = relative(outdir, file).replaceAll('\\', '/');
      const own = path === 'main.cjs' ? withoutHelpers(text, built.metafile) : text;
      return { path, text: await asCommonJs(own, foreign.has(path) && !chunks.base.includes(path)) };
    }),
  );
  const loader = await buildLoader();
  for (const { path, text } of [help, ...packChunks(files, chunks, loader, Object.values(APART))]) {
    await mkdir(dirname(join(outdir, path)), { recursive: true });
    await writeFile(join(outdir, path), text);
  }
  const inputs = { ...built.metafile.inputs, ...apart.metafile.inputs };
  refuseNamelessImports({ inputs });
  return { inputs };
}

/** The function at the start of the entry that loads the packed file. */
async function buildLoader(): Promise<string> {
  const { outputFiles } = await build({
    ...common,
    write: false,
    entryPoints: ['scripts/load-compiled.ts'],
    outdir: 'unwritten',
    platform: 'node',
    target: TARGET,
    define: {
      __COMMAND_WORDS__: JSON.stringify([...new Set(commandTable.map(({ path }) => path.split(' ')[0]))]),
    },
  });
  const text = lazily(await asCommonJs(outputFiles[0]?.text ?? ''));
  // Compiled on first use.
  return `let requireCompiled;
const compiled = (id) => {
  requireCompiled ??= loader({}).createPackedLoader(require, __dirname);
  return requireCompiled(id);
};
const loader = (exports, module = { exports }) => {
${LAZY}${text}return module.exports;
};
`;
}

/** The bundler can split only ES modules, so the chunks are split first and then rewritten one by one. */
async function asCommonJs(text: string, isForeign = false): Promise<string> {
  const { code } = await transform(withPlainExports(text), {
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    supported: { 'dynamic-import': false },
    minifySyntax: true,
    // Stack traces that have only package code are not useful.
    minifyWhitespace: isForeign,
  });
  const url = "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;\n";
  return code.includes('importMetaUrl') ? url + code : code;
}

/**
 * The bundler creates a getter for each export and for each import of it, which takes a tenth of the time to read a
 * large garment. Constants become plain members, because no chunk imports one that imports it.
 */
function withPlainExports(text: string): string {
  const [list, names = ''] = /\nexport \{([^}]*)\};\s*$/.exec(text) ?? [];
  if (list === undefined || text.includes('__esm(')) return text;
  const members = names
    .split(',')
    .map((name) => name.trim().split(' as '))
    .filter(([name]) => name !== '');
  const again = members.some(([name = '']) => assignments(text, name) > 1);
  if (again) return text;
  const lines = members.map(([name = '', called = name]) => `  ${JSON.stringify(called)}: ${name},\n`);
  const exported = `module.exports = Object.defineProperty({\n${lines.join('')}}, '__esModule', { value: true });\n`;
  return `${text.slice(0, -list.length)}\n${exported}`;
}

const assignments = (text: string, name: string): number =>
  text.split(new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')} (?:[-+*/|&?]{0,3})=(?![=>])`)).length - 1;

/** An entry names the chunk of bundler helpers although it uses nothing of it. */
function withoutHelpers(text: string, { outputs }: Metafile): string {
  const helpers = Object.keys(outputs).filter(
    (path) => Object.keys(outputs[path]?.inputs ?? {}).length === 0,
  );
  return helpers.reduce((left, path) => left.replace(`import "./chunks/${basename(path)}";\n`, ''), text);
}

/** Returns the chunks that have almost only package code (own code under a tenth). */
function foreignIn(metafiles: readonly Metafile[], outdir: string): ReadonlySet<string> {
  const outputs = metafiles.flatMap((metafile) => Object.entries(metafile.outputs));
  const foreign = outputs.filter(([, { inputs, bytes }]) => {
    const all = Object.entries(inputs);
    const own = all.filter(([input]) => !input.includes('node_modules/'));
    return (
      own.length < all.length &&
      own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0) < bytes / 10
    );
  });
  return new Set(foreign.map(([path]) => relative(outdir, resolve(root, path)).replaceAll('\\', '/')));
}

/**
 * Returns the names of the chunks to pack: what every command needs with everything that it imports, and all other
 * chunks of own code. Large packages and the sandbox stay apart, because they are not always needed.
 */
function listPackedChunks({ outputs }: Metafile, outdir: string, foreign: ReadonlySet<string>): PackedChunks {
  const names = new Map(
    Object.keys(outputs).map((path) => [path, relative(outdir, resolve(root, path)).replaceAll('\\', '/')]),
  );
  const listImports = (entries: readonly string[]): readonly string[] => {
    const found: string[] = [];
    const visit = (path: string): void => {
      const name = names.get(path);
      if (name === undefined || found.includes(name)) return;
      found.push(name);
      for (const { kind, path: to } of outputs[path]?.imports ?? [])
        if (kind === 'import-statement') visit(to);
    };
    for (const [path, { entryPoint }] of Object.entries(outputs))
      if (entryPoint !== undefined && entries.includes(entryPoint)) visit(path);
    return found;
  };
  // Imports of the entry itself stay outside, because otherwise `--version` would load everything. The helpers of the
  // bundler have no inputs, and the entry uses none of them.
  const inputsOf = (name: string): readonly string[] =>
    Object.entries(outputs).flatMap(([path, { inputs }]) =>
      names.get(path) === name ? Object.keys(inputs) : [],
    );
  const first = listImports([PROGRAM.main]).filter((name) => inputsOf(name).length > 0);
  const base = listImports(BASE).filter((name) => !first.includes(name));
  if (base.length === 0) return { base, rest: [] };
  const rest = [...names.values()].filter(
    (name) =>
      name.startsWith('chunks/') &&
      !foreign.has(name) &&
      ![...first, ...base].includes(name) &&
      !inputsOf(name).some((input) => input.startsWith('src/sandbox/')),
  );
  return { base, rest };
}
