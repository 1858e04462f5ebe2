import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { SandboxControl } from './control/control.ts';
import type { Sandbox } from './create.ts';
import { corsHeaders, preflight } from './http/cors.ts';
import type { SampleKey } from './world/sample-keys.ts';

/** A sandbox that other programs can reach, on this machine only. */
export interface RunningSandbox {
  /** `127.0.0.1:PORT` */
  readonly address: string;
  /** `http://127.0.0.1:PORT`; the routes are under `/v1`. */
  readonly baseUrl: string;
  readonly keys: readonly SampleKey[];
  readonly control: SandboxControl;
  /** For `remoteControl` of another process. */
  readonly secret: string;
  /** Ends the server at once; connections that are still open are cut. */
  close(): Promise<void>;
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>;
}

/**
 * Serves `sandbox` on 127.0.0.1, to the page of the origin `cors` too. Port 0, the default, takes a free one. Rejects with the error of the system,
 * whose `code` says why: `EADDRINUSE` for a port in use, `EACCES` for one that needs privileges.
 */
export const listen = async (
  sandbox: Sandbox,
  options: { readonly port?: number; readonly cors?: string | undefined } = {},
): Promise<RunningSandbox> => {
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: async (request, env) => {
      const { outgoing } = env as HttpBindings;
      const asked = preflight(request, options.cors);
      const more = corsHeaders(request, options.cors);
      await (asked ? Promise.resolve(asked) : sandbox.handle(request)).then(
        (response) => send(response, outgoing, more),
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
  const ended = new Promise<void>((resolve) => {
    server.once('close', () => resolve());
  });
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    baseUrl: `http://${address}`,
    keys: sandbox.keys,
    control: sandbox.control,
    secret: sandbox.secret,
    ended,
    async close() {
      server.close();
      server.closeAllConnections();
      await sandbox.close();
      await ended;
    },
  };
};

/**
 * Writes an answer, and cuts the connection where its body breaks off. The adapter would do the first; it meets
 * the second with a 500 or with words on the console.
 */
const send = async (
  response: Response,
  outgoing: ServerResponse,
  more: Readonly<Record<string, string>> = {},
): Promise<void> => {
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...more });
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
