import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A door on this machine that a browser comes back to, once. */
export interface Loopback {
  /** `http://127.0.0.1:<port>/callback` */
  readonly url: string;
  /** What came back with the right `state`; anything else that knocks is turned away and forgotten. */
  readonly returned: Promise<URLSearchParams>;
  close(): void;
}

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

export const listenOnLoopback = async (state: string): Promise<Loopback> => {
  let settle: (params: URLSearchParams) => void = () => undefined;
  const returned = new Promise<URLSearchParams>((resolve) => {
    settle = resolve;
  });
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
    const isHere = request.headers.host === `127.0.0.1:${port}`;
    if (!isHere || request.method !== 'GET' || url.pathname !== '/callback') {
      response.writeHead(404, HEADERS).end(PAGE('There is nothing here.'));
    } else if (url.searchParams.get('state') !== state) {
      response.writeHead(400, HEADERS).end(PAGE('This does not belong to the sign-in that toile began.'));
    } else {
      response.writeHead(200, HEADERS).end(PAGE('toile has what it needs. You can close this page.'));
      settle(url.searchParams);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    returned,
    close: () => {
      server.close();
      // A moment for the page that says so; a browser that keeps its connection does not keep the program.
      server.closeIdleConnections();
      server.unref();
    },
  };
};

/** The parameters in a pasted address, if it is the one that the browser was sent to. */
export const pasted = (text: string, redirect: string, state: string): URLSearchParams | undefined => {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  const wanted = new URL(redirect);
  const isIt = url.origin === wanted.origin && url.pathname === wanted.pathname;
  return isIt && url.searchParams.get('state') === state ? url.searchParams : undefined;
};
