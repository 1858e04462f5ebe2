/** A service for the conformance program, with good and bad answers; it also serves the program to a browser. */

import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { listenOnLoopback, readOrigin } from '../soak/interruptible-services.ts';

interface Answer {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const createJson = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  body: JSON.stringify(body),
  headers,
});
const createText = (status: number, body: string | Buffer, type = 'application/json'): Answer => ({
  status,
  body,
  headers: { 'content-type': type },
});

/** The briefs, by the id of the design. */
const BRIEFS: Readonly<Record<string, Answer>> = {
  lexemes: createText(200, '{ "n": 56.0, "id": 9007199254740993, "word": "Größe – 寸法" }'),
  list: createText(200, '[]'),
  empty: createText(200, ''),
  page: createText(200, '<!doctype html><title>Wi-Fi</title>', 'text/html'),
  unauthenticated: createJson(
    401,
    { error: 'No key.', code: 'UNAUTHENTICATED' },
    { 'www-authenticate': 'Bearer' },
  ),
  limited: createJson(429, { error: 'Slow down.', code: 'RATE_LIMITED' }, { 'retry-after': '7' }),
  'limited-until': createJson(
    429,
    { error: 'Slow down.', code: 'RATE_LIMITED' },
    { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' },
  ),
  'bad-gateway': createText(502, '<h1>502</h1>', 'text/html'),
};

/** Starts on loopback. A page gets the files by their addresses. */
export async function startStandInService(files: Readonly<Record<string, string>>) {
  const strayed: string[] = [];
  // Another origin, which must not receive requests.
  const elsewhere = createServer((request, response) => {
    strayed.push(request.url ?? '');
    response
      .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
      .end('{}');
  });
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const url = new URL(request.url ?? '', 'http://stand.in');
    if (url.pathname.startsWith('/api/v1')) return replyToApi(request, response, url, body);
    await sendPage(response, url.pathname, files[url.pathname]);
  });

  const replyToApi = (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    body: string,
  ): unknown => {
    const path = url.pathname.slice('/api'.length);
    const brief = /^\/v1\/designs\/([^/]+)\/tailor-brief$/.exec(path)?.[1] ?? '';
    if (brief === 'hang') return;
    if (brief === 'reset') return request.socket.resetAndDestroy();
    if (brief === 'cut' || brief === 'cut-chunked') {
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(brief === 'cut' && { 'content-length': '100' }),
      });
      response.write('{"facts":[{"field":"', () => setTimeout(() => request.socket.destroy(), 20));
      return;
    }
    if (brief === 'redirect' || brief === 'redirect-away') {
      const to = brief === 'redirect' ? '/api/v1/strayed' : `${readOrigin(elsewhere)}/away`;
      return response.writeHead(307, { location: to }).end();
    }
    if (path === '/v1/strayed') strayed.push(path);
    if (path === '/v1/nobody') return sendAnswer(response, createJson(200, { origin: nobody }));
    if (path === '/v1/seen') return sendAnswer(response, createJson(200, { strayed }));
    const kept = BRIEFS[brief];
    if (kept) return sendAnswer(response, kept);
    if (path.endsWith('/tech-packs') && request.method === 'POST') {
      const pay = { status: 'payment_required', purchase_id: null, checkout_url: 'https://pay.invalid/c' };
      return sendAnswer(response, createJson(402, pay));
    }
    const { method, headers } = request;
    const list = path === '/v1/designs' ? { designs: [], next_before: null } : {};
    sendAnswer(
      response,
      createJson(method === 'POST' ? 201 : 200, { ...list, method, url: path + url.search, headers, body }),
    );
  };

  const [origin] = await Promise.all([server, elsewhere].map(listenOnLoopback));
  const nobody = await findFreeAddress();
  const close = () => {
    for (const one of [server, elsewhere]) {
      one.close();
      one.closeAllConnections();
    }
  };
  return { origin: origin ?? '', close };
}

/** An address where nothing listens any more. */
async function findFreeAddress(): Promise<string> {
  const server = createServer();
  const origin = await listenOnLoopback(server);
  await new Promise((down) => server.close(down));
  return origin;
}

function sendAnswer(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

async function sendPage(response: ServerResponse, path: string, file: string | undefined): Promise<void> {
  if (path === '/')
    return sendAnswer(response, createText(200, '<!doctype html><title>conformance</title>', 'text/html'));
  if (file === undefined) return sendAnswer(response, createText(404, '', 'text/plain'));
  sendAnswer(response, createText(200, await readFile(file), 'text/javascript; charset=utf-8'));
}
