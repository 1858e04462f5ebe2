/** A service over HTTP with a few designs, whose exports are at another origin. Both record their requests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const toDesignId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const KEY = 'svc_sk_of_a_small_service';
/** Another key of the same user. */
export const SECOND_KEY = 'svc_sk_of_the_same_user';
const ACCEPTED = [KEY, SECOND_KEY].map((key) => `Bearer ${key}`);
export const USER = toDesignId(900);

const startServer = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export interface SmallService {
  readonly base: string;
  /** `GET /path` of every request to the service. */
  readonly asked: string[];
  /** Headers of every request to the origin of documents. */
  readonly fetched: IncomingMessage['headers'][];
  /** The user of the credential. */
  user: string;
  /** The content of each graph. */
  graph: string;
  /** The number of designs. */
  count: number;
  /** The record of each export. */
  record: object;
  /** Called before each answer of the service. */
  working(): Promise<void>;
  /** Returns the page of a proxy, sent with 404 instead of an answer. */
  instead(url: string): string | undefined;
}

/** `document` answers for the file of a link; `link` counts the links that were given. */
export const startSmallService = async (
  count: number,
  document: (response: ServerResponse, link: number) => void = (response) => response.end('<svg></svg>'),
): Promise<SmallService> => {
  const fetched: IncomingMessage['headers'][] = [];
  const elsewhere = await startServer(
    createServer((request, response) => {
      fetched.push(request.headers);
      document(response, Number(new URL(request.url ?? '', 'http://host').searchParams.get('signature')));
    }),
  );
  const asked: string[] = [];
  let links = 0;
  const it = {
    count,
    user: USER,
    graph: 'one',
    asked,
    fetched,
    record: {},
    working: async (): Promise<void> => undefined,
    instead: (_: string): string | undefined => undefined,
  };
  const answer = ({ method = '', url = '', headers }: IncomingMessage): readonly [number, object] => {
    const { pathname } = new URL(url, 'http://host');
    asked.push(`${method} ${pathname}`);
    if (pathname === '/v1') return [200, { name: 'small', version: '2026-09-15' }];
    if (!ACCEPTED.includes(headers.authorization ?? ''))
      return [401, { error: 'no key', code: 'UNAUTHENTICATED' }];
    if (pathname === '/v1/me') return [200, { user_id: it.user, via: 'api_key', scopes: [], plan: 'x' }];
    const all = Array.from({ length: it.count }, (_, at) => ({
      id: toDesignId(at + 1),
      name: `Design ${at + 1}`,
      garment_category: null,
      sgg_garment_id: null,
      created_at: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
    }));
    if (pathname === '/v1/designs') return [200, { designs: all, next_before: null }];
    const [, , , id, read] = pathname.split('/');
    if (!all.some((one) => one.id === id)) return [404, { error: 'No such design.', code: 'NOT_FOUND' }];
    if (read === 'exports') {
      links += 1;
      const download_url = `${elsewhere}/file?signature=${links}`;
      return [201, { export: it.record, download_url, expires_at: '2030-01-01T00:00:00Z' }];
    }
    return [200, { of: id, read, value: it.graph }];
  };
  const base = await startServer(
    createServer(async (request, response) => {
      request.resume();
      await it.working();
      const page = it.instead(request.url ?? '');
      if (page !== undefined) return void response.writeHead(404, { 'content-type': 'text/html' }).end(page);
      const [status, body] = answer(request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }),
  );
  return Object.assign(it, { base });
};
