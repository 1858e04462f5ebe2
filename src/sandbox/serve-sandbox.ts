import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Sandbox } from './create-sandbox.ts';

/** The response headers that a script on a web page may read if the sandbox allows the origin of that page. */
const EXPOSED_HEADERS = 'retry-after, www-authenticate, x-request-id, content-disposition, etag';

const selectCorsHeaders = (
  request: Request,
  origin: string | undefined,
): Readonly<Record<string, string>> | undefined =>
  origin !== undefined && request.headers.get('origin') === origin
    ? {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED_HEADERS,
        vary: 'origin',
      }
    : undefined;

const answerPreflight = (request: Request, origin: string | undefined): Response | undefined => {
  const corsHeaders = selectCorsHeaders(request, origin);
  const method = request.headers.get('access-control-request-method');
  if (corsHeaders === undefined || request.method !== 'OPTIONS' || method === null) return undefined;
  const requestedHeaders = request.headers.get('access-control-request-headers');
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders,
      'access-control-allow-methods': 'GET, HEAD, POST',
      ...(requestedHeaders !== null && { 'access-control-allow-headers': requestedHeaders }),
      'access-control-max-age': '600',
    },
  });
};

/**
 * Serves the sandbox on 127.0.0.1; port 0 (the default) picks a free port. Pages of the origin `cors` may read the
 * responses. Rejects with a system error, for example `EADDRINUSE` for a used port.
 */
export const serveSandbox = async (
  sandbox: Sandbox,
  options: { readonly port?: number; readonly cors?: string | undefined } = {},
) => {
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: async (request, env) => {
      const { outgoing } = env as HttpBindings;
      const preflight = answerPreflight(request, options.cors);
      const corsHeaders = selectCorsHeaders(request, options.cors);
      await (preflight ? Promise.resolve(preflight) : sandbox.handle(request)).then(
        (response) => sendResponse(response, outgoing, corsHeaders),
        () => outgoing.destroy(),
      );
      return RESPONSE_ALREADY_SENT;
    },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    /** The base address, for example `http://127.0.0.1:4010`. The routes are below `/v1`. */
    baseUrl: `http://${address}`,
    keys: sandbox.keys,
    control: sandbox.control,
    /** The secret that `createRemoteControl` needs in another process. */
    secret: sandbox.secret,
    ended: closed,
    async close() {
      server.close();
      server.closeAllConnections();
      await sandbox.close();
      await closed;
    },
  };
};

/** A sandbox that listens on a port of this machine. */
export type SandboxServer = Awaited<ReturnType<typeof serveSandbox>>;

/** Writes a response. If its body cannot be read to the end, as in the scenario `cut-download`, cuts the connection. */
const sendResponse = async (
  response: Response,
  outgoing: ServerResponse,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<void> => {
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...extraHeaders });
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      await new Promise<void>((resolve, reject) => {
        outgoing.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
};
