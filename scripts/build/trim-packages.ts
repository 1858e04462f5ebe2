/** Bundles only the parts of packages that toile uses. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, PluginBuild } from 'esbuild';
import { SINGLE_COLUMNS } from '../../src/output/measure-width.ts';

/** A plugin that replaces the files of these packages. The build fails when a package has changed. */
export const trimPackages = (): Plugin => ({
  name: 'trim-packages',
  setup(build) {
    trimUndici(build);
    trimSpinners(build);
    delayUnicodeTables(build);
    shareValidator(build);
  },
});

/** The index of undici also loads caches, mocks and sockets, which src/service/http/undici-fetch.ts does not use. */
const UNDICI = `
Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'));
exports.Agent = require('./lib/dispatcher/agent');
exports.EnvHttpProxyAgent = require('./lib/dispatcher/env-http-proxy-agent');
exports.fetch = require('./lib/web/fetch').fetch;
`;

function trimUndici({ onLoad }: PluginBuild): void {
  onLoad({ filter: /\/node_modules\/undici\/index\.js$/ }, async ({ path }) => {
    const text = await readFile(path, 'utf8');
    for (const [, from = ''] of UNDICI.matchAll(/require\('([^']+)'\)/g)) {
      if (!text.includes(`require('${from}')`)) throw new Error(`${path} no longer requires ${from}`);
    }
    return { contents: UNDICI, loader: 'js' };
  });
}

/** The default spinners of ora: one for Windows, one for other systems. */
const DEFAULT_SPINNERS = ['dots', 'line'];

function trimSpinners({ onLoad }: PluginBuild): void {
  onLoad({ filter: /\/cli-spinners\/spinners\.json$/ }, async ({ path }) => {
    const all = JSON.parse(await readFile(path, 'utf8')) as Readonly<Record<string, unknown>>;
    const missing = DEFAULT_SPINNERS.filter((name) => all[name] === undefined);
    if (missing.length > 0) throw new Error(`${path} has no ${missing.join(', ')}`);
    return { contents: JSON.stringify(all, ['interval', 'frames', ...DEFAULT_SPINNERS]), loader: 'json' };
  });
}

/** The source of the function `delay`, which creates an object when one of its members is first used. */
const DELAY = `const delay = (create, object) => new Proxy({}, {
  get: (_, name) => {
    object ??= create();
    return typeof object[name] === 'function' ? object[name].bind(object) : object[name];
  },
});
`;

/**
 * Two packages create a segmenter and a table of all emoji when they are loaded, which takes 10 to 20 ms. They are
 * created on first use instead, which a text of ASCII does not need. Nor does any other text of SINGLE_COLUMNS, for
 * example with a dash or an accent.
 */
function delayUnicodeTables({ onLoad }: PluginBuild): void {
  // The older string-width in cli-table3 has no tables.
  onLoad({ filter: /\/node_modules\/(string-width|wrap-ansi)\/index\.js$/ }, async ({ path }) => {
    if (path.includes('/cli-table3/')) return undefined;
    const text = await readFile(path, 'utf8');
    const delayed = text.replaceAll(
      /^const (\w+) = (new Intl\.Segmenter\(\)|\/.*\\p\{RGI_Emoji\}.*\/v);$/gm,
      'const $1 = delay(() => $2);',
    );
    const contents = delayed.replace(/\/\^\[(?: -~|\\u0020-\\u007E)\]\*\$\//, () => String(SINGLE_COLUMNS));
    if (delayed === text || contents === delayed)
      throw new Error(`${path} no longer creates tables when it is loaded, or has no pattern for ASCII`);
    return { contents: DELAY + contents, loader: 'js' };
  });
}

const VALIDATOR = /^ajvProvider-.*\.mjs$/;

/** The MCP client and server each bundle the same schema validator; both use that of the server. */
function shareValidator({ onResolve }: PluginBuild): void {
  onResolve({ filter: /\/ajvProvider-[\w-]+\.mjs$/ }, async ({ path, resolveDir }) => {
    if (!resolveDir.endsWith('/client/dist')) return undefined;
    const folder = join(resolveDir, '../../server/dist');
    const [name = ''] = (await readdir(folder)).filter((file) => VALIDATOR.test(file));
    const [ofClient, ofServer] = await Promise.all(
      [join(resolveDir, path), join(folder, name)].map(async (file) =>
        (await readFile(file, 'utf8')).replaceAll(/^(import |\/\/#).*$/gm, ''),
      ),
    );
    if (ofClient !== ofServer)
      throw new Error(`${path}: the MCP client and server no longer bundle the same validator`);
    return { path: join(folder, name) };
  });
}
