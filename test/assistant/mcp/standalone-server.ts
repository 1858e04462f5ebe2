/** A tool server behind an authorization server that shares no code with toile or its sandbox. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler } from '@modelcontextprotocol/server';
import Provider, { type ClientAuthMethod } from 'oidc-provider';
import { createToolServer } from '../../../src/assistant/service-tools/tool-server.ts';

const startServer = async (server: Server): Promise<string> => {
  // On a busy machine seconds go by between two requests, and a connection that is being closed would lose the second.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const readRequestBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

/** One request to the authorization server and its answer. */
export interface RecordedRequest {
  readonly path: string;
  readonly form: URLSearchParams;
  /** The body as it came; registrations are JSON. */
  readonly body: string;
  readonly authorization: string | undefined;
  status: number;
}

export interface OddAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

/**
 * An answer in the server's stead; `drop` closes the connection before the request is looked at, `lose` when it has
 * been done.
 */
export type OddAnswers = OddAnswer | ((asked: RecordedRequest) => OddAnswer) | 'drop' | 'lose';

export interface StandaloneSettings {
  /** Seconds. */
  readonly accessLife?: number;
  readonly authMethods?: readonly ClientAuthMethod[];
  /** Programs may register themselves. */
  readonly registers?: boolean;
  /** Tokens can be renewed. */
  readonly renews?: boolean;
  /** The metadata document that the server has; `pages` answers every other address with a page. */
  readonly describes?: 'both' | 'oauth' | 'openid' | 'pages';
  /** The authorization server that the tool server names. */
  readonly sendsTo?: string;
  /** Changes that document. */
  readonly describing?: (document: Record<string, unknown>) => Record<string, unknown>;
  /** Changes the metadata of the tool server. */
  readonly resource?: Readonly<Record<string, unknown>>;
  /** Whether the tool server's scopes are the authorization server's own as well. */
  readonly scopesAreItsOwn?: boolean;
  /** The scopes that a method of the protocol needs. */
  readonly needs?: (method: string) => readonly string[];
  /** Known beforehand. */
  readonly clients?: readonly { readonly client_id: string; readonly redirect_uris: string[] }[];
}

export interface StandaloneServer {
  readonly connector: string;
  readonly issuer: string;
  /** Every request to the endpoints that programs use. */
  readonly asked: RecordedRequest[];
  /** Requests to the token endpoint with that grant. */
  tokenRequests(grant: string): readonly RecordedRequest[];
  /** Answers the next requests to a path, instead of the server. */
  oddly(path: string, ...answers: readonly OddAnswers[]): void;
  /** Ends an access token before its time. */
  end(accessToken: string): Promise<void>;
  /** Whether a refresh token still works. */
  isAlive(refreshToken: string): Promise<boolean>;
  /** Forgets a program that registered itself. */
  forget(client: string): Promise<void>;
  /** Follows the pages of the server as a browser does, back to the program. Returns the last page. */
  allow(address: string): Promise<string>;
  close(): void;
}

const SCOPES = ['read', 'export'];

export async function startStandaloneServer(settings: StandaloneSettings = {}): Promise<StandaloneServer> {
  const { accessLife = 3600, registers = true, renews = true } = settings;
  const { describes = 'both', scopesAreItsOwn = true } = settings;
  const { authMethods, describing = (document) => document, needs = () => [], clients = [] } = settings;
  const tokens = createServer();
  const issuer = await startServer(tokens);
  const resource = createServer();
  const origin = await startServer(resource);
  const connector = `${origin}/connector`;
  const asked: RecordedRequest[] = [];
  const odd = new Map<string, OddAnswers[]>();

  const provider = new Provider(issuer, {
    clients: clients.map((client) => ({
      ...client,
      application_type: 'native' as const,
      token_endpoint_auth_method: 'none' as const,
      grant_types: ['authorization_code', 'refresh_token'],
    })),
    ...(authMethods && { clientAuthMethods: [...authMethods] }),
    features: {
      registration: { enabled: registers },
      revocation: { enabled: true },
      introspection: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPES.join(' '),
          audience: connector,
          accessTokenTTL: accessLife,
          accessTokenFormat: 'opaque',
        }),
      },
    },
    pkce: { required: () => true },
    scopes: ['openid', 'offline_access', ...(scopesAreItsOwn ? SCOPES : [])],
    issueRefreshToken: async (_, client) => renews && client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  });
  const answer = provider.callback();

  /** The server's own answer, as a document that may be changed before it goes out. */
  const createDocument = async (): Promise<Record<string, unknown>> => {
    const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
      headers: { 'x-as-it-is': '1' },
    });
    return (await response.json()) as Record<string, unknown>;
  };

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { params, prompt, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: 'designer' } });
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? 'designer',
      clientId: String(params.client_id),
    });
    grant.addOIDCScope('openid offline_access read export');
    grant.addResourceScope(connector, SCOPES.join(' '));
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };

  tokens.on('request', async (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    if (path.startsWith('/interaction/')) return interact(request, response);
    if (path.startsWith('/.well-known/') && request.headers['x-as-it-is'] === undefined) {
      const is = path.endsWith('openid-configuration') ? 'openid' : 'oauth';
      if (describes === 'pages' && is === 'oauth') {
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
      }
      const isHere = describes === 'both' || describes === is || describes === 'pages';
      if (!isHere) return response.writeHead(404).end();
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify(describing(await createDocument())));
    }
    if (request.method !== 'POST') return answer(request, response);
    const body = await readRequestBody(request);
    const { authorization } = request.headers;
    const seen: RecordedRequest = { path, form: new URLSearchParams(body), body, authorization, status: 0 };
    asked.push(seen);
    response.once('finish', () => {
      seen.status = response.statusCode;
    });
    const instead = odd.get(path)?.shift();
    if (instead === 'drop') return request.socket.destroy();
    if (instead === 'lose') {
      Object.assign(response, { end: () => request.socket.destroy() });
    } else if (instead !== undefined) {
      const { status, headers, body: words } = typeof instead === 'function' ? instead(seen) : instead;
      return response.writeHead(status, headers).end(words);
    }
    // It takes a body that was read already.
    return answer(Object.assign(request, { body }), response);
  });

  const tools = createMcpHandler(() =>
    createToolServer({
      name: 'standalone',
      version: '1',
      idDescription: 'any',
      listLifeMs: 0,
      readBody: async () => ({ text: '{}' }),
      explainError: () => undefined,
    }),
  );
  const metadata = `${origin}/.well-known/oauth-protected-resource/connector`;
  resource.on('request', async (request, response) => {
    if (request.url === '/.well-known/oauth-protected-resource/connector') {
      response.setHeader('content-type', 'application/json');
      const servers = [settings.sendsTo ?? issuer];
      const output = {
        resource: connector,
        authorization_servers: servers,
        scopes_supported: SCOPES,
        ...settings.resource,
      };
      response.end(JSON.stringify(output));
      return;
    }
    const body = await readRequestBody(request);
    const method = request.method === 'POST' ? String((JSON.parse(body) as { method?: unknown }).method) : '';
    const needed = needs(method);
    const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
    const known = token === undefined ? undefined : await provider.AccessToken.find(token);
    const scope = needed.length === 0 ? '' : `, scope="${needed.join(' ')}"`;
    const createChallenge = (more = '') => ({
      'www-authenticate': `Bearer ${more}resource_metadata="${metadata}"${scope}`,
    });
    if (request.url !== '/connector' || known === undefined || known.isExpired || known.aud !== connector) {
      response.writeHead(401, createChallenge()).end();
      return;
    }
    const has = known.scope?.split(' ') ?? [];
    if (!needed.every((one) => has.includes(one))) {
      response.writeHead(403, createChallenge('error="insufficient_scope", ')).end();
      return;
    }
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    );
    const answered = await tools.fetch(
      new Request(connector, {
        method: request.method ?? 'GET',
        headers,
        ...(request.method === 'POST' && { body }),
      }),
    );
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
  });

  return {
    connector,
    issuer,
    asked,
    tokenRequests: (grant) =>
      asked.filter(({ path, form }) => path === '/token' && form.get('grant_type') === grant),
    oddly: (path, ...answers) => {
      odd.set(path, [...answers]);
    },
    end: async (accessToken) => (await provider.AccessToken.find(accessToken))?.destroy(),
    isAlive: async (refreshToken) => {
      const found = await provider.RefreshToken.find(refreshToken);
      return found?.isValid === true;
    },
    forget: async (client) => {
      const { adapter } = provider.Client as unknown as { adapter: { destroy(id: string): Promise<void> } };
      await adapter.destroy(client);
    },
    async allow(address) {
      const cookies = new Map<string, string>();
      let at = address;
      // The last step leads back to the program, which shares no cookies.
      for (let steps = 0; steps < 12; steps++) {
        const own = new URL(at).origin === issuer;
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(at, { redirect: 'manual', headers: own ? { cookie } : {} });
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
          cookies.set(name, value);
        }
        const next = response.headers.get('location');
        if (next === null) return `${response.status} ${await response.text()}`;
        at = new URL(next, at).href;
      }
      throw new Error('sent from page to page without an end');
    },
    close: () => {
      for (const server of [tokens, resource]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
