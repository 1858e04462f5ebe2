import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as oidc from 'openid-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMemoryJournal, createSandbox, type JournalStore } from '../../src/sandbox/index.ts';
import {
  authorizeAs,
  createClock,
  createSeededBytes,
  FEW,
  MINTED,
  type OpenSandbox,
  openSandbox,
  PLAIN,
  readRefusal,
} from './open-sandbox.ts';

const CALLBACK = 'http://127.0.0.1:45123/callback';
const HOUR = 60 * 60 * 1000;

/** What a person does on the consent page: looks, and presses a button. */
async function answerConsent(
  { ask }: OpenSandbox,
  address: URL,
  decision = 'allow',
  user?: string,
): Promise<URL> {
  const shown = await ask(address.href.replace(address.origin, ''));
  const text = await shown.text();
  expect([shown.status, text]).toEqual([200, expect.stringContaining('asks for access')]);
  const request = /name="request" value="([0-9a-f]+)"/.exec(text)?.[1] ?? '';
  const users = [...text.matchAll(/name="user" value="([^"]+)"/g)].map(([, id]) => id ?? '');
  const answer = await ask('/oauth/consent', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: address.origin },
    body: new URLSearchParams({ request, decision, user: user ?? users[0] ?? '' }).toString(),
  });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
}

/** openid-client against the sandbox, without a network. */
async function discoverClient({ sandbox }: OpenSandbox, clientId?: string): Promise<oidc.Configuration> {
  const options: oidc.DiscoveryRequestOptions = {
    algorithm: 'oauth2',
    execute: [oidc.allowInsecureRequests],
    [oidc.customFetch]: (url: string, init: object) => sandbox.fetch(url, init as RequestInit),
  };
  const server = new URL(sandbox.baseUrl);
  if (clientId !== undefined) return oidc.discovery(server, clientId, undefined, oidc.None(), options);
  return oidc.dynamicClientRegistration(
    server,
    {
      client_name: 'Test <b>program</b>',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
    oidc.None(),
    options,
  );
}

async function signIn(world: OpenSandbox, config: oidc.Configuration, more: Record<string, string> = {}) {
  const verifier = oidc.randomPKCECodeVerifier();
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'word',
    resource: `${world.sandbox.baseUrl}/connector`,
    ...more,
  });
  const back = await answerConsent(world, address);
  return oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: 'word' });
}

const buildHeaders = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('an independent client signs in', () => {
  it.each([
    ['registered by itself', undefined],
    ['known beforehand', 'sandbox-client'],
    ['named by a document', 'https://assistant.example/client-metadata.json'],
  ])('%s', async (_, clientId) => {
    const world = await openSandbox();
    const tokens = await signIn(world, await discoverClient(world, clientId));
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read export' });
    const me = await world.ask('/v1/me', buildHeaders(tokens.access_token));
    expect(await me.json()).toMatchObject({ via: 'oauth', scopes: ['read', 'export'], plan: 'studio' });
  });

  it('calls the tools at both addresses', async () => {
    const world = await openSandbox();
    const { access_token } = await signIn(world, await discoverClient(world));
    for (const path of ['/connector', '/mcp']) {
      const client = new McpClient({ name: 'test', version: '1' });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${world.sandbox.baseUrl}${path}`), {
          fetch: (url, init) => world.sandbox.fetch(String(url), init),
          requestInit: { headers: { authorization: `Bearer ${access_token}` } },
        }),
      );
      onTestFinished(() => client.close());
      const result = await client.callTool({ name: 'run_design_trust', arguments: { id: MINTED.id } });
      expect(result.isError).toBeUndefined();
    }
  });

  it('cannot buy anything', async () => {
    const world = await openSandbox();
    const { access_token } = await signIn(world, await discoverClient(world), {
      scope: 'read export generate',
    });
    const answer = world.post(`/v1/designs/${PLAIN.id}/tech-packs`, {}, access_token);
    expect(await readRefusal(answer)).toEqual([403, 'SCOPE_REQUIRED']);
  });

  it('gets the scopes that it asked for and no others', async () => {
    const world = await openSandbox();
    const { access_token, scope } = await signIn(world, await discoverClient(world), { scope: 'read' });
    expect(scope).toBe('read');
    expect(await readRefusal(world.post(`/v1/designs/${PLAIN.id}/exports`, {}, access_token))).toEqual([
      403,
      'SCOPE_REQUIRED',
    ]);
  });

  it('acts as the user who gave consent', async () => {
    const world = await openSandbox();
    const config = await discoverClient(world);
    const verifier = oidc.randomPKCECodeVerifier();
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const other = (
      (await (await world.ask('/v1/me', { headers: authorizeAs('other') })).json()) as { user_id: string }
    ).user_id;
    const back = await answerConsent(world, address, 'allow', other);
    const { access_token } = await oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier });
    expect(await (await world.ask('/v1/me', buildHeaders(access_token))).json()).toMatchObject({
      user_id: other,
    });
    expect((await world.ask(`/v1/designs/${PLAIN.id}/graph`, buildHeaders(access_token))).status).toBe(404);
  });
});

describe('tokens', () => {
  it('expire after an hour and are renewed', async () => {
    const world = await openSandbox();
    const config = await discoverClient(world);
    const first = await signIn(world, config);
    world.clock.time += HOUR;
    expect((await world.ask('/v1/me', buildHeaders(first.access_token))).status).toBe(401);
    const second = await oidc.refreshTokenGrant(config, first.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await world.ask('/v1/me', buildHeaders(second.access_token))).status).toBe(200);
  });

  it('are all revoked when a used refresh token is sent again', async () => {
    const world = await openSandbox();
    const config = await discoverClient(world);
    const first = await signIn(world, config);
    const second = await oidc.refreshTokenGrant(config, first.refresh_token ?? '');
    await expect(oidc.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await world.ask('/v1/me', buildHeaders(second.access_token))).status).toBe(401);
    await expect(oidc.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toBeTruthy();
  });

  it('two refreshes at the same time: one succeeds', async () => {
    const world = await openSandbox();
    const config = await discoverClient(world);
    const { refresh_token = '' } = await signIn(world, config);
    const both = await Promise.allSettled([
      oidc.refreshTokenGrant(config, refresh_token),
      oidc.refreshTokenGrant(config, refresh_token),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it.each(['access_token', 'refresh_token'] as const)('are revoked when the %s is revoked', async (which) => {
    const world = await openSandbox();
    const config = await discoverClient(world);
    const tokens = await signIn(world, config);
    await oidc.tokenRevocation(config, tokens[which] ?? '');
    expect((await world.ask('/v1/me', buildHeaders(tokens.access_token))).status).toBe(401);
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toBeTruthy();
    // What is unknown is as good as revoked.
    await oidc.tokenRevocation(config, 'nonsense');
  });

  it('survive a restart, and the journal does not hold them', async () => {
    const lines: string[] = [];
    const kept = createMemoryJournal();
    const store: JournalStore = {
      ...kept,
      append: async (line) => {
        lines.push(line);
        await kept.append(line);
      },
    };
    const world = await openSandbox({ store });
    const tokens = await signIn(world, await discoverClient(world));
    expect(lines.join('\n')).not.toContain(tokens.access_token);
    const again = await createSandbox({
      store,
      clock: createClock(),
      random: createSeededBytes('other'),
      garments: FEW,
    });
    expect((await again.fetch(`${again.baseUrl}/v1/me`, buildHeaders(tokens.access_token))).status).toBe(200);
  });

  it('are revoked by a reset', async () => {
    const world = await openSandbox();
    const { access_token } = await signIn(world, await discoverClient(world));
    await world.sandbox.control.reset();
    expect((await world.ask('/v1/me', buildHeaders(access_token))).status).toBe(401);
  });
});

describe('the connector', () => {
  it('accepts no API key and names the sign-in server', async () => {
    const { ask } = await openSandbox();
    for (const name of ['full', 'nonsense']) {
      const refused = await ask('/connector', { method: 'POST', headers: authorizeAs(name), body: '{}' });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toContain(
        '/.well-known/oauth-protected-resource/connector"',
      );
    }
  });

  it('describes itself and its sign-in server', async () => {
    const { ask } = await openSandbox();
    const resource = (await (await ask('/.well-known/oauth-protected-resource/connector')).json()) as object;
    expect(resource).toMatchObject({
      resource: 'http://127.0.0.1:0/connector',
      authorization_servers: ['http://127.0.0.1:0'],
      scopes_supported: ['read', 'export'],
    });
  });
});

describe('a request that is refused', () => {
  const good = {
    client_id: 'sandbox-client',
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    state: 's',
  };
  const requestToken = (world: OpenSandbox, members: Record<string, string>) =>
    world.ask(`/oauth/authorize?${new URLSearchParams(members)}`);

  it.each([
    ['an unknown program', { client_id: 'nobody' }],
    ['an address that was not registered', { redirect_uri: 'http://127.0.0.1:1/elsewhere' }],
    ['a foreign address', { redirect_uri: 'https://evil.example/callback' }],
    ['a host that only looks like this machine', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }],
    ['no address at all', { redirect_uri: 'javascript:alert(1)' }],
  ])('%s: there is no redirect', async (_, change) => {
    const answer = await requestToken(await openSandbox(), { ...good, ...change });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  it.each([
    ['no PKCE', { code_challenge: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['another service', { resource: 'https://elsewhere.example/' }, 'invalid_target'],
    ['only what is not to be had', { scope: 'generate' }, 'invalid_scope'],
  ])('%s: the redirect tells the program', async (_, change, error) => {
    const answer = await requestToken(await openSandbox(), { ...good, ...change });
    const back = new URL(answer.headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error,
      state: 's',
      iss: 'http://127.0.0.1:0',
    });
  });

  it('consent is denied', async () => {
    const world = await openSandbox();
    const back = await answerConsent(
      world,
      new URL(`http://127.0.0.1:0/oauth/authorize?${new URLSearchParams(good)}`),
      'deny',
    );
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.has('code')).toBe(false);
  });

  it('a consent page that was answered, has expired, or comes from another site', async () => {
    const world = await openSandbox();
    const post = (request: string, origin = 'http://127.0.0.1:0') =>
      world.ask('/oauth/consent', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
        body: new URLSearchParams({ request, decision: 'allow' }).toString(),
      });
    expect((await post('0'.repeat(64))).status).toBe(400);
    const shown = await (await requestToken(world, good)).text();
    const id = /name="request" value="([0-9a-f]+)"/.exec(shown)?.[1] ?? '';
    expect((await post(id, 'https://evil.example')).status).toBe(403);
    world.clock.time += HOUR;
    expect((await post(id)).status).toBe(400);
  });

  const redeem = (world: OpenSandbox, members: Record<string, string>) =>
    world.ask('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'sandbox-client',
        ...members,
      }).toString(),
    });

  const fetchCode = async (world: OpenSandbox, verifier: string) => {
    const members = { ...good, code_challenge: await oidc.calculatePKCECodeChallenge(verifier) };
    const back = await answerConsent(
      world,
      new URL(`http://127.0.0.1:0/oauth/authorize?${new URLSearchParams(members)}`),
    );
    return back.searchParams.get('code') ?? '';
  };

  it('a code with another verifier, of another program, expired, or used twice', async () => {
    const world = await openSandbox();
    const verifier = oidc.randomPKCECodeVerifier();
    const code = await fetchCode(world, verifier);
    expect((await redeem(world, { code, code_verifier: 'x'.repeat(43) })).status).toBe(400);
    expect((await redeem(world, { code })).status).toBe(400);
    const other = { client_id: 'https://assistant.example/client-metadata.json' };
    expect((await redeem(world, { code, code_verifier: verifier, ...other })).status).toBe(400);
    expect((await redeem(world, { code, code_verifier: verifier, client_id: 'nobody' })).status).toBe(401);
    const right = await redeem(world, { code, code_verifier: verifier });
    expect([right.status, right.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { access_token } = (await right.json()) as { access_token: string };
    expect((await redeem(world, { code, code_verifier: verifier })).status).toBe(400);
    expect((await world.ask('/v1/me', buildHeaders(access_token))).status).toBe(401);
    const late = await fetchCode(world, verifier);
    world.clock.time += HOUR;
    expect((await redeem(world, { code: late, code_verifier: verifier })).status).toBe(400);
  });

  it('a code and a consent page from before a reset', async () => {
    const world = await openSandbox();
    const verifier = oidc.randomPKCECodeVerifier();
    const code = await fetchCode(world, verifier);
    const shown = await (await requestToken(world, good)).text();
    await world.sandbox.control.reset();
    expect((await redeem(world, { code, code_verifier: verifier })).status).toBe(400);
    const request = /name="request" value="([0-9a-f]+)"/.exec(shown)?.[1] ?? '';
    const answer = await world.ask('/oauth/consent', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://127.0.0.1:0' },
      body: new URLSearchParams({ request, decision: 'allow' }).toString(),
    });
    expect(answer.status).toBe(400);
  });

  it.each([
    [{}],
    [{ redirect_uris: [] }],
    [{ redirect_uris: ['http://evil.example/'] }],
    [{ redirect_uris: ['javascript:alert(1)'] }],
    [{ redirect_uris: ['https://a.example/#fragment'] }],
    [{ redirect_uris: 'https://a.example/' }],
    [{ redirect_uris: [1] }],
  ])('a registration like %j', async (body) => {
    const world = await openSandbox();
    const answer = await world.post('/oauth/register', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^invalid_/) });
  });

  it('markup in the name of a program is escaped', async () => {
    const world = await openSandbox();
    const config = await discoverClient(world);
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    });
    const shown = await world.ask(address.href.replace(address.origin, ''));
    expect(await shown.text()).toContain('Test &lt;b&gt;program&lt;/b&gt;');
    expect(shown.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://127.0.0.1:45123",
    );
  });
});
