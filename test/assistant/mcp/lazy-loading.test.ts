import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { serializeTokenBundle } from '../../../src/auth/oauth/token-bundle.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import { BIN, createEnv, createTempFolder } from '../../support/run-program.ts';

/** Every file of the program that a command line loads, as the engine counts them. */
async function listLoadedFiles(argv: readonly string[], folder?: string): Promise<string> {
  folder ??= await createTempFolder();
  const env = createEnv(folder, {
    TOILE_HOME: folder,
    NODE_V8_COVERAGE: join(folder, 'loaded'),
  });
  await execa(process.execPath, [BIN, ...argv], { env, extendEnv: false, input: '', reject: false });
  const urls = new Set<string>();
  for (const file of await readdir(join(folder, 'loaded'))) {
    const { result } = JSON.parse(await readFile(join(folder, 'loaded', file), 'utf8'));
    for (const { url } of result as { url: string }[]) if (url.includes('/dist/')) urls.add(url);
  }
  expect(urls.size).toBeGreaterThan(0);
  return (await Promise.all([...urls].map((url) => readFile(fileURLToPath(url), 'utf8')))).join('\n');
}

// A name that nothing but the library knows, since comments do not outlive the build.
const LIBRARY = /io\.modelcontextprotocol\/protocolVersion/;

describe('the protocol library is not loaded by', () => {
  it.each([
    [['--version']],
    [['help']],
    [['--sandbox', 'me']],
    [['--sandbox', 'graph', 'GARM-101']],
    [['mcp', 'config', 'claude']],
    [['accounts', 'ls']],
    [['login', '--with-key', '--base-url', 'http://127.0.0.1:9']],
  ])('%j', async (argv) => {
    expect(await listLoadedFiles(argv)).not.toMatch(LIBRARY);
  });
});

it('the protocol library is not loaded when an expired token is renewed', async () => {
  const requests: string[] = [];
  const base = await startLoopbackServer((request, response) => {
    requests.push(request.url ?? '');
    response.end(JSON.stringify({ access_token: 'new', token_type: 'Bearer', user_id: 'x', scopes: [] }));
  });
  const folder = await createTempFolder();
  const account = { name: 'default', base_url: base, storage: 'file', kind: 'access_token' };
  const bundle = {
    access_token: 'old',
    refresh_token: 'good for one',
    expires_at: 1,
    client_id: 'toile',
    issuer: base,
    token_endpoint: `${base}/token`,
  };
  const files = {
    accounts: { version: 1, current: 'default', accounts: [account] },
    credentials: { version: 1, credentials: { [`default@${base}`]: serializeTokenBundle(bundle) } },
  };
  for (const [name, value] of Object.entries(files)) {
    await writeFile(join(folder, `${name}.json`), JSON.stringify(value), { mode: 0o600 });
  }
  expect(await listLoadedFiles(['me'], folder)).not.toMatch(LIBRARY);
  expect(requests).toEqual(['/token', '/v1/me']);
});

it('the protocol library is loaded by the commands that need it', async () => {
  expect(await listLoadedFiles(['--sandbox', 'tools', 'ls'])).toMatch(LIBRARY);
});
