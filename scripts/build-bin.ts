/**
 * Builds `build/`: the program as one file for each platform, with its runtime and the keychain's binding inside.
 * `npm run build:bin [-- --target NAME ...]`; without a target all that the registry provides. Only the one for
 * this machine can be run here; the others are built, and said to be.
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { build, type PluginBuild } from 'esbuild';
import { alias } from './build/bundle-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const BUN = '1.4';
const KEYRING = '@napi-rs/keyring';

/** What bin is to Node. Nothing is awaited at its top: it is compiled ahead as a script, which cannot wait. */
const ENTRY = `import { start } from './src/main/start.ts';
start(undefined, process.argv.slice(2)).then((code) => process.exit(code));`;

/** Names as people know their machines; the packages of the runtime and of the keychain's binding for each. */
interface Target {
  readonly bun: string;
  readonly keyring: string;
  readonly exe?: string;
}

const TARGETS: Readonly<Record<string, Target>> = {
  'linux-x64': { bun: 'linux-x64', keyring: 'linux-x64-gnu' },
  'linux-arm64': { bun: 'linux-aarch64', keyring: 'linux-arm64-gnu' },
  'darwin-x64': { bun: 'darwin-x64', keyring: 'darwin-x64' },
  'darwin-arm64': { bun: 'darwin-aarch64', keyring: 'darwin-arm64' },
  'windows-x64': { bun: 'windows-x64', keyring: 'win32-x64-msvc', exe: '.exe' },
};
const own = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

const { values } = parseArgs({
  options: { target: { type: 'string', multiple: true }, out: { type: 'string', default: 'build' } },
});
const wanted = values.target ?? Object.keys(TARGETS);
const target = (name: string): Target => {
  const found = TARGETS[name];
  if (found === undefined)
    throw new Error(`no target ${name}; there are: ${Object.keys(TARGETS).join(', ')}`);
  return found;
};
wanted.forEach(target);

const out = resolve(root, values.out);
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'toile-executables');
const versionIn = async (file: string): Promise<string> =>
  (JSON.parse(await readFile(join(root, file), 'utf8')) as { readonly version: string }).version;
const version = await versionIn('package.json');
const keyringVersion = await versionIn(`node_modules/${KEYRING}/package.json`);

/** A package's folder, installed on first use: for another platform too, and outside of the project. */
async function packageFolder(name: string, range: string): Promise<string> {
  const folder = join(cache, `${name.replace('/', '+')}@${range}`);
  const found = join(folder, 'node_modules', name);
  const present = await access(join(found, 'package.json')).then(
    () => true,
    () => false,
  );
  if (present) return found;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  const npm = ['install', '--force', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${range}`];
  await run('npm', npm, { cwd: folder, shell: process.platform === 'win32' });
  return found;
}

/** The sources as one script: undici and all other packages are in it, so that the runtime puts nothing in their place. */
async function bundle(file: string, binding: string): Promise<void> {
  await build({
    absWorkingDir: root,
    stdin: { contents: ENTRY, resolveDir: root },
    outfile: file,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
    alias,
    external: ['*.node'],
    define: { __TOILE_VERSION__: JSON.stringify(version), 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    plugins: [{ name: 'binding', setup: (plugin) => bindingInside(plugin, binding) }],
  });
}

/** The library finds its binding in node_modules at run time; an executable has none, so it names the file itself. */
function bindingInside({ onLoad }: PluginBuild, binding: string): void {
  onLoad({ filter: /\/src\/account\/keys\/keychain-child\.ts$/ }, async ({ path }) => {
    const text = await readFile(path, 'utf8');
    const contents = text
      .replace('const require = createRequire(import.meta.url);', '')
      .replace(`require('${KEYRING}')`, `require(${JSON.stringify(binding)})`);
    if (!contents.includes(binding) || contents.includes('createRequire(import')) {
      throw new Error(`${path} no longer loads the keychain's binding the way this script expects`);
    }
    return { contents, loader: 'ts' };
  });
}

/** What a program that failed said, or why it did not start. */
const said = (error: unknown): string => {
  const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
  return stderr || message;
};

await mkdir(out, { recursive: true });
const compiler = join(
  await packageFolder(`@oven/bun-${target(own).bun}`, BUN),
  'bin',
  `bun${target(own).exe ?? ''}`,
);
await chmod(compiler, 0o755);
const sums: string[] = [];
for (const name of wanted) {
  const { bun, keyring, exe = '' } = target(name);
  const script = join(out, `toile-${name}.cjs`);
  const file = join(out, `toile-${name}${exe}`);
  try {
    const [runtime, bindings] = await Promise.all([
      packageFolder(`@oven/bun-${bun}`, BUN),
      packageFolder(`${KEYRING}-${keyring}`, keyringVersion),
    ]);
    await bundle(script, join(bindings, `keyring.${keyring}.node`));
    const options = [
      'build',
      '--compile',
      '--bytecode',
      '--format=cjs',
      '--minify-whitespace',
      '--minify-syntax',
      `--target=bun-${bun.replace('aarch64', 'arm64')}`,
      `--compile-executable-path=${join(runtime, 'bin', `bun${exe}`)}`,
      // A file that lies in the working folder must not choose the address or the key.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      `--outfile=${file}`,
      script,
    ];
    await run(compiler, options, { cwd: out });
  } catch (error) {
    say(`${name}: not built: ${said(error).trim().split('\n').at(-1)}`);
    if (name === own) process.exitCode = 1;
    continue;
  } finally {
    await rm(script, { force: true });
  }
  const digest = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  sums.push(`${digest}  toile-${name}${exe}`);
  const size = `${((await stat(file)).size / 1e6).toFixed(0)} MB`;
  if (name !== own) {
    say(`${name}: built, not run (${size})`);
    continue;
  }
  const { stdout } = await run(file, ['--version'], { env: {}, cwd: out });
  if (stdout !== `toile ${version}\n`) throw new Error(`${file} says ${stdout}`);
  say(`${name}: built and run (${size})`);
}
await writeFile(join(out, 'SHA256SUMS'), sums.map((line) => `${line}\n`).join(''));
