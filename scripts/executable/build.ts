/** The program as one file for one machine, with its runtime and the keychain's binding inside. */

import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { build, type Metafile, type Plugin, type PluginBuild } from 'esbuild';
import { root } from '../build/bundle-options.ts';
import { partsOfPackages } from '../build/parts.ts';
import { dataAsText, enginePacked } from '../build/plugins.ts';
import { bindingOf, runtimeOf } from './platform-packages.ts';
import { exe, OWN, targetNamed } from './targets.ts';
import { withoutUnusedTables } from './unicode-data.ts';

/** What went into it: the notices and the bill of materials name it. */
type Inside = Pick<Metafile, 'inputs'>;

const run = promisify(execFile);
const KEYRING = '@napi-rs/keyring';
const SCRIPT = 'toile.cjs';
const REST = 'rest.cjs';
const BINDING = './keyring.node';
const ENGINE = 'engine.br';

const START = 'src/cli/start.ts';

/** What bin is to Node. Nothing is awaited at its top: it is compiled ahead as a script, which cannot wait. */
const ENTRY = `import { start } from './${START}';
start(undefined, process.argv.slice(2)).then((code) => process.exit(code));`;

/** What the program loads on first use, as its first file names it. */
const LOADED = /\bimport\('([^']+)'\)/g;

/**
 * The sources as two scripts, of which the runtime reads the second when the first asks for it: `--version` does not.
 * undici and all other packages are in there, so that the runtime puts nothing in their place.
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
      // Else the runtime writes down where it was built.
      __dirname: '"/toile"',
      __filename: '"/toile/main.cjs"',
    },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(process.execPath).href;" },
    plugins,
  });
  return metafile;
}

/** The library finds its binding in node_modules at run time; an executable has none, so it names the file itself. */
function bindingInside({ onLoad }: PluginBuild): void {
  onLoad({ filter: /\/src\/account\/keys\/keychain-child\.ts$/ }, async ({ path }) => {
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
 * Writes the executable of a target, and says what went into it. The same sources give the same bytes wherever that is:
 * the work is done under names that say nothing of the place.
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
      // A file that lies in the working folder must not choose the address or the key.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      `--outfile=toile${exe(target)}`,
      // Found by its name when it is asked for, with what was compiled of it.
      '--external=*.cjs',
      SCRIPT,
      REST,
    ];
    await run(compiler, options, { cwd: place });
    await rename(join(place, `toile${exe(target)}`), file);
    return metafile;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
