import { expect, it } from 'vitest';
import { runToile } from '../support/run-toile.ts';

const CONNECTOR = 'https://connector.example/mcp';
const AUTH = 'https://auth.example';
const NEAR = [
  'http://127.0.0.1:6379/x',
  'https://127.0.0.1/x',
  'https://169.254.169.254/x',
  'https://nas.local/x',
];

/** Starts a remote connector and its sign-in server; `more` is untrusted content of their metadata. */
const startConnector = (more: {
  readonly metadata?: string;
  readonly issuer?: string;
  readonly server?: Readonly<Record<string, string>>;
}) => {
  const requests: string[] = [];
  const replyWithJson = (value: unknown, status = 200, headers = {}) =>
    new Response(JSON.stringify(value), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const metadata = more.metadata ?? 'https://connector.example/.well-known/oauth-protected-resource/mcp';
  const fetch = async (address: string | URL): Promise<Response> => {
    const url = String(address);
    requests.push(url);
    if (url === CONNECTOR) {
      const challenge = `Bearer resource_metadata="${metadata}"`;
      return replyWithJson({ error: 'unauthorized' }, 401, { 'www-authenticate': challenge });
    }
    if (url.includes('oauth-protected-resource'))
      return replyWithJson({ resource: CONNECTOR, authorization_servers: [more.issuer ?? AUTH] });
    if (url.includes('oauth-authorization-server')) {
      return replyWithJson({
        issuer: AUTH,
        authorization_endpoint: `${AUTH}/authorize`,
        token_endpoint: `${AUTH}/token`,
        registration_endpoint: `${AUTH}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        ...more.server,
      });
    }
    return replyWithJson({ error: 'invalid_request' }, 400);
  };
  const argv = ['login', '--web', '--connector-url', CONNECTOR, '--insecure-storage', '--json'];
  const login = () => runToile(argv, { network: async () => fetch as never, env: { SSH_CONNECTION: 'x' } });
  return { requests, login };
};

it.each(NEAR)('a remote connector cannot make toile send anything to %s', async (near) => {
  const endpoints = ['authorization', 'token', 'registration', 'revocation'];
  for (const more of [
    { metadata: near },
    { issuer: near },
    ...endpoints.map((name) => ({ server: { [`${name}_endpoint`]: near } })),
  ]) {
    const { requests, login } = startConnector(more);
    const run = await login();
    expect(JSON.parse(run.err).error, JSON.stringify(more)).toMatchObject({ code: 'unsafe_address' });
    expect(requests.filter((url) => new URL(url).host === new URL(near).host)).toEqual([]);
    expect(requests.some((url) => url === CONNECTOR)).toBe(true);
  }
});

it('a remote connector without a nearer address is asked to register, so the test above can fail', async () => {
  const { requests, login } = startConnector({});
  expect(await login()).toMatchObject({ code: 4 });
  expect(requests).toContain(`${AUTH}/register`);
});
