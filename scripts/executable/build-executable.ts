/** Builds the program as one executable for one platform, with its runtime and the keychain binding inside. */

import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PluginBuild } from 'esbuild';
import { type BundleInputs, bundleProgram, ENTRY, writeFiles } from '../build/build-program.ts';
import { addSystemCheck } from './add-system-check.ts';
import { clearUnicodeTables } from './clear-unicode-tables.ts';
import { installBinding, installBun } from './platform-packages.ts';
import { findTarget, getExecutableName, OWN_TARGET } from './targets.ts';

const run = promisify(execFile);
const KEYRING = '@napi-rs/keyring';
/** The first script. It is for the executable what bin/toile.js is for Node. */
const SCRIPT = 'toile.cjs';
const START = `require('./main.cjs').start(undefined, process.argv.slice(2)).then((code) => process.exit(code));`;
const BINDING = './keyring.node';
const ENGINE = './engine.br';
/** Matches how the bundler loads a file. The runtime includes a file only if a call of `require` itself names it. */
const INDIRECT_REQUIRE = /(?:\(0, ?\w+\.__require\)|\b__require)\((?="\.\/)/g;

/**
 * Writes the scripts of the executable into a folder: those of the npm package, with all packages, so that the runtime
 * does not substitute its own. Returns their names, the first one first, and the files that they were built from.
 */
export async function bundleForExecutable(
  folder: string,
  version: string,
): Promise<BundleInputs & { readonly scripts: readonly string[] }> {
  await mkdir(join(folder, 'chunks'));
  const { files, inputs } = await bundleProgram(folder, ENTRY, version, {
    external: ['*.node', ENGINE],
    define: {
      // Otherwise the runtime records the path of the build folder.
      __dirname: '"/toile"',
      __filename: '"/toile/main.cjs"',
    },
    moduleFile: 'process.execPath',
    hasShortNames: true,
    plugins: [{ name: 'binding', setup: includeBinding }],
    // They would take almost another megabyte if they were complete.
    dependentFiles: ['src/cli/completion/candidate-lists.ts', 'src/cli/help/render-help.ts'],
    engineFile: join(folder, 'chunks', ENGINE),
    loader: 'const compiled = require;\n',
    // A packed file is a script in the folder of the chunks, but names the others from the folder above.
    wrapPacked: (code) => `const load = (id) => require('.' + id);\n${code}`,
  });
  const scripts = files.map(({ path, text }) => ({
    path,
    text: text.replaceAll(INDIRECT_REQUIRE, 'require('),
  }));
  const keychain = scripts.find(({ path }) => path === 'answer-keychain-request.cjs');
  if (!keychain?.text.includes(`require("${BINDING}")`) || keychain.text.includes('createRequire('))
    throw new Error(`answer-keychain-request.ts does not load the keychain binding by require('${KEYRING}')`);
  await writeFiles(folder, [{ path: SCRIPT, text: START }, ...scripts]);
  return { inputs, scripts: [SCRIPT, ...scripts.map(({ path }) => path)] };
}

/** The keychain library looks for its binding in node_modules. An executable has none, so it names the file. */
function includeBinding({ onLoad }: PluginBuild): void {
  onLoad({ filter: /\/src\/auth\/keys\/answer-keychain-request\.ts$/ }, async ({ path }) => {
    const text = await readFile(path, 'utf8');
    const contents = text
      .replace('const require = createRequire(import.meta.url);', '')
      .replace(`require('${KEYRING}')`, `require('${BINDING}')`);
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
    const { scripts, inputs } = await bundleForExecutable(folder, version);
    await copyFile(join(binding, `keyring.${target.keyring}.node`), join(folder, BINDING));
    await writeFile(join(folder, 'runtime'), clearUnicodeTables(await readFile(runtime)), { mode: 0o755 });
    await chmod(compiler, 0o755);
    const options = [
      'build',
      '--compile',
      '--bytecode',
      // Functions that are nested deeper seldom run, and would take another megabyte.
      '--bytecode-depth=3',
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
      ...scripts,
    ];
    await run(compiler, options, { cwd: folder });
    const program = join(folder, executable);
    if (target.system === 'linux')
      await writeFile(program, addSystemCheck(await readFile(program), target.cpu));
    await rename(program, file);
    return { inputs };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
