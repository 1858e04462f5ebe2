/** Builds the program as one executable for one platform, with its runtime and the keychain binding inside. */

import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { build, type Metafile, type Plugin, type PluginBuild } from 'esbuild';
import { commandTable } from '../../src/commands/command-table.ts';
import { root } from '../build/bundle-options.ts';
import { partsOfPackages } from '../build/parts.ts';
import { dataAsText, enginePacked, indexCommands } from '../build/plugins.ts';
import { bindingOf, runtimeOf } from './platform-packages.ts';
import { withSystemCheck } from './system-check.ts';
import { exe, OWN, targetNamed } from './targets.ts';
import { withoutUnusedTables } from './unicode-data.ts';

/** The contents of the executable, for the notices and the bill of materials. */
type Inside = Pick<Metafile, 'inputs'>;

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

/** The name by which the first file loads the rest of the program. */
const LOADED = /\bimport\('([^']+)'\)/g;

/**
 * Bundles the sources as two scripts. The runtime reads the second when the first needs it, which `--version` does
 * not. undici and all other packages are included, so that the runtime does not substitute its own.
 */
export async function bundle(folder: string, version: string): Promise<Inside> {
  const start = await readFile(join(root, START), 'utf8');
  const names = [...new Set([...start.matchAll(LOADED)].map(([, name = '']) => name))];
  const parts = names.map((name) => {
    const path = `./${posix.join(posix.dirname(START), name)}`;
    return `${JSON.stringify(name)}: () => import(${JSON.stringify(path)})`;
  });
  const first = start.replaceAll(LOADED, `require('./${REST}').loads['$1']()`);
  if (names.length === 0) throw new Error(`${START} loads nothing on first use`);
  const [small, rest] = await Promise.all([
    script(join(folder, SCRIPT), version, ENTRY, [
      {
        name: 'start',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/src\/cli\/start\.ts$/ }, () => ({ contents: first, loader: 'ts' })),
      },
    ]),
    script(join(folder, REST), version, `export const loads = { ${parts.join(', ')} };`, [
      { name: 'binding', setup: bindingInside },
      indexCommands(commandTable),
      dataAsText(),
      enginePacked(join(folder, ENGINE)),
      partsOfPackages(),
    ]),
  ]);
  return { inputs: { ...small.inputs, ...rest.inputs } };
}

async function script(
  outfile: string,
  version: string,
  contents: string,
  plugins: Plugin[],
): Promise<Inside> {
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

/** The library looks for its binding in node_modules at run time. An executable has none, so it names the file. */
function bindingInside({ onLoad, onEnd }: PluginBuild): void {
  let isLoaded = false;
  onEnd(() => ({ errors: isLoaded ? [] : [{ text: 'no file loads the keychain library' }] }));
  onLoad({ filter: /\/src\/auth\/keys\/answer-keychain-request\.ts$/ }, async ({ path }) => {
    isLoaded = true;
    const text = await readFile(path, 'utf8');
    const contents = text
      .replace('const require = createRequire(import.meta.url);', '')
      .replace(`require('${KEYRING}')`, `require('${BINDING}')`);
    if (!contents.includes(BINDING) || contents.includes('createRequire(import')) {
      throw new Error(`${path} no longer loads the keychain's binding the way this script expects`);
    }
    return { contents, loader: 'ts' };
  });
}

/**
 * Writes the executable of a target and returns its contents. The same sources give the same bytes in any folder,
 * because the build uses fixed path names.
 */
export async function buildExecutable(name: string, file: string, version: string): Promise<Inside> {
  const target = targetNamed(name);
  const [compiler, runtime, binding] = await Promise.all([
    runtimeOf(targetNamed(OWN)),
    runtimeOf(target),
    bindingOf(target),
  ]);
  const place = await mkdtemp(`${file}-`);
  try {
    const metafile = await bundle(place, version);
    await copyFile(join(binding, `keyring.${target.keyring}.node`), join(place, BINDING));
    await writeFile(join(place, 'runtime'), withoutUnusedTables(await readFile(runtime)), { mode: 0o755 });
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
      `--compile-executable-path=${join(place, 'runtime')}`,
      // A file in the working folder must not choose the address or the key.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      `--outfile=toile${exe(target)}`,
      // Loaded by name when needed, together with its compiled code.
      '--external=*.cjs',
      SCRIPT,
      REST,
    ];
    await run(compiler, options, { cwd: place });
    const program = join(place, `toile${exe(target)}`);
    if (target.system === 'linux')
      await writeFile(program, withSystemCheck(await readFile(program), target.cpu));
    await rename(program, file);
    return metafile;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
