import { describe, expect, it } from 'vitest';
import { parseTokenBundle, serializeTokenBundle } from '../../src/auth/oauth/token-bundle.ts';
import { createTokenRefresher } from '../../src/auth/oauth/token-refresher.ts';

const NOW = 1_000_000_000;
const NAMES = ['ann@https://one.example', 'bea@https://two.example'] as const;

/** Two sign-ins in one keyring, and a sign-in server that counts what it issues. */
const setUp = (lifetime: number) => {
  const stored = new Map<string, string>(
    NAMES.map((name) => [
      name,
      serializeTokenBundle({
        access_token: `old-token-of-${name.slice(0, 3)}`,
        refresh_token: `old-refresh-of-${name.slice(0, 3)}`,
        client_id: 'toile',
        issuer: 'https://auth.example',
        token_endpoint: 'https://auth.example/token',
        resource: 'https://connector.example/mcp',
        expires_at: NOW + lifetime,
        lifetime: 3_600_000,
      }),
    ]),
  );
  const [refreshes, used, ways]: [string[], string[], string[]] = [[], [], []];
  const issue = async (_: string | URL, init?: RequestInit): Promise<Response> => {
    const old = new URLSearchParams(String(init?.body)).get('refresh_token') ?? '';
    refreshes.push(old);
    const tokens = { access_token: `new${refreshes.length}-after-${old}`, refresh_token: `next-${old}` };
    return Response.json({ ...tokens, token_type: 'Bearer', expires_in: 3600 });
  };
  const raw = {
    storage: 'file' as const,
    place: 'here',
    get: async (name: string) => stored.get(name),
    set: async (name: string, secret: string) => void stored.set(name, secret),
    delete: async (name: string) => stored.delete(name),
    listNames: async () => [...stored.keys()],
  };
  const countStarted = () =>
    createTokenRefresher({
      runExclusively: (_, work) => work(),
      clock: { now: () => NOW, sleep: async () => undefined },
      maxWait: 0,
      addSecret: () => undefined,
      connect: async (connector) => {
        ways.push(connector);
        return { fetch: issue, isSafe: () => true, addSecret: () => undefined };
      },
    });
  const refuseOld = async (_: string, { headers }: { headers: Record<string, string> }) => {
    const token = (headers.authorization ?? '').slice('Bearer '.length);
    used.push(token);
    return new Response('{}', { status: token.startsWith('old') ? 401 : 200 });
  };
  const readToken = (name: string) => parseTokenBundle(stored.get(name) ?? '');
  return { raw, started: countStarted, refuseOld, refreshes, used, ways, tokenIn: readToken };
};

const [ANN, BEA] = NAMES;

describe('a renewed token is stored with its refresh token, and no other process loses its own', () => {
  it('where the old one is too old to be sent', async () => {
    const at = setUp(-1);
    const token = await at.started().withAccessTokens(at.raw).get(ANN);
    expect(token).toBe('new1-after-old-refresh-of-ann');
    expect(at.tokenIn(ANN)).toMatchObject({ access_token: token, refresh_token: 'next-old-refresh-of-ann' });
    expect(at.tokenIn(BEA)).toMatchObject({ access_token: 'old-token-of-bea' });
    // Another run needs no other.
    expect(await at.started().withAccessTokens(at.raw).get(ANN)).toBe(token);
    expect(at.refreshes).toEqual(['old-refresh-of-ann']);
    expect(at.ways).toEqual(['https://connector.example/mcp']);
  });

  it('where the service refuses the old one to a second process', async () => {
    const at = setUp(3_000_000);
    const run = at.started();
    const tokens = [await run.withAccessTokens(at.raw).get(ANN), await run.withAccessTokens(at.raw).get(BEA)];
    const send = run.withRefresh(at.refuseOld as never);
    const ask = async (token = '') => {
      const headers = { authorization: `Bearer ${token}` };
      return (await send('https://one.example/v1/me', { method: 'GET', headers } as never)).status;
    };
    for (const token of [...tokens, ...tokens]) expect(await ask(token)).toBe(200);
    expect(at.refreshes).toEqual(['old-refresh-of-ann', 'old-refresh-of-bea']);
    const [ann, bea] = ['new1-after-old-refresh-of-ann', 'new2-after-old-refresh-of-bea'];
    expect(at.used).toEqual([tokens[0], ann, tokens[1], bea, ann, bea]);
    for (const [name, token] of [
      [ANN, ann],
      [BEA, bea],
    ] as const)
      expect(at.tokenIn(name)?.access_token).toBe(token);
    expect(await at.started().withAccessTokens(at.raw).get(BEA)).toBe(bea);
  });
});
