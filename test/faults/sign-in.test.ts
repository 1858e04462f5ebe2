import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseTokenBundle, type TokenBundle } from '../../src/auth/oauth/token-bundle.ts';
import {
  type OddAnswers,
  type StandaloneServer,
  type StandaloneSettings,
  startStandaloneServer,
} from '../assistant/mcp/standalone-server.ts';
import { findAddresses } from '../auth/follow-consent.ts';
import { createEnv, createTempFolder, runProgram, startProgram } from '../support/run-program.ts';

/** Processes that meet the same token at once. */
const PROCESSES = 8;

const KNOWN = { client_id: 'studio-tools', redirect_uris: ['http://127.0.0.1/callback'] };

/** Servers as they are met, by what is peculiar to each; the flags are what has to be typed there. */
const SERVERS: Readonly<Record<string, readonly [StandaloneSettings, ...string[]]>> = {
  'public, described by RFC 8414': [{ describes: 'oauth', authMethods: ['none'] }],
  'public, described by OpenID alone': [{ describes: 'openid', authMethods: ['none'] }],
  'confidential, in the header': [{ describes: 'oauth', authMethods: ['client_secret_basic'] }],
  'confidential, in the form, described by OpenID alone': [
    { describes: 'openid', authMethods: ['client_secret_post'] },
  ],
  'no program registers itself': [{ registers: false, clients: [KNOWN] }, '--client-id', KNOWN.client_id],
  'scopes that are the tool server’s alone': [{ scopesAreItsOwn: false }],
  'more is asked for on the way': [
    { needs: (method) => (method === 'tools/list' ? ['read', 'export'] : ['read']) },
  ],
  'tokens that live for seconds': [{ accessLife: 5 }],
};

const TEMPORARY_FAULTS: readonly (readonly OddAnswers[])[] = [
  [],
  [{ status: 500, body: '' }],
  [{ status: 503, headers: { 'retry-after': '1' }, body: '<h1>Back soon</h1>' }],
  [{ status: 429, headers: { 'retry-after': '1' }, body: '{}' }, 'drop', { status: 502, body: '' }],
];

interface SignedInUser {
  readonly server: StandaloneServer;
  bundle(): Promise<TokenBundle>;
  toile(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }>;
}

const signIn = async (settings: StandaloneSettings, ...flags: readonly string[]): Promise<SignedInUser> => {
  const server = await startStandaloneServer(settings);
  onTestFinished(() => server.close());
  const home = await createTempFolder();
  const env = createEnv(home, { TOILE_HOME: home, SSH_CONNECTION: 'elsewhere' });
  const argv = ['login', '--web', '--connector-url', server.connector, '--insecure-storage', ...flags];
  const running = startProgram(argv, { env, input: '' });
  let said = '';
  const visits: Promise<string>[] = [];
  running.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    for (const address of findAddresses(said).slice(visits.length)) visits.push(server.allow(address));
  });
  expect((await running).exitCode, said).toBe(0);
  return {
    server,
    async bundle() {
      const text = await readFile(join(home, 'credentials.json'), 'utf8');
      const found: string[] = [];
      JSON.parse(text, (_, value: unknown) => {
        if (typeof value === 'string') found.push(value);
        return value;
      });
      const [bundle] = found.flatMap((secret) => parseTokenBundle(secret) ?? []);
      if (bundle === undefined) throw new Error('nobody is signed in');
      return bundle;
    },
    toile: async (...words) => {
      const { exitCode = -1, stdout, stderr } = await runProgram(words, { env });
      return { code: exitCode, out: String(stdout), err: String(stderr) };
    },
  };
};

describe.each(Object.entries(SERVERS))('%s', (_, [settings, ...flags]) => {
  it(`${PROCESSES} processes stay signed in through temporary failures, and signing out ends it`, async () => {
    const { server, bundle, toile } = await signIn(settings, ...flags);
    for (const [round, faults] of TEMPORARY_FAULTS.entries()) {
      const before = await bundle();
      const renewals = server.tokenRequests('refresh_token').length;
      // All of them meet a token that the server no longer takes.
      await server.end(before.access_token);
      server.oddly('/token', ...faults);
      const runs = await Promise.all(Array.from({ length: PROCESSES }, () => toile('tools', 'ls')));
      for (const run of runs) expect(run, `round ${round}`).toMatchObject({ code: 0, err: '' });
      const after = await bundle();
      expect(after.refresh_token).not.toBe(before.refresh_token);
      const asked = server.tokenRequests('refresh_token').slice(renewals);
      // One for all, and one more for every fault; tokens that end in the meantime are renewed again.
      if (settings.accessLife === undefined) expect(asked).toHaveLength(faults.length + 1);
      // Never twice the same token but where the first was not answered.
      const granted = asked
        .filter(({ status }) => status === 200)
        .map(({ form }) => form.get('refresh_token'));
      expect(new Set(granted).size).toBe(granted.length);
      expect(asked.filter(({ status }) => status === 400 || status === 401)).toEqual([]);
    }
    const { refresh_token = '' } = await bundle();
    expect(await server.isAlive(refresh_token)).toBe(true);
    expect(JSON.parse((await toile('logout', '--json')).out)).toMatchObject({ revoked: true });
    expect(await server.isAlive(refresh_token)).toBe(false);
    expect(await toile('tools', 'ls')).toMatchObject({ code: 4, out: '' });
  });
});

it('every process reports the cause of a lasting failure, and works again after it', async () => {
  const { server, bundle, toile } = await signIn({});
  await server.end((await bundle()).access_token);
  const staying: readonly (readonly [OddAnswers, number])[] = [
    [{ status: 500, body: '' }, 3],
    [{ status: 429, headers: { 'retry-after': '900' }, body: '' }, 7],
    [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' }, 3],
  ];
  for (const [answer, code] of staying) {
    server.oddly('/token', ...Array.from({ length: 6 * PROCESSES }, () => answer));
    const runs = await Promise.all(
      Array.from({ length: PROCESSES }, () => toile('tools', 'ls', '--max-wait', '1s')),
    );
    for (const run of runs) expect(run).toMatchObject({ code, out: '' });
  }
  server.oddly('/token');
  expect(await toile('tools', 'ls')).toMatchObject({ code: 0, err: '' });
});

it('a lost answer after the token was used ends the sign-in, and is reported as that', async () => {
  const { server, bundle, toile } = await signIn({});
  await server.end((await bundle()).access_token);
  server.oddly('/token', 'lose');
  const run = await toile('tools', 'ls', '--json');
  expect(run).toMatchObject({ code: 4, out: '' });
  expect(JSON.parse(run.err).error).toMatchObject({ code: 'sign_in_ended', hint: 'toile login --web' });
  expect(await toile('me', '--base-url', new URL(server.connector).origin)).toMatchObject({
    code: 4,
    out: '',
  });
});
