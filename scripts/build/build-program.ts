/**
 * Builds the program as CommonJS chunks that load on first use. Node loads CommonJS faster than ES modules, its own
 * modules included.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, type Metafile, type Plugin, transform } from 'esbuild';
import { commandTable } from '../../src/commands/command-table.ts';
import { BUNDLE_OPTIONS, root } from './bundle-options.ts';
import { createPrebuiltHelp } from './create-prebuilt-help.ts';
import {
  type BuiltFile,
  LAZY_REQUIRE,
  makeRequiresLazy,
  type PackedChunks,
  type PackedForm,
  packChunks,
} from './pack-chunks.ts';
import {
  bundleDataAsText,
  bundleLazyImports,
  bundleTableAsData,
  bundleTableForCompletion,
  compressJqEngine,
  indexCommands,
  keepFilesSeparate,
  rejectCommonJsImports,
} from './plugins.ts';
import { trimPackages } from './trim-packages.ts';

/** The entry of the program. */
export const ENTRY = 'src/cli/start.ts';
const TARGET = 'node20.18';

const COMPLETION = 'src/cli/completion/complete-words.ts';
/**
 * Modules that the entry loads instead of the program. Each is bundled into one complete file that is named after it:
 * `find-quick-help.cjs`. The lists are modules that are bundled into it, although the sources load them on first use.
 */
const SEPARATE: Readonly<Record<string, readonly string[]>> = {
  [COMPLETION]: ['src/auth/find-stored-account.ts', 'src/platform/state/cached-names.ts'],
  'src/cli/completion/candidate-lists.ts': ['src/auth/account-store.ts'],
  'src/cli/help/find-quick-help.ts': [
    'src/cli/help/prebuilt-help.ts',
    'src/platform/system/runtime.ts',
    'src/cli/terminal/terminal-width.ts',
  ],
  'src/auth/keys/answer-keychain-request.ts': [],
  'src/cli/help/render-help.ts': [],
};

/** The chunks that every command needs, and the shortest command, which monitoring runs often. */
const BASE_ENTRIES = ['src/cli/main.ts', 'src/commands/me.ts'];
/** Modules that are bundled into these chunks, although the sources load them on first use. */
const BUNDLED_WITH_BASE = [
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

/** The members of package.json that the build needs. */
export interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Writes the program of the npm package into a folder and returns the files that it was built from. */
export async function buildProgram(
  outdir: string,
  entry: string,
  { version, dependencies = {} }: Manifest,
): Promise<BundleInputs> {
  const [helpFile, prebuiltHelp] = createPrebuiltHelp();
  const { files, inputs } = await bundleProgram(outdir, entry, version, {
    // Packages that npm installs (native bindings) are loaded from there; all others are bundled.
    external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
    define: {},
    moduleFile: '__filename',
    plugins: [prebuiltHelp],
    engineFile: undefined,
    loader: await buildLoader(),
    // The parameters are those of `PackedFile`.
    wrapPacked: (code) => `(function (module, require, __filename, load) {\n${code}})`,
  });
  await writeFiles(outdir, [helpFile, ...files]);
  return { inputs };
}

/** Writes the files of a build into a folder. */
export async function writeFiles(folder: string, files: readonly BuiltFile[]): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The sources of a bundle. */
export type BundleInputs = Pick<Metafile, 'inputs'>;

/** What differs between the npm package and an executable. */
export interface ProgramVariant extends PackedForm {
  readonly external: string[];
  readonly define: Readonly<Record<string, string>>;
  /** The expression for the file that `import.meta.url` names. */
  readonly moduleFile: string;
  /** Whether the names inside packages are shortened. Classes and functions keep the names that errors show. */
  readonly hasShortNames?: boolean;
  readonly plugins: readonly Plugin[];
  /** The separate files that use the chunks of the program: smaller, but slower to load. */
  readonly dependentFiles?: readonly string[];
  /** The file into which the jq engine is written; undefined if it is bundled as text. */
  readonly engineFile: string | undefined;
}

/** Bundles the program and returns its files with the paths that they have in `outdir`. */
export async function bundleProgram(
  outdir: string,
  entry: string,
  version: string,
  variant: ProgramVariant,
): Promise<BundleInputs & { readonly files: readonly BuiltFile[] }> {
  const { external, define, plugins, dependentFiles = [], engineFile } = variant;
  const separate = Object.keys(SEPARATE).filter((source) => !dependentFiles.includes(source));
  const options = {
    ...BUNDLE_OPTIONS,
    write: false,
    outdir,
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    target: TARGET,
    external,
    define: { __TOILE_VERSION__: JSON.stringify(version), 'import.meta.url': 'importMetaUrl', ...define },
  } as const;
  const keepSeparate = keepFilesSeparate(ENTRY, Object.keys(SEPARATE));
  const builds = await Promise.all([
    build({
      ...options,
      entryPoints: [{ in: entry, out: 'main' }, ...dependentFiles.map(toEntryPoint)],
      chunkNames: 'chunks/[name]-[hash]',
      splitting: true,
      plugins: [
        keepSeparate,
        ...plugins,
        indexCommands(commandTable),
        bundleLazyImports(BUNDLED_WITH_BASE),
        bundleDataAsText(),
        compressJqEngine(engineFile),
        trimPackages(),
      ],
    }),
    ...separate.map((source) =>
      build({
        ...options,
        entryPoints: [toEntryPoint(source)],
        plugins: [
          keepSeparate,
          ...plugins,
          bundleLazyImports(SEPARATE[source] ?? []),
          (source === COMPLETION ? bundleTableForCompletion : bundleTableAsData)(commandTable),
        ],
      }),
    ),
  ]);
  const [program] = builds;
  const packageFiles = findPackageFiles(
    builds.map(({ metafile }) => metafile),
    outdir,
  );
  const chunks = listPackedChunks(program.metafile, outdir, packageFiles);
  const files = await Promise.all(
    builds
      .flatMap(({ outputFiles }) => outputFiles)
      .map(async ({ path: file, text }): Promise<BuiltFile> => {
        const path = relative(outdir, file).replaceAll('\\', '/');
        const own = path === 'main.cjs' ? removeHelperImports(text, program.metafile) : text;
        const isPackage = packageFiles.has(path) && !chunks.base.includes(path);
        return { path, text: await convertToCommonJs(own, variant, isPackage) };
      }),
  );
  const separateFiles = separate.map((source) => `${basename(source, '.ts')}.cjs`);
  const inputs = Object.assign({}, ...builds.map(({ metafile }) => metafile.inputs)) as Metafile['inputs'];
  rejectCommonJsImports({ inputs });
  return { files: packChunks(files, chunks, variant, separateFiles), inputs };
}

const toEntryPoint = (source: string) => ({ in: source, out: basename(source, '.ts') });

/** The function at the start of the entry that loads the packed file. */
async function buildLoader(): Promise<string> {
  const { outputFiles } = await build({
    ...BUNDLE_OPTIONS,
    write: false,
    entryPoints: ['scripts/create-packed-loader.ts'],
    outdir: 'unwritten',
    platform: 'node',
    target: TARGET,
    define: {
      __COMMAND_WORDS__: JSON.stringify([...new Set(commandTable.map(({ path }) => path.split(' ')[0]))]),
    },
  });
  const text = makeRequiresLazy(
    await convertToCommonJs(outputFiles[0]?.text ?? '', { moduleFile: '__filename' }),
  );
  // Compiled on first use.
  return `let requireCompiled;
const compiled = (id) => {
  requireCompiled ??= loader({}).createPackedLoader(require, __dirname);
  return requireCompiled(id);
};
const loader = (exports, module = { exports }) => {
${LAZY_REQUIRE}${text}return module.exports;
};
`;
}

/** The bundler can split only ES modules, so the chunks are split first and then rewritten one by one. */
async function convertToCommonJs(
  text: string,
  { moduleFile, hasShortNames = false }: Pick<ProgramVariant, 'moduleFile' | 'hasShortNames'>,
  isPackage = false,
): Promise<string> {
  const { code } = await transform(simplifyExports(text), {
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    supported: { 'dynamic-import': false },
    minifySyntax: true,
    // Stack traces that have only package code are not useful.
    minifyWhitespace: isPackage,
    minifyIdentifiers: isPackage && hasShortNames,
    keepNames: isPackage && hasShortNames,
  });
  const url = `const importMetaUrl = require('node:url').pathToFileURL(${moduleFile}).href;\n`;
  return code.includes('importMetaUrl') ? url + code : code;
}

/**
 * The bundler creates a getter for each export and for each import of it, which takes a tenth of the time to read a
 * large garment. Constants become plain members, because no chunk imports one that imports it.
 */
function simplifyExports(text: string): string {
  const [list, names = ''] = /\nexport \{([^}]*)\};\s*$/.exec(text) ?? [];
  if (list === undefined || text.includes('__esm(')) return text;
  const members = names
    .split(',')
    .map((name) => name.trim().split(' as '))
    .filter(([name]) => name !== '');
  if (members.some(([name = '']) => countAssignments(text, name) > 1)) return text;
  const lines = members.map(
    ([name = '', exportedName = name]) => `  ${JSON.stringify(exportedName)}: ${name},\n`,
  );
  const exported = `module.exports = Object.defineProperty({\n${lines.join('')}}, '__esModule', { value: true });\n`;
  return `${text.slice(0, -list.length)}\n${exported}`;
}

const countAssignments = (text: string, name: string): number =>
  text.split(new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')} (?:[-+*/|&?]{0,3})=(?![=>])`)).length - 1;

/** An entry names the chunk of bundler helpers although it uses nothing of it. */
function removeHelperImports(text: string, { outputs }: Metafile): string {
  const helpers = Object.keys(outputs).filter(
    (path) => Object.keys(outputs[path]?.inputs ?? {}).length === 0,
  );
  return helpers.reduce((result, path) => result.replace(`import "./chunks/${basename(path)}";\n`, ''), text);
}

/** Returns the chunks that have almost only package code (own code under a tenth). */
function findPackageFiles(metafiles: readonly Metafile[], outdir: string): ReadonlySet<string> {
  const outputs = metafiles.flatMap((metafile) => Object.entries(metafile.outputs));
  const packageFiles = outputs.filter(([, { inputs, bytes }]) => {
    const all = Object.entries(inputs);
    const own = all.filter(([input]) => !input.includes('node_modules/'));
    return (
      own.length < all.length &&
      own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0) < bytes / 10
    );
  });
  return new Set(packageFiles.map(([path]) => relative(outdir, resolve(root, path)).replaceAll('\\', '/')));
}

/**
 * Returns the names of the chunks to pack: what every command needs with everything that it imports, and all other
 * chunks of own code. Large packages and the sandbox stay separate, because they are not always needed.
 */
function listPackedChunks(
  { outputs }: Metafile,
  outdir: string,
  packageFiles: ReadonlySet<string>,
): PackedChunks {
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
  const listInputs = (name: string): readonly string[] =>
    Object.entries(outputs).flatMap(([path, { inputs }]) =>
      names.get(path) === name ? Object.keys(inputs) : [],
    );
  const entryChunks = listImports([ENTRY]).filter((name) => listInputs(name).length > 0);
  const base = listImports(BASE_ENTRIES).filter((name) => !entryChunks.includes(name));
  if (base.length === 0) return { base, rest: [] };
  const rest = [...names.values()].filter(
    (name) =>
      name.startsWith('chunks/') &&
      !packageFiles.has(name) &&
      ![...entryChunks, ...base].includes(name) &&
      !listInputs(name).some((input) => input.startsWith('src/sandbox/')),
  );
  return { base, rest };
}
