/** A service that answers what the conformance program asks, well and badly; also serves the program to a browser. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const json = (status, body, headers = {}) => ({ status, body: JSON.stringify(body), headers });
const text = (status, body, type = 'application/json') => ({
  status,
  body,
  headers: { 'content-type': type },
});

/** What the brief of a design answers, by the design's id. */
const BRIEFS = {
  lexemes: text(200, '{ "n": 56.0, "id": 9007199254740993, "word": "Größe – 寸法" }'),
  list: text(200, '[]'),
  empty: text(200, ''),
  page: text(200, '<!doctype html><title>Wi-Fi</title>', 'text/html'),
  unauthenticated: json(401, { error: 'No key.', code: 'UNAUTHENTICATED' }, { 'www-authenticate': 'Bearer' }),
  limited: json(429, { error: 'Slow down.', code: 'RATE_LIMITED' }, { 'retry-after': '7' }),
  'limited-until': json(
    429,
    { error: 'Slow down.', code: 'RATE_LIMITED' },
    { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' },
  ),
  'bad-gateway': text(502, '<h1>502</h1>', 'text/html'),
};

/** Starts on loopback. `client` is the built file, which a page gets at /client.js. */
export async function standIn(client) {
  const strayed = [];
  // Another origin: whatever arrives here was led astray.
  const elsewhere = createServer((request, response) => {
    strayed.push(request.url);
    response
      .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
      .end('{}');
  });
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const url = new URL(request.url, 'http://stand.in');
    if (url.pathname.startsWith('/api/v1')) return api(request, response, url, body);
    await page(response, url.pathname, client);
  });

  const api = (request, response, url, body) => {
    const path = url.pathname.slice('/api'.length);
    const brief = /^\/v1\/designs\/([^/]+)\/tailor-brief$/.exec(path)?.[1];
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
      const to =
        brief === 'redirect' ? '/api/v1/strayed' : `http://127.0.0.1:${elsewhere.address().port}/away`;
      return response.writeHead(307, { location: to }).end();
    }
    if (path === '/v1/strayed') strayed.push(path);
    if (path === '/v1/nobody') return send(response, json(200, { origin: nobody }));
    if (path === '/v1/seen') return send(response, json(200, { strayed }));
    if (BRIEFS[brief]) return send(response, BRIEFS[brief]);
    if (path.endsWith('/tech-packs') && request.method === 'POST') {
      const pay = { status: 'payment_required', purchase_id: null, checkout_url: 'https://pay.invalid/c' };
      return send(response, json(402, pay));
    }
    const { method, headers } = request;
    const list = path === '/v1/designs' ? { designs: [], next_before: null } : {};
    send(
      response,
      json(method === 'POST' ? 201 : 200, { ...list, method, url: path + url.search, headers, body }),
    );
  };

  await Promise.all([server, elsewhere].map((one) => new Promise((up) => one.listen(0, '127.0.0.1', up))));
  const nobody = await freed();
  const close = () => {
    for (const one of [server, elsewhere]) {
      one.close();
      one.closeAllConnections();
    }
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}

/** An address where nothing listens any more. */
async function freed() {
  const server = createServer();
  await new Promise((up) => server.listen(0, '127.0.0.1', up));
  const origin = `http://127.0.0.1:${server.address().port}`;
  await new Promise((down) => server.close(down));
  return origin;
}

function send(response, { status, body, headers }) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

async function page(response, path, client) {
  const files = { '/client.js': client, '/conformance.mjs': new URL('conformance.mjs', import.meta.url) };
  if (path === '/')
    return send(response, text(200, '<!doctype html><title>conformance</title>', 'text/html'));
  if (!files[path]) return send(response, text(404, '', 'text/plain'));
  send(response, text(200, await readFile(files[path]), 'text/javascript; charset=utf-8'));
}

/** The program that Node, Deno and Bun run. */
export const TERMINAL_PROGRAM = fileURLToPath(new URL('terminal.mjs', import.meta.url));
