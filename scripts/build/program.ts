/**
 * The program as chunks that load on first use, in CommonJS, which Node loads in less time than ES modules, file by file
 * and Node's own modules included.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, type Metafile, transform } from 'esbuild';
import { commandTable } from '../../src/commands/command-table.ts';
import { laidHelp } from '../table-texts.ts';
import { common, root } from './bundle-options.ts';
import { helpLaidOut } from './laid-help.ts';
import { type Built, LAZY, lazily, packed } from './packing.ts';
import { partsOfPackages } from './parts.ts';
import {
  dataAsText,
  enginePacked,
  leaveApart,
  refuseNamelessImports,
  tableAsData,
  takeIn,
} from './plugins.ts';

/** What the program is built from; a second entry shares its chunks with the first. */
export interface Entries {
  readonly main: string;
  readonly [name: string]: string;
}

export const PROGRAM: Entries = { main: 'src/cli/start.ts' };
const TARGET = 'node20.18';

/** What another process asks of the program: each a file of its own that takes in all it needs. */
const APART: Readonly<Record<string, string>> = {
  'src/cli/context/complete-words.ts': 'completing',
  'src/cli/context/stored-candidates.ts': 'completing-kept',
  'src/cli/context/find-quick-help.ts': 'helping',
  'src/cli/context/keychain-process.ts': 'keychain',
  'src/cli/context/render-help.ts': 'laying-help',
  'src/cli/context/open-browser.ts': 'opening',
};

/** What almost every command needs is packed into one file with all that it imports. */
const HOT = 'src/cli/run-process.ts';
/** Packed too, although the sources load it on first use. */
const ALWAYS = [
  'src/service/client/request.ts',
  'src/service/client/routes.ts',
  'src/platform/json/parse-json.ts',
  'src/auth/keys/secret-file.ts',
  'src/auth/credential.ts',
  'src/auth/account-choice.ts',
  'src/auth/find-credential.ts',
  'src/auth/find-stored-account.ts',
  'src/auth/account-store.ts',
  'src/platform/system/app-directories.ts',
  'src/service/rate-limit/rate-limiter.ts',
  'src/service/http/choose-fetch.ts',
  'src/service/http/retrying-fetch.ts',
];

/** The same for what is loaded apart. */
const ALWAYS_APART = [
  'src/auth/account-store.ts',
  'src/auth/account-choice.ts',
  'src/auth/find-stored-account.ts',
  'src/cli/help/prebuilt-help.ts',
  'src/platform/state/cached-names.ts',
  'src/platform/system/app-directories.ts',
  'src/platform/system/is-terminal.ts',
  'src/platform/system/fast-sha256.ts',
  'src/cli/terminal/terminal-width.ts',
];

/** What is needed of package.json. */
export interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Writes the program, and says what went into it. */
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
    // What package.json installs (native bindings) is loaded from there; all else is in the bundle.
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
  const hot = chunksOf(built.metafile, outdir);
  const foreign = foreignIn([built.metafile, apart.metafile], outdir);
  const files = await Promise.all(
    [...built.outputFiles, ...apart.outputFiles].map(async ({ path: file, text }): Promise<Built> => {
      const path = relative(outdir, file).replaceAll('\\', '/');
      const own = path === 'main.cjs' ? withoutHelpers(text, built.metafile) : text;
      return { path, text: await asCommonJs(own, foreign.has(path) && !hot.includes(path)) };
    }),
  );
  const loader = await buildLoader();
  for (const { path, text } of [help, ...packed(files, hot, loader, Object.values(APART))]) {
    await mkdir(dirname(join(outdir, path)), { recursive: true });
    await writeFile(join(outdir, path), text);
  }
  const inputs = { ...built.metafile.inputs, ...apart.metafile.inputs };
  refuseNamelessImports({ inputs });
  return { inputs };
}

/** What loads the packed file: a function of its own at the head of the entry. */
async function buildLoader(): Promise<string> {
  const { outputFiles } = await build({
    ...common,
    write: false,
    entryPoints: ['scripts/load-compiled.ts'],
    outdir: 'unwritten',
    platform: 'node',
    target: TARGET,
  });
  const text = lazily(await asCommonJs(outputFiles[0]?.text ?? ''));
  // Compiled when it is asked for.
  return `let requireCompiled;
const compiled = (id) => {
  requireCompiled ??= loader({}).loading(require, __dirname);
  return requireCompiled(id);
};
const loader = (exports, module = { exports }) => {
${LAZY}${text}return module.exports;
};
`;
}

/** Chunks are split as ES modules, which is all that the bundler can split, and rewritten one by one. */
async function asCommonJs(text: string, isForeign = false): Promise<string> {
  const { code } = await transform(withPlainExports(text), {
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    supported: { 'dynamic-import': false },
    minifySyntax: true,
    // Nobody reads a trace through the packages alone.
    minifyWhitespace: isForeign,
  });
  const url = "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;\n";
  return code.includes('importMetaUrl') ? url + code : code;
}

/**
 * The bundler makes a getter of each export, and another of each import of it: a tenth of the time in which a large
 * garment is read. What is never assigned again can be a member like any other, since no chunk needs one that needs it.
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

/** The bundler's own helpers are a chunk that an entry names although it takes nothing from it. */
function withoutHelpers(text: string, { outputs }: Metafile): string {
  const helpers = Object.keys(outputs).filter(
    (path) => Object.keys(outputs[path]?.inputs ?? {}).length === 0,
  );
  return helpers.reduce((left, path) => left.replace(`import "./chunks/${basename(path)}";\n`, ''), text);
}

/** Chunks in which there is next to nothing but packages: of a tenth, what loads them. */
function foreignIn(metafiles: readonly Metafile[], outdir: string): ReadonlySet<string> {
  const outputs = metafiles.flatMap((metafile) => Object.entries(metafile.outputs));
  const foreign = outputs.filter(([, { inputs, bytes }]) => {
    const own = Object.entries(inputs).filter(([input]) => !input.includes('node_modules/'));
    return own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0) < bytes / 10;
  });
  return new Set(foreign.map(([path]) => relative(outdir, resolve(root, path)).replaceAll('\\', '/')));
}

/** The names of the chunk that is needed always and of all that it imports, in the order in which they are needed. */
function chunksOf({ outputs }: Metafile, outdir: string): readonly string[] {
  const names = new Map(
    Object.keys(outputs).map((path) => [path, relative(outdir, resolve(root, path)).replaceAll('\\', '/')]),
  );
  const closure = (entry: string): readonly string[] => {
    const found: string[] = [];
    const visit = (path: string | undefined): void => {
      const name = names.get(path ?? '');
      if (path === undefined || name === undefined || found.includes(name)) return;
      found.push(name);
      for (const { kind, path: to } of outputs[path]?.imports ?? [])
        if (kind === 'import-statement') visit(to);
    };
    visit(Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry));
    return found;
  };
  // What the entry itself imports stays outside: it would load the whole for it, even to say its version.
  const first = closure(PROGRAM.main);
  return closure(HOT).filter((name) => !first.includes(name));
}
