/**
 * Services whose answers can be interrupted at any byte and at any step. `troubles` holds
 * the fault of each design; the answers are counted.
 */

import { createHash, randomBytes, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Where a server listens. */
export const readOrigin = (server: Server): string => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  return `http://127.0.0.1:${address.port}`;
};

/** Listens on loopback, at any port that is free. */
export const listenOnLoopback = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(readOrigin(server)));
  });

const createClose = (server: Server) => (): void => {
  server.closeAllConnections();
  server.close();
};

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};

/** The fault of the downloads of a design. */
export interface DownloadFault {
  readonly strong?: boolean;
  /** Bytes after which an answer breaks off, one an answer. */
  readonly cuts?: number[];
  readonly drip?: boolean;
  /** How many links are expired before one is not. */
  expired?: number;
  begun?: boolean;
  onByte?: (byte: number) => unknown;
}

/** Serves one document under links that break, expire or drip. */
export async function startDocumentService(document: Buffer) {
  const sha256 = createHash('sha256').update(document).digest('hex');
  const troubles = new Map<string, DownloadFault>();
  const counts = { exports: 0, whole: 0, ranges: 0, cut: 0, expired: 0 };

  const serve = async (request: IncomingMessage, response: ServerResponse, design: string) => {
    const trouble = troubles.get(design) ?? {};
    if (trouble.expired !== undefined && trouble.expired > 0 && trouble.begun) {
      trouble.expired -= 1;
      counts.expired += 1;
      return sendJson(response, 403, { error: 'expired', code: 'LINK_EXPIRED' });
    }
    trouble.begun = true;
    const etag = `"${sha256}"`;
    const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
    const from = asked && trouble.strong && request.headers['if-range'] === etag ? Number(asked[1]) : 0;
    const rest = document.subarray(from);
    counts[from > 0 ? 'ranges' : 'whole'] += 1;
    response.writeHead(from > 0 ? 206 : 200, {
      'content-type': 'image/svg+xml',
      'content-disposition': 'attachment; filename="../../../etc/escaped.svg"',
      'content-length': rest.length,
      ...(trouble.strong && { etag }),
      ...(from > 0 && { 'content-range': `bytes ${from}-${document.length - 1}/${document.length}` }),
    });
    const cut = trouble.cuts?.shift();
    const last = cut === undefined ? rest.length : Math.min(cut, rest.length);
    for (let at = 0; at < last; ) {
      const next = Math.min(last, at + 16 * 1024);
      if (response.destroyed) return;
      response.write(rest.subarray(at, next));
      at = next;
      trouble.onByte?.(from + at);
      if (trouble.drip) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    if (last === rest.length) return response.end();
    counts.cut += 1;
    // The written bytes leave before the connection breaks.
    setTimeout(() => response.destroy(), 2);
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://host');
    const [, design] = /^\/v1\/designs\/([^/]+)\/exports$/.exec(pathname) ?? [];
    if (design) {
      request.resume();
      counts.exports += 1;
      return sendJson(response, 201, {
        export: { id: String(counts.exports), bytes: document.length, sha256 },
        download_url: `/dl/${design}?n=${counts.exports}&signature=${randomBytes(8).toString('hex')}`,
        expires_at: '2030-01-01T00:00:00Z',
      });
    }
    const [, linked] = /^\/dl\/([^/]+)$/.exec(pathname) ?? [];
    if (linked) return void serve(request, response, linked);
    sendJson(response, 404, { error: 'no such route', code: 'NOT_FOUND' });
  });
  const baseUrl = await listenOnLoopback(server);
  return { baseUrl, sha256, troubles, counts, close: createClose(server) };
}

/** Where a request breaks off. */
export type OrderFault = 'dropped-before' | 'dropped-after' | 'cut' | 'failed' | 'limited' | 'slow';

/** Accepts orders and interrupts them at the step of the design's fault. */
export async function startPurchaseService() {
  /** design -> step; the trouble is over after one request. */
  const troubles = new Map<string, OrderFault>();
  /** design -> purchases that were created. */
  const created = new Map<string, number>();
  const onRequest = new Map<string, () => void>();
  /** The user of every key. */
  const served = { userId: 'u' };

  const create = (design: string): string => {
    created.set(design, (created.get(design) ?? 0) + 1);
    return `${design.slice(0, -1)}${created.get(design)}`;
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://host');
    const [, design] = /^\/v1\/designs\/([^/]+)\/tech-packs$/.exec(pathname) ?? [];
    if (!design) {
      const [, id] = /^\/v1\/tech-packs\/([^/]+)$/.exec(pathname) ?? [];
      if (pathname === '/v1/me')
        return sendJson(response, 200, { user_id: served.userId, scopes: ['generate'] });
      if (!id) return sendJson(response, 404, { error: 'no such route', code: 'NOT_FOUND' });
      return sendJson(response, 200, {
        purchase_id: id,
        status: 'composing',
        design_id: null,
        amount: null,
        currency: null,
        pack: { id, version: null, ready: false, composer_status: null, compose_status: null },
        paid_at: null,
        fulfilled_at: null,
      });
    }
    request.resume();
    const step = troubles.get(design);
    troubles.delete(design);
    request.on('end', () => {
      onRequest.get(design)?.();
      if (step === 'dropped-before') return response.destroy();
      if (step === 'limited') return sendJson(response, 429, { error: 'slow down', code: 'RATE_LIMITED' });
      const id = create(design);
      const composing = { status: 'composing', purchase_id: id, design_id: design, message: 'composing' };
      const payment = {
        status: 'payment_required',
        purchase_id: id,
        checkout_url: 'https://pay.invalid/x',
        amount: 29,
        currency: 'EUR',
        label: null,
        message: 'pay',
      };
      if (step === 'dropped-after') return response.destroy();
      if (step === 'failed') return sendJson(response, 500, { error: 'broken', code: 'INTERNAL' });
      if (step === 'cut') {
        response.writeHead(202, { 'content-type': 'application/json', 'content-length': 500 });
        response.write(JSON.stringify(composing).slice(0, 30));
        return setTimeout(() => response.destroy(), 5);
      }
      const answer = () =>
        randomInt(2) === 0 ? sendJson(response, 202, composing) : sendJson(response, 402, payment);
      if (step === 'slow') return setTimeout(answer, 300);
      answer();
    });
  });
  const baseUrl = await listenOnLoopback(server);
  return Object.assign(served, { baseUrl, troubles, created, onRequest, close: createClose(server) });
}
