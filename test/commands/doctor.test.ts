import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHome, NOW, type RunSetting, runToile } from '../support/run-toile.ts';

interface Found {
  readonly check: string;
  readonly state: string;
  readonly message: string;
  readonly fix: string | null;
}

const runDoctor = async (argv: readonly string[], setting: RunSetting = {}) => {
  const { code, out, err } = await runToile([...argv, 'doctor', '--json'], setting);
  expect(err).toBe('');
  const { schema, problems, findings } = JSON.parse(out) as {
    schema: string;
    problems: number;
    findings: Found[];
  };
  expect(schema).toBe('toile.doctor/1');
  expect(findings.filter(({ state }) => state === 'problem')).toHaveLength(problems);
  expect(code).toBe(problems > 0 ? 1 : 0);
  for (const { state, fix } of findings) if (state !== 'ok') expect(fix).toBeTruthy();
  return new Map(findings.map((found) => [found.check, found]));
};

const ENV = { TOILE_BASE_URL: 'https://api.test', TOILE_API_KEY: 'svc_sk_doctor' };

/** A service with an index and an account, on a clock that may be wrong. */
const answerService =
  (index: object, date: string, status = 200): RunSetting['network'] =>
  async () =>
  async (url: string) =>
    new Response(
      JSON.stringify(
        url.endsWith('/v1') ? index : { user_id: 'u', via: 'api_key', scopes: ['read'], plan: 'studio' },
      ),
      {
        status: url.endsWith('/v1') ? status : 200,
        headers: { date, 'content-type': 'application/json' },
      },
    );

const rightly = answerService({ version: '2026-09-15' }, new Date(NOW).toUTCString());

it('a refused key is reported as a refused key, not as a missing sign-in', async () => {
  const network: RunSetting['network'] = async () => async (url: string) => {
    if (url.endsWith('/v1')) return new Response('{"version":"2026-09-15"}', { status: 200 });
    return new Response('{"error":{"code":"unauthorized","message":"no such key"}}', { status: 401 });
  };
  const found = await runDoctor([], { env: ENV, network });
  expect(found.get('access')).toMatchObject({
    state: 'problem',
    fix: expect.stringContaining('TOILE_API_KEY'),
  });
});

it('a fresh machine has no problem, and the next step is named', async () => {
  const found = await runDoctor([]);
  expect(found.get('address')).toMatchObject({ state: 'note', fix: expect.stringContaining('toile login') });
  expect([...found.keys()]).toStrictEqual([
    'program',
    'folders',
    'completion',
    'proxy',
    'address',
    'accounts',
    'keychain',
  ]);
});

it('the sandbox is checked as any service', async () => {
  const found = await runDoctor(['--sandbox']);
  expect([...found.values()].every(({ state }) => state !== 'problem')).toBe(true);
  expect(found.get('access')?.message).toContain('scopes read, export, generate');
});

it('the check reaches the account, and shows no key', async () => {
  const { code, out } = await runToile(['doctor'], { env: ENV, network: rightly });
  expect(code).toBe(0);
  expect(out).toMatch(/^ok\taccess\tthe key is accepted: plan studio, scopes read\t$/m);
  expect(out).toMatch(/^ok\tquota\t299 of 300 requests left, as counted by toile\t$/m);
  expect(out).not.toContain('svc_sk');
});

it.each([
  [
    'a clock that is wrong',
    answerService({ version: '2026-09-15' }, new Date(NOW - 400_000).toUTCString()),
    'clock',
    'problem',
    '400 seconds ahead',
  ],
  [
    'another version',
    answerService({ version: '2027-01-01' }, new Date(NOW).toUTCString()),
    'version',
    'note',
    '2027-01-01',
  ],
  ['no version', answerService({}, new Date(NOW).toUTCString()), 'version', 'note', 'no API version'],
  ['another page', answerService({}, '', 404), 'network', 'problem', '404'],
  [
    'no network',
    async () => async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) });
    },
    'network',
    'problem',
    'api.test',
  ],
] as const)('a problem is reported: %s', async (_, network, check, state, says) => {
  const found = await runDoctor([], { env: ENV, network: network as RunSetting['network'] });
  expect(found.get(check)).toMatchObject({ state, message: expect.stringContaining(says) });
});

it('a proxy is named without its password, and an unreadable certificate file is reported', async () => {
  const env = { ...ENV, HTTPS_PROXY: 'http://ama:secret@px.test:3128' };
  const found = await runDoctor([], { env, network: rightly });
  expect(found.get('proxy')).toMatchObject({ state: 'ok', message: 'HTTPS_PROXY is px.test:3128' });
  const missing = await runDoctor([], {
    env: { ...env, TOILE_CA_FILE: '/nowhere/ca.pem' },
    network: rightly,
  });
  expect(missing.get('proxy')).toMatchObject({
    state: 'problem',
    message: expect.stringContaining('/nowhere/ca.pem'),
  });
});

it('a folder without write permission is reported', async () => {
  const found = await runDoctor([], { env: { TOILE_HOME: '/dev/null/toile' } });
  expect(found.get('folders')).toMatchObject({
    state: 'problem',
    fix: expect.stringContaining('TOILE_HOME'),
  });
});

it('missing shell completion is reported', async () => {
  const home = await createHome();
  const env = { SHELL: '/usr/bin/fish' };
  expect((await runDoctor([], { home, env })).get('completion')?.fix).toContain('toile completion fish');
  mkdirSync(join(home, '.config/fish/completions'), { recursive: true });
  writeFileSync(join(home, '.config/fish/completions/toile.fish'), 'function __toile_complete\n');
  expect((await runDoctor([], { home, env })).get('completion')?.state).toBe('ok');
});
