import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const CALLBACK_PATH = '/callback';

const renderCallbackPage = (words: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>toile</title><p>${words}</p></html>\n`;

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
  // The address of the page contains the authorization code, so the browser must not send the address as a referrer.
  'referrer-policy': 'no-referrer',
  connection: 'close',
};

const parseCallbackTarget = (target: string): URLSearchParams | undefined => {
  const [path, ...query] = target.split('?');
  return path === CALLBACK_PATH ? new URLSearchParams(query.join('?')) : undefined;
};

const listenOnPort = (server: ReturnType<typeof createServer>, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    // The server listens only for connections from this machine, because the callback contains a code that completes
    // the sign-in.
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/**
 * Starts the server on this machine that receives the redirect of the browser. It uses `preferredPort`, because the
 * sign-in server may know the address with this port. If the port is in use, it takes any free port.
 */
export const startCallbackServer = async (preferredPort = 0) => {
  const listeners = new Map<string, (params: URLSearchParams) => void>();
  let host = '';
  const server = createServer((request, response) => {
    const params =
      request.headers.host === host && request.method === 'GET'
        ? parseCallbackTarget(request.url ?? '')
        : undefined;
    const settle = listeners.get(params?.get('state') ?? '');
    if (params === undefined) {
      response.writeHead(404, PAGE_HEADERS).end(renderCallbackPage('Page not found.'));
    } else if (settle === undefined) {
      response
        .writeHead(400, PAGE_HEADERS)
        .end(renderCallbackPage('This page does not belong to the sign-in that toile started.'));
    } else {
      response
        .writeHead(200, PAGE_HEADERS)
        .end(renderCallbackPage('toile received the answer. You can close this page.'));
      settle(params);
    }
  });
  const port = await listenOnPort(server, preferredPort).catch((error: unknown) => {
    if (preferredPort === 0) throw error;
    return listenOnPort(server, 0);
  });
  // An error of one connection must not end the sign-in, so it is ignored.
  server.on('error', () => undefined);
  host = `127.0.0.1:${port}`;
  return {
    /** The redirect address, for example `http://127.0.0.1:49152/callback`. */
    url: `http://${host}${CALLBACK_PATH}`,
    waitForState: (state: string) =>
      new Promise<URLSearchParams>((resolve) => {
        listeners.set(state, resolve);
      }),
    close: () => {
      server.close();
      // Idle connections are closed, because they would keep the program running. Active connections stay open, so that
      // the result page can be sent.
      server.closeIdleConnections();
      server.unref();
    },
  };
};

/** The server on this machine that receives the redirects of the browser. */
export type CallbackServer = Awaited<ReturnType<typeof startCallbackServer>>;

/**
 * Returns the query parameters of an address that the user pasted. Returns undefined if its origin or path differs from
 * that of `redirect`, or if its parameter `state` is not the expected one.
 */
export const parsePastedRedirect = (
  text: string,
  redirect: string,
  state: string,
): URLSearchParams | undefined => {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  const expectedUrl = new URL(redirect);
  const isCallback = url.origin === expectedUrl.origin && url.pathname === expectedUrl.pathname;
  return isCallback && url.searchParams.get('state') === state ? url.searchParams : undefined;
};
