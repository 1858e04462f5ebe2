import { expect, it } from 'vitest';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { createEnv, createTempFolder, runProgram } from '../support/run-program.ts';

const ID = '0a1b2c3d-0000-4000-8000-000000000001';

/** A service with two designs, one of them with a hostile name. */
const startService = async (): Promise<{ readonly url: string; requests(): number }> => {
  let requests = 0;
  const base = await startLoopbackServer((req, res) => {
    requests += 1;
    if (req.url === '/v1/me') {
      res.setHeader('content-type', 'application/json');
      res.end('{"user_id":"u","via":"api_key","scopes":["read"],"plan":"studio"}');
      return;
    }
    res.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        designs: [
          {
            id: ID,
            name: 'Smock',
            garment_category: null,
            sgg_garment_id: 'GARM-7',
            created_at: '2026-01-01T00:00:00Z',
          },
          {
            id: 'ffffffff-0000-4000-8000-000000000002',
            name: '\u001b]0;owned\u0007\n--all',
            sgg_garment_id: null,
            created_at: '2026-01-01T00:00:00Z',
          },
          { id: '--all', name: null, created_at: '2026-01-01T00:00:00Z' },
        ],
        next_before: null,
      }),
    );
  });
  return { url: base, requests: () => requests };
};

it('completion offers what was listed, for the same key and address only, and sends no request', async () => {
  const { url, requests } = await startService();
  const env = createEnv(await createTempFolder(), { TOILE_BASE_URL: url, TOILE_API_KEY: 'svc_sk_one' });
  const completeIds = async (
    begins: string,
    more: Readonly<Record<string, string>> = {},
    ...words: string[]
  ) => {
    const argv = ['__complete', 'fish', `.${begins}`, ...words, 'graph'];
    const run = await runProgram(argv, { env: { ...env, ...more } });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toMatch(/^words\t/);
    return run.stdout.slice('words\t\n'.length);
  };
  expect(await completeIds('')).toBe('');
  expect((await runProgram(['designs', 'ls'], { env })).exitCode).toBe(0);
  expect(requests()).toBe(1);

  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may arrive
  expect(await completeIds('')).not.toMatch(/[\u0000-\u0008\u000b-\u001f]|^-/m);
  expect((await completeIds('')).split('\n')).toStrictEqual([
    'GARM-7\tSmock',
    'ffffffff-0000-4000-8000-000000000002\t ]0;owned --all',
  ]);
  expect(await completeIds('garm')).toBe('GARM-7\tSmock');
  expect(await completeIds('0a1b')).toBe(`${ID}\tSmock`);
  expect(await completeIds('sm')).toBe('Smock\tGARM-7');
  expect(await completeIds('', { TOILE_API_KEY: 'svc_sk_two' })).toBe('');
  expect(await completeIds('', {}, '--base-url', 'http://127.0.0.1:1')).toBe('');
  expect(await completeIds('', {}, '--base-url=http://127.0.0.1:1')).toBe('');
  expect(await completeIds('', {}, '--sandbox')).toBe('');
  expect(requests()).toBe(1);
});

it.each([
  [['__complete'], ''],
  [['__complete', 'ids', '', 'graph'], ''],
  [['__complete', 'zsh', '.', '--account', 'nobody', 'graph'], 'words\t'],
  [['__complete', 'fish', '.x', 'accounts', 'use'], 'words\t'],
  [['__complete', 'powershell', '.', 'techpack', 'status'], 'words\t'],
  [['__complete', 'bash', 'toile techpack status '], 'words'],
] as const)('completion offers nothing where nothing is known: %j', async (argv, stdout) => {
  const run = await runProgram(argv, {
    env: createEnv(await createTempFolder(), { TOILE_HOME: '/dev/null/toile' }),
  });
  expect(run).toMatchObject({ exitCode: 0, stdout, stderr: '' });
});

it('the names of an account are stored beside its key, and deleted with it', async () => {
  const { url } = await startService();
  const env = createEnv(await createTempFolder());
  const login = ['login', '--with-key', '--insecure-storage', '--base-url', url, '--account', 'studio'];
  const signedIn = await runProgram(login, { env, input: 'svc_sk_studio' });
  expect(signedIn.exitCode).toBe(0);
  await runProgram(['designs', 'ls'], { env });
  const complete = async (...words: string[]) =>
    (await runProgram(['__complete', 'fish', ...words], { env })).stdout.slice('words\t\n'.length);
  const completeGarments = () => complete('.GARM', 'graph');
  expect(await completeGarments()).toBe('GARM-7\tSmock');
  expect(await complete('.st', 'accounts', 'use')).toBe(`studio\t${url}`);
  await runProgram(['logout'], { env });
  expect(await completeGarments()).toBe('');
  expect(await complete('.', '--account', 'studio', 'graph')).toBe('');
});
