import { expect, it } from 'vitest';
import { refreshTokenBundle, type TokenBundle } from '../../src/auth/oauth/token-bundle.ts';
import type { OAuthConnection } from '../../src/auth/oauth/token-endpoint.ts';
import { shellText } from '../../src/platform/escape/shell.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const BUNDLE: TokenBundle = {
  client_id: 'toile',
  client_secret: 'secret of the client',
  access_token: 'access 1',
  refresh_token: 'refresh-1',
  issuer: 'https://sign-in.example',
  token_endpoint: 'https://sign-in.example/token',
};

const startRenewal = async (answer: object, { status = 200, isSafe = true } = {}) => {
  const requests: string[] = [];
  const known: string[] = [];
  const way: OAuthConnection = {
    fetch: async (url) => {
      requests.push(String(url));
      return Response.json(answer, { status });
    },
    isSafe: () => isSafe,
    addSecret: (secret) => void known.push(secret),
  };
  const renewed = refreshTokenBundle(BUNDLE, way, NOW, shellText`toile login --web`);
  const outcome = await renewed.then(
    (bundle) => ({ bundle, error: undefined }),
    (error: unknown) => ({ bundle: undefined, error }),
  );
  return { ...outcome, requests, known };
};

it('no secret goes to an address that could be read on the way', async () => {
  const { error, requests } = await startRenewal({}, { isSafe: false });
  const message = expect.stringMatching(/^refused to send credentials to .*must use https/);
  expect(error).toMatchObject({ code: 'unsafe_address', exit: 4, message });
  expect(requests).toStrictEqual([]);
});

it('all secrets of a renewal are known to the redactor before an answer can repeat them', async () => {
  const { bundle, known } = await startRenewal({ access_token: 'access-2', refresh_token: 'refresh-2' });
  expect(bundle).toMatchObject({ access_token: 'access-2', refresh_token: 'refresh-2' });
  expect(known.toSorted()).toStrictEqual(['access-2', 'refresh-1', 'refresh-2', 'secret of the client']);
});

it('a refresh token stays if no new one arrives, and an invalid lifetime is no lifetime', async () => {
  const { bundle } = await startRenewal({ access_token: 'access-2', token_type: 'Bearer', expires_in: 60 });
  expect(bundle).toMatchObject({ refresh_token: 'refresh-1', expires_at: NOW + 60_000, lifetime: 60_000 });
  const endless = await startRenewal({ access_token: 'access-2', expires_in: 'soon' });
  expect(endless.bundle).toMatchObject({ refresh_token: 'refresh-1', expires_at: undefined });
});

it.each([
  ['one that has ended', { error: 'invalid_grant' }, 400, { code: 'sign_in_ended' }],
  ['one refused in another way, with 200', { error: 'invalid_scope' }, 200, { code: 'refresh_refused' }],
  ['a token of another kind', { access_token: 'x', token_type: 'mac' }, 200, { code: 'bad_answer' }],
  ['a token that breaks a header', { access_token: 'x\r\ny' }, 200, { code: 'bad_answer' }],
  ['no token', {}, 200, { code: 'bad_answer' }],
])('%s gives no new token', async (_, answer, status, error) => {
  expect(await startRenewal(answer, { status })).toMatchObject({ bundle: undefined, error });
});
