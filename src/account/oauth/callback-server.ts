import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A door on this machine that a browser comes back to, once for each visit. */
export interface Loopback {
  /** `http://127.0.0.1:<port>/callback` */
  readonly url: string;
  /** What comes back with this `state`. Anything else that knocks is turned away and forgotten. */
  expect(state: string): Promise<URLSearchParams>;
  close(): void;
}

const PATH = '/callback';

const PAGE = (words: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>toile</title><p>${words}</p></html>\n`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
  // The address of this page holds the code.
  'referrer-policy': 'no-referrer',
  connection: 'close',
};

/** The parameters of a request line. Whatever else a program may write there is no address of this door. */
const knocked = (target: string): URLSearchParams | undefined => {
  const [path, ...query] = target.split('?');
  return path === PATH ? new URLSearchParams(query.join('?')) : undefined;
};

const listening = (server: ReturnType<typeof createServer>, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    // This machine alone: what comes back is good for a sign-in.
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Listens on the port that was used before, if it is free: a server may know the whole address. */
export const listenOnLoopback = async (before = 0): Promise<Loopback> => {
  const expected = new Map<string, (params: URLSearchParams) => void>();
  let host = '';
  const server = createServer((request, response) => {
    const params =
      request.headers.host === host && request.method === 'GET' ? knocked(request.url ?? '') : undefined;
    const settle = expected.get(params?.get('state') ?? '');
    if (params === undefined) {
      response.writeHead(404, HEADERS).end(PAGE('There is nothing here.'));
    } else if (settle === undefined) {
      response.writeHead(400, HEADERS).end(PAGE('This does not belong to the sign-in that toile began.'));
    } else {
      response.writeHead(200, HEADERS).end(PAGE('toile has what it needs. You can close this page.'));
      settle(params);
    }
  });
  const port = await listening(server, before).catch((error: unknown) => {
    if (before === 0) throw error;
    return listening(server, 0);
  });
  // Trouble with one caller is no end of the sign-in.
  server.on('error', () => undefined);
  host = `127.0.0.1:${port}`;
  return {
    url: `http://${host}${PATH}`,
    expect: (state) =>
      new Promise((resolve) => {
        expected.set(state, resolve);
      }),
    close: () => {
      server.close();
      // A moment for the page that says so; a browser that keeps its connection does not keep the program.
      server.closeIdleConnections();
      server.unref();
    },
  };
};

/** The parameters in a pasted address, if it is the one that the browser was sent to in this visit. */
export const pasted = (text: string, redirect: string, state: string): URLSearchParams | undefined => {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  const wanted = new URL(redirect);
  const isIt = url.origin === wanted.origin && url.pathname === wanted.pathname;
  return isIt && url.searchParams.get('state') === state ? url.searchParams : undefined;
};
