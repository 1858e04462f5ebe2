import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type RecordedRequest,
  type OddAnswers as ServerAnswers,
  type StandaloneServer,
  type StandaloneSettings,
  startStandaloneServer,
} from '../assistant/mcp/standalone-server.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import type { ToileRun } from '../support/run-toile.ts';
import { createSignInMachine } from './sign-in-machine.ts';

const HOUR = 60 * 60 * 1000;

const startServer = async (settings?: StandaloneSettings): Promise<StandaloneServer> => {
  const server = await startStandaloneServer(settings);
  onTestFinished(() => server.close());
  return server;
};

const toJson = (value: unknown): string => JSON.stringify(value);

describe('client registration', () => {
  it.each(['client_secret_basic', 'client_secret_post', 'none'] as const)(
    'registers by %s if the server supports it, and uses it later',
    async (method) => {
      const server = await startServer({ authMethods: [method] });
      const at = await createSignInMachine(server.connector);
      expect(await at.login(server.allow)).toMatchObject({ code: 0 });
      const first = await at.bundle();
      expect(first).toMatchObject({ auth_method: method });
      expect(await at.later(2 * HOUR, 'tools', 'ls')).toMatchObject({ code: 0, err: '' });
      const second = await at.bundle();
      expect(second?.refresh_token).not.toBe(first?.refresh_token);
      expect(await at.later(2 * HOUR, 'logout', '--json')).toMatchObject({ code: 0, err: '' });
      expect(await server.isAlive(second?.refresh_token ?? '')).toBe(false);
      const refused = server.asked.filter(({ status }) => status >= 400);
      expect(refused).toEqual([]);
    },
  );

  it('keeps the client secret out of every file except the one for secrets', async () => {
    const server = await startServer({ authMethods: ['client_secret_basic'] });
    const at = await createSignInMachine(server.connector);
    const run = await at.login(server.allow, '--debug');
    const secret = (await at.bundle())?.client_secret ?? 'none';
    expect(secret.length).toBeGreaterThan(20);
    expect(run.out + run.err).not.toContain(secret);
    expect(await readFile(join(at.home, 'toile', 'accounts.json'), 'utf8')).not.toContain(secret);
  });

  it("registers without scopes if the sign-in server has none of the tool server's", async () => {
    const server = await startServer({ scopesAreItsOwn: false });
    const at = await createSignInMachine(server.connector);
    expect(await at.login(server.allow)).toMatchObject({ code: 0 });
    expect(await at.later(0, 'tools', 'ls')).toMatchObject({ code: 0, err: '' });
  });

  it('registers once, and uses the registration later', async () => {
    const server = await startServer();
    const at = await createSignInMachine(server.connector);
    await at.login(server.allow);
    const first = await at.bundle();
    expect(await at.login(server.allow)).toMatchObject({ code: 0 });
    const second = await at.bundle();
    expect(second).toMatchObject({ client_id: first?.client_id, redirect_uri: first?.redirect_uri });
    expect(second?.refresh_token).not.toBe(first?.refresh_token);
    expect(server.asked.filter(({ path }) => path === '/reg')).toHaveLength(1);
  });

  it('registers again when its local port is in use, and when the server has forgotten it', async () => {
    const server = await startServer();
    const at = await createSignInMachine(server.connector);
    await at.login(server.allow);
    const first = await at.bundle();
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(Number(new URL(first?.redirect_uri ?? '').port), '127.0.0.1', resolve);
    });
    expect(await at.login(server.allow)).toMatchObject({ code: 0 });
    await new Promise((resolve) => other.close(resolve));
    const second = await at.bundle();
    expect(second?.redirect_uri).not.toBe(first?.redirect_uri);
    await server.forget(second?.client_id ?? '');
    expect(await at.login(server.allow)).toMatchObject({ code: 0 });
    const ids = [first, second, await at.bundle()].map((bundle) => bundle?.client_id);
    expect(new Set(ids).size).toBe(3);
  });

  it('explains what to do when the server allows no registration, and does it once', async () => {
    const client = { client_id: 'studio-tools', redirect_uris: ['http://127.0.0.1/callback'] };
    const server = await startServer({ registers: false, clients: [client] });
    const at = await createSignInMachine(server.connector);
    const run = await at.login(server.allow);
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(JSON.parse(run.err).error).toMatchObject({
      code: 'no_registration',
      hint: expect.stringContaining('--client-id'),
    });
    expect(await at.login(server.allow, '--client-id', 'studio-tools')).toMatchObject({ code: 0 });
    // It is known from now on.
    expect(await at.login(server.allow)).toMatchObject({ code: 0 });
    expect(await at.bundle()).toMatchObject({ client_id: 'studio-tools' });
  });

  it('explains what to do when a registration is refused', async () => {
    const server = await startServer();
    const at = await createSignInMachine(server.connector);
    server.oddly('/reg', { status: 401, body: '' });
    const run = await at.login(server.allow);
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(run.err).toMatch(/refused to register toile[\s\S]*--client-id/);
  });
});

describe('a server with metadata at', () => {
  it.each(['oauth', 'openid', 'pages'] as const)('%s alone gets the sign-out', async (describes) => {
    const server = await startServer({ describes });
    const at = await createSignInMachine(server.connector);
    expect(await at.login(server.allow)).toMatchObject({ code: 0 });
    const token = (await at.bundle())?.refresh_token ?? '';
    expect(await server.isAlive(token)).toBe(true);
    const run = await at.later(0, 'logout', '--json');
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(run.out)).toMatchObject({ revoked: true });
    expect(await server.isAlive(token)).toBe(false);
  });

  it('no address for revocation is reported at the sign-out', async () => {
    const server = await startServer({ describing: ({ revocation_endpoint: _, ...rest }) => rest });
    const at = await createSignInMachine(server.connector);
    await at.login(server.allow);
    const run = await at.later(0, 'logout', '--json');
    expect(JSON.parse(run.out)).toMatchObject({ revoked: false });
    expect(run.err).toMatch(
      /could not revoke the tokens at the sign-in server; they stay valid until they expire/,
    );
  });

  it.each([
    ['no PKCE', { code_challenge_methods_supported: undefined }, 'no_pkce', /PKCE/],
    ['plain PKCE only', { code_challenge_methods_supported: ['plain'] }, 'no_pkce', /PKCE/],
    ['a file to open', { authorization_endpoint: 'file:///etc/hosts?' }, 'unsafe_address', /authorization/],
    ['plain http', { authorization_endpoint: 'http://x.example/a' }, 'unsafe_address', /authorization/],
    ['tokens over plain http', { token_endpoint: 'http://x.example/t' }, 'unsafe_address', /token_endpoint/],
    ['an end over plain http', { revocation_endpoint: 'http://x.example/r' }, 'unsafe_address', /revocation/],
    [
      'methods that toile does not have',
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      'no_auth_method',
      /private_key_jwt/,
    ],
    ['no codes', { response_types_supported: ['id_token'] }, 'no_code_flow', /code/],
    ['pushed requests only', { require_pushed_authorization_requests: true }, 'par_required', /pushed/],
    [
      'another name',
      { issuer: 'https://elsewhere.example' },
      'issuer_mismatch',
      /a different sign-in server/,
    ],
  ])('%s is refused before a redirect or a request', async (_, more, code, words) => {
    const server = await startServer({ describing: (document) => ({ ...document, ...more }) });
    const at = await createSignInMachine(server.connector);
    const visited: string[] = [];
    const run = await at.login(async (address) => visited.push(address));
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(run.err).not.toMatch(/open this/);
    expect(JSON.parse(run.err).error).toMatchObject({ code, message: expect.stringMatching(words) });
    expect(visited).toEqual([]);
    expect(server.asked).toEqual([]);
  });
});

it('tokens that are bound to a key are refused before the browser opens', async () => {
  const server = await startServer({ resource: { dpop_bound_access_tokens_required: true } });
  const visited: string[] = [];
  const run = await (await createSignInMachine(server.connector)).login(async (address) =>
    visited.push(address),
  );
  expect(run).toMatchObject({ code: 4, out: '' });
  expect(JSON.parse(run.err).error).toMatchObject({ code: 'dpop_required' });
  expect([visited, server.asked]).toEqual([[], []]);
});

it('a tool server that never answers a request ends the sign-in in time', async () => {
  const base = await startLoopbackServer((_, response) => response.writeHead(202).end());
  const connector = `${base}/connector`;
  const run = await (await createSignInMachine(connector)).login(async () => undefined);
  expect(run).toMatchObject({ code: 3, out: '' });
  expect(JSON.parse(run.err).error).toMatchObject({ code: 'bad_answer' });
});

it.each(['file:///etc/', 'http://elsewhere.example/', 'ftp://127.0.0.1/'])(
  'a redirect of a tool server to %s is not followed',
  async (sendsTo) => {
    const server = await startServer({ sendsTo });
    const run = await (await createSignInMachine(server.connector)).login(server.allow);
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(JSON.parse(run.err).error).toMatchObject({ code: 'unsafe_address' });
  },
);

const UNTIL = { date: 'Tue, 15 Sep 2026 10:00:00 GMT', 'retry-after': 'Tue, 15 Sep 2026 10:01:30 GMT' };

it.each([
  ['503', 503, {}, 3, /failed \(503\)/],
  ['429', 429, { 'retry-after': '9' }, 7, /try again in 9 s/],
  ['503 until a date', 503, UNTIL, 3, /try again in 90 s/],
  ['a page', 200, { 'content-type': 'text/html' }, 3, /TOILE_CONNECTOR_URL/],
])('the error names the cause when the connector answers %s', async (_, status, headers, code, words) => {
  const base = await startLoopbackServer((_request, response) =>
    response.writeHead(status, headers).end('<h1>x</h1>'),
  );
  const run = await (await createSignInMachine(`${base}/connector`)).login(async () => undefined);
  expect(run).toMatchObject({ code, out: '' });
  expect(run.err).toMatch(words);
  expect(run.err).not.toMatch(/inside toile/);
});

describe('a server that asks for more scopes than at first', () => {
  const listNeededScopes = (method: string) => (method === 'tools/list' ? ['read', 'export'] : ['read']);

  it('opens the browser once more, with everything new except the client', async () => {
    const server = await startServer({ needs: listNeededScopes });
    const at = await createSignInMachine(server.connector);
    const visited: URL[] = [];
    const run = await at.login(async (address) => {
      visited.push(new URL(address));
      expect(await server.allow(address)).toMatch(/toile received the answer/);
    });
    expect(run.code, run.err).toBe(0);
    expect(run.err).toMatch(/requires additional scopes: read export/);
    expect(visited.map(({ searchParams }) => searchParams.get('scope'))).toEqual([
      'read offline_access',
      'read offline_access export',
    ]);
    for (const name of ['state', 'code_challenge']) {
      expect(new Set(visited.map(({ searchParams }) => searchParams.get(name))).size).toBe(2);
    }
    const codes = server.tokenRequests('authorization_code');
    expect(codes.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(codes.map(({ form }) => form.get('code'))).size).toBe(2);
    expect(new Set(codes.map(({ form }) => form.get('code_verifier'))).size).toBe(2);
    expect(await at.later(0, 'tools', 'ls')).toMatchObject({ code: 0, err: '' });
  });

  it('and does not get them ends the sign-in with the missing scopes', async () => {
    const server = await startServer({ needs: () => ['read', 'admin'] });
    const at = await createSignInMachine(server.connector);
    let visits = 0;
    const run = await at.login(async (address) => {
      visits += 1;
      await server.allow(address);
    });
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(run.err).toMatch(/admin/);
    expect(visits).toBeLessThanOrEqual(2);
    expect(await at.bundle()).toBeUndefined();
  });

  it('ignores an answer of the first visit', async () => {
    const server = await startServer({ needs: listNeededScopes });
    const at = await createSignInMachine(server.connector);
    const visited: string[] = [];
    const run = await at.login(async (address) => {
      visited.push(address);
      const [first = ''] = visited;
      if (visited.length === 1) return server.allow(address);
      const [redirect, state] = ['redirect_uri', 'state'].map((name) =>
        new URL(first).searchParams.get(name),
      );
      // Whatever comes late for the first visit, or as if it were for it.
      await fetch(`${redirect}?code=old&state=${state}`);
      expect((await fetch(`${redirect}?code=old&state=guessed`)).status).toBe(400);
      return server.allow(address);
    });
    expect(run.code, run.err).toBe(0);
    const codes = server.tokenRequests('authorization_code').map(({ form }) => form.get('code'));
    expect(codes).toHaveLength(2);
    expect(codes).not.toContain('old');
  });
});

describe('a token endpoint with a failure', () => {
  const refused: ServerAnswers = { status: 400, headers: { 'content-type': 'application/json' }, body: '' };
  const replyWithOAuthError = (error: string): ServerAnswers => ({
    ...refused,
    body: toJson({ error, error_description: 'so it is' }),
  });
  const HTML = { 'content-type': 'text/html' };

  /** One sign-in for all of them, since none of them may end it; hours later each time, so its token is too old. */
  const signIn = async () => {
    const server = await startServer();
    const at = await createSignInMachine(server.connector);
    expect(await at.login(server.allow)).toMatchObject({ code: 0 });
    let hours = 0;
    const runLater = (...argv: readonly string[]) => {
      hours += 2;
      return at.later(hours * HOUR, ...argv);
    };
    return { server, at, later: runLater };
  };

  it('is waited for while the failure is temporary', async () => {
    const { server, later } = await signIn();
    for (const [name, answers] of Object.entries<readonly ServerAnswers[]>({
      '500': [{ status: 500, body: 'oops' }],
      '502 with a page': [{ status: 502, headers: HTML, body: '<h1>Bad gateway</h1>' }],
      '503 with Retry-After': [{ status: 503, headers: { 'retry-after': '7' }, body: '' }],
      '429 with Retry-After': [{ status: 429, headers: { 'retry-after': '7' }, body: '{}' }],
      'a connection that breaks': ['drop'],
      'several of them': [{ status: 500, body: '' }, 'drop', { status: 429, body: '' }],
    })) {
      const before = server.tokenRequests('refresh_token').length;
      server.oddly('/token', ...answers);
      const run = await later('tools', 'ls');
      expect(run.code, `${name}: ${run.err}`).toBe(0);
      expect(server.tokenRequests('refresh_token').length - before, name).toBe(answers.length + 1);
    }
  });

  it('that stays ends a command with its own exit code, and nothing else is lost', async () => {
    const { server, at, later } = await signIn();
    const before = await at.bundle();
    const troubles: readonly (readonly [string, ServerAnswers, number, RegExp])[] = [
      ['500', { status: 500, body: toJson({ error: 'server_error' }) }, 3, /failed \(500\)/],
      ['503', { status: 503, body: '' }, 3, /failed \(503\)/],
      ['a long 503', { status: 503, headers: { 'retry-after': '600' }, body: '' }, 3, /try again in 600 s/],
      ['a 503 until a date', { status: 503, headers: UNTIL, body: '' }, 3, /try again in 90 s/],
      ['a long 429', { status: 429, headers: { 'retry-after': '600' }, body: '' }, 7, /try again in/],
      ['no connection', 'drop', 3, /connection/],
      ['a page with 200', { status: 200, headers: HTML, body: '<h1>Welcome</h1>' }, 3, /an invalid response/],
      ['a page with 403', { status: 403, headers: HTML, body: '<h1>Go away</h1>' }, 3, /an invalid response/],
      ['nothing with 200', { status: 200, body: '' }, 3, /an invalid response/],
      ['half a token', { status: 200, body: toJson({ token_type: 'Bearer' }) }, 3, /an invalid response/],
      ['a redirect', { status: 302, headers: { location: '/x' }, body: '' }, 3, /an invalid response/],
      ['server_error with 400', replyWithOAuthError('server_error'), 3, /failed/],
      [
        'invalid_request',
        replyWithOAuthError('invalid_request'),
        9,
        /refuses to issue a new token \(invalid_request: so/,
      ],
      [
        'invalid_grant',
        replyWithOAuthError('invalid_grant'),
        4,
        /sign-in has expired[\s\S]*toile login --web/,
      ],
      [
        'invalid_client',
        replyWithOAuthError('invalid_client'),
        4,
        /sign-in has expired[\s\S]*toile login --web/,
      ],
    ];
    for (const [name, answer, code, words] of troubles) {
      server.oddly('/token', ...Array.from({ length: 9 }, () => answer));
      const run = await later('tools', 'ls');
      expect(run, name).toMatchObject({ code, out: '' });
      expect(run.err, name).toMatch(words);
      expect(run.err, name).not.toMatch(/inside toile/);
      expect(await at.bundle(), name).toEqual(before);
    }
    server.oddly('/token', { status: 503, body: '' });
    const read = await later('me', '--max-wait', '0');
    expect(read).toMatchObject({ code: 3, out: '' });
    expect(await later('tools', 'ls')).toMatchObject({ code: 0, err: '' });
  });

  it.each<[string, ServerAnswers, number]>([
    ['500', { status: 500, body: '' }, 3],
    ['a page with 200', { status: 200, headers: HTML, body: '<h1>Welcome</h1>' }, 3],
    ['invalid_grant', replyWithOAuthError('invalid_grant'), 4],
    ['no connection', 'drop', 3],
  ])('%s at the end of the sign-in is reported, and the code is not sent again', async (_, answer, code) => {
    const server = await startServer();
    const at = await createSignInMachine(server.connector);
    server.oddly('/token', answer);
    const run = await at.login(server.allow);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).not.toMatch(/inside toile|Unexpected token/);
    expect(server.tokenRequests('authorization_code')).toHaveLength(1);
  });

  it('429 at the end of the sign-in is waited for, because the code was not used', async () => {
    const server = await startServer();
    const at = await createSignInMachine(server.connector);
    server.oddly('/token', { status: 429, headers: { 'retry-after': '0' }, body: '' });
    expect(await at.login(server.allow)).toMatchObject({ code: 0 });
  });
});

describe('tokens that are valid for seconds', () => {
  it('are renewed once for all processes', async () => {
    const server = await startServer({ accessLife: 30 });
    const at = await createSignInMachine(server.connector);
    await at.login(server.allow);
    expect(await at.later(10_000, 'tools', 'ls')).toMatchObject({ code: 0, err: '' });
    expect(server.tokenRequests('refresh_token')).toHaveLength(0);
    const runs = await Promise.all(Array.from({ length: 6 }, () => at.later(40_000, 'tools', 'ls')));
    for (const run of runs) expect(run).toMatchObject({ code: 0, err: '' });
    expect(server.tokenRequests('refresh_token')).toHaveLength(1);
  });
});

describe('a sign-in that has ended', () => {
  it.each([
    ['default', 'toile login --web'],
    ['studio', 'toile login --web --account studio'],
  ])('names the command that signs in account %s again, in every message', async (account, hint) => {
    const server = await startServer();
    const at = await createSignInMachine(server.connector);
    await at.login(server.allow, '--account', account);
    server.oddly(
      '/token',
      ...Array.from({ length: 2 }, () => ({ status: 400, body: toJson({ error: 'invalid_grant' }) })),
    );
    for (const argv of [
      ['tools', 'ls', '--json'],
      ['tools', 'call', 'get_tailor_brief', '--json'],
    ]) {
      const run = await at.later(2 * HOUR, ...argv);
      expect(run).toMatchObject({ code: 4, out: '' });
      expect(JSON.parse(run.err).error).toMatchObject({ code: 'sign_in_ended', hint });
    }
  });

  it('names it too when nothing can be renewed', async () => {
    const server = await startServer({ renews: false });
    const at = await createSignInMachine(server.connector);
    await at.login(server.allow);
    const { access_token = '', refresh_token } = (await at.bundle()) ?? {};
    expect(refresh_token).toBeUndefined();
    await server.end(access_token);
    const early = await at.later(0, 'tools', 'ls');
    expect(early).toMatchObject({ code: 4, out: '' });
    expect(early.err).toMatch(/rejected the credential[\s\S]*toile login --web$/m);
    const late = await at.later(2 * HOUR, 'tools', 'ls', '--json');
    expect(JSON.parse(late.err).error).toMatchObject({ code: 'sign_in_ended', hint: 'toile login --web' });
  });

  it('names the server also when the stored tokens were deleted', async () => {
    const server = await startServer();
    const at = await createSignInMachine(server.connector);
    await at.login(server.allow, '--account', 'studio');
    await rm(join(at.home, 'toile', 'credentials.json'));
    const run = await at.later(0, 'tools', 'ls');
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(run.err).toMatch(/toile login --web --account studio/);
  });
});

describe('a server that repeats secrets in its errors', () => {
  const refuseWith = (output: (asked: RecordedRequest) => string): ServerAnswers => {
    return (asked) => ({
      status: 400,
      body: toJson({ error: 'invalid_grant', error_description: output(asked) }),
    });
  };
  const isHidden = (run: ToileRun, secrets: readonly (string | null | undefined)[]): void => {
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(run.err).toContain('who are you');
    for (const secret of secrets) {
      expect(secret?.length).toBeGreaterThan(20);
      expect(run.err).not.toContain(secret?.slice(0, 16));
    }
  };

  it('gets no code printed', async () => {
    const server = await startServer({ authMethods: ['client_secret_basic'] });
    const at = await createSignInMachine(server.connector);
    server.oddly(
      '/token',
      refuseWith(({ form }) => `who are you ${form.get('code')} ${form.get('code_verifier')}`),
    );
    const run = await at.login(server.allow, '--debug');
    const [asked] = server.tokenRequests('authorization_code');
    isHidden(run, [asked?.form.get('code'), asked?.form.get('code_verifier')]);
  });

  it('gets no token and no password printed, not even in part', async () => {
    const server = await startServer({ authMethods: ['client_secret_basic'] });
    const at = await createSignInMachine(server.connector);
    await at.login(server.allow);
    const { refresh_token, access_token, client_secret } = (await at.bundle()) ?? {};
    for (const length of [0, 150, 160, 170, 180]) {
      const words = ['who are you', 'x'.repeat(length), access_token, client_secret];
      server.oddly(
        '/token',
        refuseWith(({ authorization, form }) =>
          [...words, form.get('refresh_token'), authorization].join(' '),
        ),
      );
      const run = await at.later(2 * HOUR, 'tools', 'ls', '--debug');
      const pair = server.tokenRequests('refresh_token').at(-1)?.authorization?.slice('Basic '.length);
      // Its beginning is the name of the program, which is no secret.
      isHidden(run, [refresh_token, access_token, client_secret, pair?.slice(pair.length / 2)]);
    }
  });
});
