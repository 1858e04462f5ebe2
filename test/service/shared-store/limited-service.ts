import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RateLimit } from '../../../src/platform/shared-types.ts';

/** How a service may enforce its limit. The specification names none, so toile respects both. */
export type LimitWindow = 'sliding' | 'fixed';

/** A service that enforces its limit by a sliding window, by fixed windows, or by both, and counts refused requests. */
export interface LimitedService {
  readonly url: string;
  /** When each request that was counted arrived, in milliseconds. */
  readonly arrived: readonly number[];
  readonly refused: number;
  close(): void;
}

const toUuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const buildPage = (from: number): string => {
  const designs = Array.from({ length: 5 }, (_, at) => ({
    id: toUuid(from + at),
    name: `Design ${from + at}`,
    garment_category: 'coat',
    sgg_garment_id: null,
    created_at: new Date(Date.parse('2026-01-01T00:00:00Z') - (from + at) * 1000).toISOString(),
  }));
  return JSON.stringify({ designs, next_before: String(from + 5) });
};

/** Starts the service. Its design list is endless; every other route answers with the account. */
export const startLimitedService = async (
  { limit, windowMs }: RateLimit,
  windows: readonly LimitWindow[] = ['sliding', 'fixed'],
): Promise<LimitedService> => {
  const arrived: number[] = [];
  let refused = 0;
  let [slot, inSlot] = [0, 0];
  let first = 0;
  const isWithin = (now: number): boolean => {
    while (first < arrived.length && now - (arrived[first] ?? 0) >= windowMs) first += 1;
    const current = Math.floor(now / windowMs);
    if (current !== slot) [slot, inSlot] = [current, 0];
    if (windows.includes('sliding') && arrived.length - first >= limit) return false;
    if (windows.includes('fixed') && inSlot >= limit) return false;
    inSlot += 1;
    return true;
  };
  const server = createServer((request, response) => {
    const now = performance.now();
    response.setHeader('content-type', 'application/json');
    request.resume();
    if (request.headers.authorization === undefined) return void response.end('{"version":"2026-09-15"}');
    if (!isWithin(now)) {
      refused += 1;
      response.writeHead(429, { 'retry-after': '1' }).end('{"error":"slow down","code":"RATE_LIMITED"}');
      return;
    }
    arrived.push(now);
    const url = new URL(request.url ?? '/', 'http://service.test');
    if (url.pathname === '/v1/designs') response.end(buildPage(Number(url.searchParams.get('before') ?? 0)));
    else response.end('{"user_id":"u","via":"api_key","scopes":["read","generate"],"plan":"studio"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    get refused() {
      return refused;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
