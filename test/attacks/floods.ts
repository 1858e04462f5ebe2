/** Services that send too much, for too long, or too late. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip, gzipSync } from 'node:zlib';
import { createUuid, OWN_DESIGN } from './hostile-bodies.ts';

const MIB = 1024 * 1024;

/** Bytes of an export; 3 GB unless TOILE_ATTACK_BYTES says another number. */
export const EXPORT_BYTES = Number(process.env.TOILE_ATTACK_BYTES ?? 3 * 1024 * MIB);

/** The start of a flood, which looks like an answer. */
const BEGINNING = '{"designs":[],"nodes":[],"user_id":"00000000-0000-4000-8000-000000000001","more":[0';
const MORE = Buffer.alloc(MIB, ',0');

/** The start and end of a valid drawing. */
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg">';
const DRAWN = '</svg>';

/** Writes as fast as the client reads, until it closes or `bytes` are written, and then `last`. */
const pourBytes = (response: ServerResponse, piece: Buffer, bytes: number, last = ''): void => {
  let left = bytes;
  const writeMore = (): void => {
    while (left > 0 && !response.destroyed) {
      const part = left < piece.length ? piece.subarray(0, left) : piece;
      left -= part.length;
      if (!response.write(part)) return void response.once('drain', writeMore);
    }
    if (left <= 0) response.end(last);
  };
  writeMore();
};

/** Creates a gigabyte of gzip in a megabyte, from concatenated members. */
const createBomb = (): Buffer => {
  const member = gzipSync(Buffer.alloc(32 * MIB, ',0'));
  return Buffer.concat([gzipSync(BEGINNING), ...Array.from({ length: 32 }, () => member)]);
};

const nestGroups = (depth: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(depth)}${'</g>'.repeat(depth)}</svg>`;

/** Creates a valid graph of this size. */
const createLargeGraph = (bytes: number): string => {
  const node = (at: number): string =>
    `{"id":"n${at}","kind":"measurement","label":"m${at}","values":{"length":{"value":${at}.50,"unit":"cm","state":"asserted"}}}`;
  const nodes: string[] = [];
  for (let size = 0, at = 0; size < bytes; at += 1) {
    const text = node(at);
    size += text.length + 1;
    nodes.push(text);
  }
  return `{"garment_id":"GARM-101","profile":"factory","nodes":[${nodes.join()}]}`;
};

type Send = (response: ServerResponse, about: { readonly path: string; readonly method: string }) => void;

const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Answers correctly, except for documents. */
const answerInOrder = (document: Send, record: object = {}): Send => {
  const design = {
    id: OWN_DESIGN.id,
    name: 'Coat',
    garment_category: null,
    sgg_garment_id: OWN_DESIGN.garment,
    created_at: '2026-11-01T00:00:00Z',
  };
  return (response, about) => {
    const { path } = about;
    if (path.startsWith('/dl/')) return document(response, about);
    if (path.endsWith('/exports')) {
      return sendJson(
        response,
        { export: record, download_url: '/dl/1', expires_at: '2030-01-01T00:00:00Z' },
        201,
      );
    }
    if (path === '/v1/designs') return sendJson(response, { designs: [design], next_before: null });
    if (path === '/v1/me')
      return sendJson(response, { user_id: createUuid(1), via: 'api_key', scopes: [], plan: 'p' });
    sendJson(response, { garment_id: OWN_DESIGN.garment, nodes: [], name: 'x', version: 'x' });
  };
};

const answerWith =
  (type: string, text: string | Buffer, headers: Record<string, string> = {}): Send =>
  (response) => {
    response.writeHead(200, { 'content-type': type, ...headers }).end(text);
  };

export const FLOODS = {
  /** A body that never ends. */
  endless: (): Send => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(BEGINNING);
    pourBytes(response, MORE, Number.POSITIVE_INFINITY);
  },
  /** An error message that never ends. */
  'endless error': (): Send => (response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).write('{"code":"X","error":"');
    pourBytes(response, Buffer.alloc(MIB, 'no '), Number.POSITIVE_INFINITY);
  },
  bomb: (): Send => answerWith('application/json', createBomb(), { 'content-encoding': 'gzip' }),
  /** A gzip bomb that never ends. */
  'endless bomb': (): Send => (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    const packed = createGzip();
    packed.pipe(response);
    const pourMore = (): void => {
      while (!response.destroyed && packed.write(MORE));
      if (!response.destroyed) packed.once('drain', pourMore);
    };
    pourMore();
  },
  deep: (): Send => answerWith('application/json', `{"designs":${'['.repeat(2_000_000)}`),
  drip: (): Send => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drop = setInterval(() => response.write(' '), 100);
    response.once('close', () => clearInterval(drop));
  },
  silence: (): Send => () => undefined,
  later: (): Send => (response) => {
    response.writeHead(429, { 'retry-after': '3000000', 'content-type': 'application/json' });
    response.end('{"error":"later","code":"RATE_LIMITED"}');
  },
  'a large graph': (): Send => {
    const text = createLargeGraph(20 * MIB);
    return (response, { path }) =>
      (path.includes('graph') ? answerWith('application/json', text) : answerInOrder(() => undefined))(
        response,
        {
          path,
          method: 'GET',
        },
      );
  },
  'a large export': (): Send =>
    answerInOrder((response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml', 'content-length': EXPORT_BYTES });
      const bytes = EXPORT_BYTES - DRAWING.length - DRAWN.length;
      response.write(DRAWING);
      pourBytes(response, Buffer.alloc(MIB, '<g/>'), bytes - (bytes % 4), `${' '.repeat(bytes % 4)}${DRAWN}`);
    }),
  'an endless export': (): Send =>
    answerInOrder((response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      response.write(DRAWING);
      pourBytes(response, Buffer.alloc(MIB, '<g/>'), Number.POSITIVE_INFINITY);
    }),
  'a drawing of groups in groups': (): Send =>
    answerInOrder(answerWith('image/svg+xml', nestGroups(200_000))),
} as const satisfies Record<string, () => Send>;

export type Flood = keyof typeof FLOODS;

export interface FloodServer {
  readonly baseUrl: string;
  /** The requests, as `METHOD /path`. */
  readonly asked: readonly string[];
  /** Milliseconds since the first request for a matching path, and since its answer ended. */
  since(path: RegExp): { readonly asked: number; readonly answered: number };
  close(): Promise<void>;
}

export const startFlood = async (flood: Flood): Promise<FloodServer> => {
  const send = FLOODS[flood]();
  const asked: string[] = [];
  const times: { readonly path: string; readonly asked: number; answered?: number }[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    asked.push(`${method} ${path}`);
    const time: (typeof times)[number] = { path, asked: performance.now() };
    times.push(time);
    response.once('finish', () => {
      time.answered = performance.now();
    });
    request.resume();
    response.on('error', () => undefined);
    send(response, { method, path: path.split('?')[0] ?? '' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    since: (path) => {
      const found = times.find((time) => path.test(time.path));
      const msSince = (at: number | undefined): number => (at === undefined ? 0 : performance.now() - at);
      return { asked: msSince(found?.asked), answered: msSince(found?.answered) };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
