/** Replaces large packages by the part that toile uses. Throws when such a package changes. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, PluginBuild } from 'esbuild';

export const partsOfPackages = (): Plugin => ({
  name: 'parts-of-packages',
  setup(build) {
    undici(build);
    spinners(build);
    oneValidator(build);
  },
});

/** The index of undici also loads caches, mocks and sockets, which src/service/http/undici.ts does not use. */
const UNDICI = `
Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'));
exports.Agent = require('./lib/dispatcher/agent');
exports.EnvHttpProxyAgent = require('./lib/dispatcher/env-http-proxy-agent');
exports.fetch = require('./lib/web/fetch').fetch;
`;

function undici({ onLoad }: PluginBuild): void {
  onLoad({ filter: /\/node_modules\/undici\/index\.js$/ }, async ({ path }) => {
    const text = await readFile(path, 'utf8');
    for (const [, from = ''] of UNDICI.matchAll(/require\('([^']+)'\)/g)) {
      if (!text.includes(`require('${from}')`)) throw new Error(`${path} no longer takes in ${from}`);
    }
    return { contents: UNDICI, loader: 'js' };
  });
}

/** The default spinners of ora: one for Windows, one for other systems. */
const TURNED = ['dots', 'line'];

function spinners({ onLoad }: PluginBuild): void {
  onLoad({ filter: /\/cli-spinners\/spinners\.json$/ }, async ({ path }) => {
    const all = JSON.parse(await readFile(path, 'utf8')) as Readonly<Record<string, unknown>>;
    const lost = TURNED.filter((name) => all[name] === undefined);
    if (lost.length > 0) throw new Error(`${path} has no ${lost.join(', ')}`);
    return { contents: JSON.stringify(all, ['interval', 'frames', ...TURNED]), loader: 'json' };
  });
}

const VALIDATOR = /^ajvProvider-.*\.mjs$/;

/** The MCP client and server each bundle the same schema validator; both use that of the server. */
function oneValidator({ onResolve }: PluginBuild): void {
  onResolve({ filter: /\/ajvProvider-[\w-]+\.mjs$/ }, async ({ path, resolveDir }) => {
    if (!resolveDir.endsWith('/client/dist')) return undefined;
    const folder = join(resolveDir, '../../server/dist');
    const [name = ''] = (await readdir(folder)).filter((each) => VALIDATOR.test(each));
    const [own, other] = await Promise.all(
      [join(resolveDir, path), join(folder, name)].map(async (file) =>
        (await readFile(file, 'utf8')).replaceAll(/^(import |\/\/#).*$/gm, ''),
      ),
    );
    if (own !== other) throw new Error(`${path} of the protocol's client is no longer that of its server`);
    return { path: join(folder, name) };
  });
}
