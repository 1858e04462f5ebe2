/** A tool server behind an authorization server that shares no code with toile or its sandbox. */

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler } from '@modelcontextprotocol/server';
import Provider from 'oidc-provider';
import { toolServer } from '../../src/tools/server.ts';

const started = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

export interface Standalone {
  readonly connector: string;
  /** Goes through the pages of the server as a browser would, and comes back to the program. */
  allow(address: string): Promise<void>;
  close(): void;
}

export async function standaloneServer({ accessLife = 3600 } = {}): Promise<Standalone> {
  const tokens = createServer();
  const issuer = await started(tokens);
  const resource = createServer();
  const origin = await started(resource);
  const connector = `${origin}/connector`;

  const provider = new Provider(issuer, {
    clients: [],
    features: {
      registration: { enabled: true },
      revocation: { enabled: true },
      introspection: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'read export',
          audience: connector,
          accessTokenTTL: accessLife,
          accessTokenFormat: 'opaque',
        }),
      },
    },
    pkce: { required: () => true },
    scopes: ['openid', 'offline_access', 'read', 'export'],
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  });
  const answer = provider.callback();

  tokens.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    const { params, prompt, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: 'designer' } });
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? 'designer',
      clientId: String(params.client_id),
    });
    grant.addOIDCScope('openid offline_access read export');
    grant.addResourceScope(connector, 'read export');
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  });

  const tools = createMcpHandler(() =>
    toolServer({
      name: 'standalone',
      version: '1',
      ids: 'any',
      listLife: 0,
      body: async () => '{}',
      inWords: () => undefined,
    }),
  );
  resource.on('request', async (request, response) => {
    const metadata = `${origin}/.well-known/oauth-protected-resource/connector`;
    if (request.url === '/.well-known/oauth-protected-resource/connector') {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          resource: connector,
          authorization_servers: [issuer],
          scopes_supported: ['read', 'export'],
        }),
      );
      return;
    }
    const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
    const known = token === undefined ? undefined : await provider.AccessToken.find(token);
    if (request.url !== '/connector' || known === undefined || known.isExpired || known.aud !== connector) {
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
      return;
    }
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    );
    const method = request.method ?? 'GET';
    const asked = new Request(connector, {
      method,
      headers,
      ...(method === 'POST' && { body: await bodyOf(request) }),
    });
    const answered = await tools.fetch(asked);
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
  });

  return {
    connector,
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
        if (next === null) return;
        at = new URL(next, at).href;
      }
    },
    close: () => {
      for (const server of [tokens, resource]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
