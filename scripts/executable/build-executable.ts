/** Builds the program as one executable for one platform, with its runtime and the keychain binding inside. */

import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { build, type Metafile, type Plugin, type PluginBuild } from 'esbuild';
import { commandTable } from '../../src/commands/command-table.ts';
import { root } from '../build/bundle-options.ts';
import { bundleDataAsText, compressJqEngine, indexCommands } from '../build/plugins.ts';
import { trimPackages } from '../build/trim-packages.ts';
import { addSystemCheck } from './add-system-check.ts';
import { clearUnicodeTables } from './clear-unicode-tables.ts';
import { installBinding, installBun } from './platform-packages.ts';
import { findTarget, getExecutableName, OWN_TARGET } from './targets.ts';

/** The files inside the executable, for the notices and the bill of materials. */
type BundleInputs = Pick<Metafile, 'inputs'>;

const run = promisify(execFile);
const KEYRING = '@napi-rs/keyring';
const SCRIPT = 'toile.cjs';
const REST = 'rest.cjs';
const BINDING = './keyring.node';
const ENGINE = 'engine.br';

const START = 'src/cli/start.ts';

/** The entry of the executable, as bin/toile.js is for Node. It has no top-level await, because it is compiled as a script. */
const ENTRY = `import { start } from './${START}';
start(undefined, process.argv.slice(2)).then((code) => process.exit(code));`;

/** Matches an import by which the first script loads the rest of the program. */
const LAZY_IMPORT = /\bimport\('([^']+)'\)/g;

/**
 * Bundles the sources as two scripts. The runtime reads the second when the first needs it, which `--version` does
 * not. undici and all other packages are included, so that the runtime does not substitute its own.
 */
export async function bundleForExecutable(folder: string, version: string): Promise<BundleInputs> {
  const start = await readFile(join(root, START), 'utf8');
  const names = [...new Set([...start.matchAll(LAZY_IMPORT)].map(([, name = '']) => name))];
  const loads = names.map((name) => {
    const path = `./${posix.join(posix.dirname(START), name)}`;
    return `${JSON.stringify(name)}: () => import(${JSON.stringify(path)})`;
  });
  const startText = start.replaceAll(LAZY_IMPORT, `require('./${REST}').loads['$1']()`);
  if (names.length === 0) throw new Error(`${START} has no import()`);
  const [first, rest] = await Promise.all([
    bundleScript(join(folder, SCRIPT), version, ENTRY, [
      {
        name: 'start',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/src\/cli\/start\.ts$/ }, () => ({ contents: startText, loader: 'ts' })),
      },
    ]),
    bundleScript(join(folder, REST), version, `export const loads = { ${loads.join(', ')} };`, [
      { name: 'binding', setup: includeBinding },
      indexCommands(commandTable),
      bundleDataAsText(),
      compressJqEngine(join(folder, ENGINE)),
      trimPackages(),
    ]),
  ]);
  return { inputs: { ...first.inputs, ...rest.inputs } };
}

async function bundleScript(
  outfile: string,
  version: string,
  contents: string,
  plugins: Plugin[],
): Promise<BundleInputs> {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    outfile,
    bundle: true,
    metafile: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    minifySyntax: true,
    minifyIdentifiers: true,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    external: ['*.node', `./${ENGINE}`, `./${REST}`],
    define: {
      __TOILE_VERSION__: JSON.stringify(version),
      'import.meta.url': 'importMetaUrl',
      // Otherwise the runtime records the path of the build folder.
      __dirname: '"/toile"',
      __filename: '"/toile/main.cjs"',
    },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(process.execPath).href;" },
    plugins,
  });
  return metafile;
}

/** The keychain library looks for its binding in node_modules. An executable has none, so it names the file. */
function includeBinding({ onLoad, onEnd }: PluginBuild): void {
  let isLoaded = false;
  onEnd(() => ({ errors: isLoaded ? [] : [{ text: 'no file of the bundle loads the keychain library' }] }));
  onLoad({ filter: /\/src\/auth\/keys\/answer-keychain-request\.ts$/ }, async ({ path }) => {
    isLoaded = true;
    const text = await readFile(path, 'utf8');
    const contents = text
      .replace('const require = createRequire(import.meta.url);', '')
      .replace(`require('${KEYRING}')`, `require('${BINDING}')`);
    if (!contents.includes(BINDING) || contents.includes('createRequire(import')) {
      throw new Error(`${path} does not load the keychain binding by require('${KEYRING}')`);
    }
    return { contents, loader: 'ts' };
  });
}

/**
 * Writes the executable of a target and returns its contents. The same sources give the same bytes in any folder,
 * because the build uses fixed path names.
 */
export async function buildExecutable(name: string, file: string, version: string): Promise<BundleInputs> {
  const target = findTarget(name);
  const executable = getExecutableName('toile', target);
  const [compiler, runtime, binding] = await Promise.all([
    installBun(findTarget(OWN_TARGET)),
    installBun(target),
    installBinding(target),
  ]);
  const folder = await mkdtemp(`${file}-`);
  try {
    const metafile = await bundleForExecutable(folder, version);
    await copyFile(join(binding, `keyring.${target.keyring}.node`), join(folder, BINDING));
    await writeFile(join(folder, 'runtime'), clearUnicodeTables(await readFile(runtime)), { mode: 0o755 });
    await chmod(compiler, 0o755);
    const options = [
      'build',
      '--compile',
      '--bytecode',
      '--format=cjs',
      '--loader=.br:file',
      '--minify-whitespace',
      '--minify-syntax',
      `--target=bun-${target.bun.replace('aarch64', 'arm64')}`,
      `--compile-executable-path=${join(folder, 'runtime')}`,
      // A file in the working folder must not choose the address or the key.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      `--outfile=${executable}`,
      // Loaded by name when needed, together with its compiled code.
      '--external=*.cjs',
      SCRIPT,
      REST,
    ];
    await run(compiler, options, { cwd: folder });
    const program = join(folder, executable);
    if (target.system === 'linux')
      await writeFile(program, addSystemCheck(await readFile(program), target.cpu));
    await rename(program, file);
    return metafile;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
