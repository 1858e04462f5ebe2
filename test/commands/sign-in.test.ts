import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMemoryJournal, createSandbox } from '../../src/sandbox/index.ts';
import { createHome, NOW, type RunSetting, runToile } from '../support/run-toile.ts';

const ADDRESS = 'https://api.example.test/fashion';
const KEY = 'svc_sk_sandbox_full';

/** Creates the sandbox at its own address, and a network that reaches it. */
const startService = async (): Promise<{
  network: RunSetting['network'];
  requests: { url: string; key: string | null }[];
}> => {
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock: { now: () => NOW },
    random: (length) => new Uint8Array(length).fill(7),
  });
  const requests: { url: string; key: string | null }[] = [];
  return {
    requests,
    network: async () => async (url, init) => {
      requests.push({ url, key: new Headers(init.headers).get('authorization') });
      if (!url.startsWith(ADDRESS)) throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } });
      return sandbox.fetch(url.replace(ADDRESS, sandbox.baseUrl), init as RequestInit);
    },
  };
};

const LOGIN = ['login', '--with-key', '--insecure-storage', '--base-url', ADDRESS];

it('a key is stored, used and deleted', async () => {
  const home = await createHome();
  const { network } = await startService();
  const at = { home, network };

  const login = await runToile([...LOGIN, '--json'], { ...at, stdin: `${KEY}\n` });
  expect(login).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(login.out)).toMatchObject({
    schema: 'toile.login/1',
    account: 'default',
    base_url: ADDRESS,
    storage: 'file',
  });
  expect(login.out).not.toContain(KEY);

  const file = join(home, 'toile', 'credentials.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(join(home, 'toile'))).mode & 0o777).toBe(0o700);
  expect(await readFile(join(home, 'toile', 'accounts.json'), 'utf8')).not.toContain(KEY);

  expect(JSON.parse((await runToile(['me', '--json'], at)).out)).toMatchObject({ via: 'api_key' });
  expect((await runToile(['me'], { ...at, columns: 80 })).out).toContain('account default');
  expect((await runToile(['accounts', 'ls'], at)).out).toContain(`default\ttrue\tfile\t${ADDRESS}`);

  expect(await runToile(['logout'], at)).toMatchObject({ code: 0 });
  expect(await readFile(file, 'utf8').catch(() => '')).not.toContain(KEY);
  expect(await runToile(['me'], at)).toMatchObject({ code: 4, out: '' });
  expect(await runToile(['logout'], at)).toMatchObject({ code: 4, out: '' });
});

it('several accounts have separate keys', async () => {
  const home = await createHome();
  const { network, requests } = await startService();
  const at = { home, network };
  await runToile([...LOGIN, '--account', 'studio'], { ...at, stdin: KEY });
  await runToile([...LOGIN, '--account', 'factory'], { ...at, stdin: 'svc_sk_sandbox_read_only' });
  expect(JSON.parse((await runToile(['me', '--json'], at)).out).scopes).toEqual(['read']);
  expect(JSON.parse((await runToile(['me', '--json', '--account', 'studio'], at)).out).scopes).toHaveLength(
    3,
  );
  expect(await runToile(['accounts', 'use', 'studio'], at)).toMatchObject({ code: 0 });
  expect(JSON.parse((await runToile(['me', '--json'], at)).out).scopes).toHaveLength(3);
  for (const argv of [
    ['accounts', 'use', 'nobody'],
    ['logout', '--account', 'nobody'],
    ['me', '--account', 'nobody'],
    ['me', '--account', 'nobody', '--base-url', ADDRESS],
    ['tools', 'ls', '--account', 'nobody'],
    ['quota', '--account', 'nobody'],
  ]) {
    const { code, out, err } = await runToile([...argv, '--json'], at);
    expect({ code, out }).toStrictEqual({ code: 2, out: '' });
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'no_such_account' } });
  }
  expect(requests.every(({ url }) => url.startsWith(ADDRESS))).toBe(true);
});

it('a stored key is never sent to another address', async () => {
  const home = await createHome();
  const { network, requests } = await startService();
  await runToile(LOGIN, { home, network, stdin: KEY });
  const before = requests.length;
  const run = await runToile(['me', '--base-url', 'https://elsewhere.example.test'], { home, network });
  expect(run).toMatchObject({ code: 4, out: '' });
  expect(run.err).toContain(ADDRESS);
  expect(requests).toHaveLength(before);
});

it('a refused key is named, with the stored key that it hides', async () => {
  const home = await createHome();
  const { network } = await startService();
  await runToile(LOGIN, { home, network, stdin: KEY });
  const env = { TOILE_API_KEY: 'svc_sk_revoked', TOILE_BASE_URL: ADDRESS };
  const run = await runToile(['me'], { home, network, env });
  expect(run).toMatchObject({ code: 4, out: '' });
  expect(run.err).toMatch(/TOILE_API_KEY.*account default/);
  expect(run.err).not.toContain('svc_sk_revoked');
});

it.each([
  ['empty', '', /empty/],
  ['nothing but a line break', '\n', /empty/],
  ['two lines', 'svc_sk_a\nsvc_sk_b\n', /line break/],
  ['with a space', 'svc_sk_a b', /white space/],
  ['quoted', '"svc_sk_a"', /quotation/],
])('a key that is %s is refused without a request, and not repeated', async (_, stdin, why) => {
  const { network, requests } = await startService();
  const run = await runToile(LOGIN, { network, stdin });
  expect(run).toMatchObject({ out: '' });
  expect([2, 4]).toContain(run.code);
  expect(run.err).toMatch(why);
  if (stdin.trim() !== '') expect(run.err).not.toContain(stdin.trim());
  expect(requests).toEqual([]);
});

it('a key that the service does not accept is not stored', async () => {
  const home = await createHome();
  const { network } = await startService();
  expect(await runToile(LOGIN, { home, network, stdin: 'svc_sk_wrong' })).toMatchObject({ code: 4, out: '' });
  expect((await runToile(['accounts', 'ls'], { home })).out).toBe('');
});

it.each([
  ['no address', 'nonsense', /not a URL/],
  ['another scheme', 'ftp://example.test', /https/],
  ['plain http to another machine', 'http://example.test', /TOILE_INSECURE_HTTP=1/],
  ['a password in it', 'https://me:secret@example.test', /password/],
])('refuses a base address with %s', async (_, address, why) => {
  const { network, requests } = await startService();
  const run = await runToile(['me', '--base-url', address], { network, env: { TOILE_API_KEY: KEY } });
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toMatch(why);
  expect(run.err).not.toContain('secret');
  // Before anything else is asked for, the place for a key among it.
  const login = await runToile(['login', '--with-key', '--base-url', address], {
    network,
    stdin: `${KEY}\n`,
  });
  expect(login).toMatchObject({ code: 2, out: '' });
  expect(login.err).toMatch(why);
  expect(login.err).not.toContain('secret');
  expect(requests).toEqual([]);
});

it('no key is stored or sent for a name that cannot be an account', async () => {
  const home = await createHome();
  const { network, requests } = await startService();
  for (const name of ['x y', '..', '', 'a/b']) {
    const run = await runToile([...LOGIN, '--account', name], { home, network, stdin: KEY });
    expect(run).toMatchObject({ code: 2, out: '' });
  }
  expect(requests).toEqual([]);
  expect(await readFile(join(home, 'toile', 'credentials.json'), 'utf8').catch(() => '')).not.toContain(KEY);
});

it('no key is stored for a server that answers JSON without a user', async () => {
  const home = await createHome();
  const network: RunSetting['network'] = async () => async () =>
    Response.json({ user_id: null, scopes: 'read' });
  const run = await runToile(LOGIN, { home, network, stdin: KEY });
  expect(run).toMatchObject({ code: 3, out: '' });
  expect(run.err).toContain('names no user');
  expect(await readFile(join(home, 'toile', 'credentials.json'), 'utf8').catch(() => '')).not.toContain(KEY);
});

it('sign-in works when the scopes are not a list', async () => {
  const network: RunSetting['network'] = async () => async () =>
    Response.json({
      user_id: '1b9d2f60-7c4e-4a8b-9f35-0e6a5c2d7b11',
      via: 'api_key',
      scopes: 'read',
      plan: 7,
    });
  for (const columns of [undefined, 80]) {
    expect(await runToile(LOGIN, { network, stdin: KEY, columns })).toMatchObject({ code: 0, err: '' });
  }
});

it('the list says which key applies to which address, without a request', async () => {
  const home = await createHome();
  const { network, requests } = await startService();
  await runToile([...LOGIN, '--account', 'atelier'], { home, network, stdin: `${KEY}\n` });
  requests.length = 0;
  const stored = await runToile(['me', '--offline', '--json'], { home, network });
  expect(JSON.parse(stored.out)).toMatchObject({
    ...{ schema: 'toile.sign-in/1', base_url: ADDRESS, account: 'atelier', via: 'api_key' },
    ...{ source: 'insecure-file', place: expect.stringContaining('account atelier'), shadowed: [] },
  });
  const env = { TOILE_API_KEY: 'svc_sk_other', TOILE_ACCESS_TOKEN: 'token', TOILE_BASE_URL: ADDRESS };
  const rows = await runToile(['me', '--offline'], { home, network, env });
  expect(rows.out).toContain('place\tTOILE_API_KEY\nshadowed\tTOILE_ACCESS_TOKEN\nshadowed\t');
  expect(await runToile(['me', '--offline'], { network })).toMatchObject({ code: 4, out: '' });
  expect(requests).toEqual([]);
  for (const { out, err } of [stored, rows]) expect(out + err).not.toMatch(/svc_sk|token\b(?!_)/);
});

it('the list says which accounts are signed in after the current one signed out', async () => {
  const home = await createHome();
  const at = { home, network: (await startService()).network };
  for (const name of ['studio', 'atelier'])
    await runToile([...LOGIN, '--account', name], { ...at, stdin: `${KEY}\n` });
  expect(await runToile(['logout'], at)).toMatchObject({ code: 0 });
  const me = await runToile(['me'], at);
  expect(me).toMatchObject({ code: 4, out: '' });
  expect(me.err).toMatch(/no current account; stored accounts: studio[\s\S]*toile accounts use studio/);
  expect(await runToile(['accounts', 'use', 'studio'], at)).toMatchObject({ code: 0 });
  expect(await runToile(['me'], at)).toMatchObject({ code: 0 });
});
