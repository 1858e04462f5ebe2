import { expect, it } from 'vitest';
import { createMemoryJournal, createSandbox } from '../../src/sandbox/index.ts';
import { NOW, type RunSetting, runToile } from '../support/run-toile.ts';

/** Serves the sandbox below a prefix. An address without the prefix does not reach the service. */
const openNetwork: RunSetting['network'] = async () => {
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock: { now: () => NOW },
    random: (length) => new Uint8Array(length).fill(7),
  });
  return async (url, init) =>
    url.startsWith('https://api.example.test/fashion/')
      ? sandbox.fetch(url.replace('https://api.example.test/fashion', sandbox.baseUrl), init as RequestInit)
      : new Response('<h1>Not here</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
};

const runAt = (words: string, key: string, base = 'https://api.example.test/fashion') =>
  runToile(words.split(' '), { network: openNetwork, env: { TOILE_API_KEY: key, TOILE_BASE_URL: base } });

const KEY = 'svc_sk_sandbox_full';

it.each([
  ['a garment', 'graph GARM-404', 5, 'toile designs ls --all'],
  ['a purchase', 'techpack status 00000000-0000-4000-8000-000000000000', 5, 'toile techpack ls'],
  ['a route', 'api v1/nothing', 5, 'toile api v1 shows the routes'],
])('names the list in which %s is found', async (_, words, code, next) => {
  const run = await runAt(words, KEY);
  expect(run).toMatchObject({ code, out: '' });
  expect(run.err.trimEnd().split('\n').at(-1)).toContain(next);
});

it('asks to check the address when the service is not found', async () => {
  for (const words of ['me', 'designs ls']) {
    const run = await runAt(words, KEY, 'https://api.example.test');
    expect(run).toMatchObject({ code: 5, out: '' });
    expect(run.err).toContain('is https://api.example.test the address of the service?');
  }
});

it('names the address without the /v1 that toile adds', async () => {
  const run = await runAt('me', KEY, 'https://api.example.test/fashion/v1');
  expect(run).toMatchObject({ code: 5, out: '' });
  expect(run.err).toContain('--base-url https://api.example.test/fashion\n');
});

it('names the variable, not login, when the key comes from the environment', async () => {
  const run = await runAt('me', 'svc_sk_revoked');
  expect(run).toMatchObject({ code: 4, out: '' });
  expect(run.err).toContain('replace the key in TOILE_API_KEY');
});

it('says where keys are made when a new key is refused', async () => {
  const argv = [
    'login',
    '--with-key',
    '--insecure-storage',
    '--base-url',
    'https://api.example.test/fashion',
  ];
  const run = await runToile(argv, { network: openNetwork, stdin: 'svc_sk_wrong' });
  expect(run).toMatchObject({ code: 4, out: '' });
  expect(run.err).toContain('Settings > Developer access');
  expect(run.err).not.toMatch(/^toile login$/m);
});

it('keeps --sandbox in the suggested command', async () => {
  for (const words of ['graph GARM-404', 'graph nobody', 'graph']) {
    const run = await runToile(['--sandbox', ...words.split(' ')]);
    expect(run.err, words).toContain('toile --sandbox designs ls');
  }
  const run = await runToile(['--sandbox', '--account', 'scopeless', 'designs', 'ls']);
  expect(run.err).toContain('toile --sandbox --account scopeless me shows its scopes');
});
