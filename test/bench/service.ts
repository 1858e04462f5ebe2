/** A service on loopback that answers as fast as it can, so that the client is measured and not the service. */

import { createServer } from 'node:http';
import { listenOnLoopback, readOrigin } from '../soak/interruptible-services.ts';

const createUuid = (number: number): string =>
  `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;

const createDesign = (number: number) => ({
  id: createUuid(number),
  name: `Design ${number}, a name as long as names are`,
  garment_category: 'shirt',
  sgg_garment_id: number % 3 === 0 ? `GARM-${number}` : null,
  created_at: new Date(1_790_000_000_000 - number * 60_000).toISOString(),
});

const createGraph = (id: string, nodes: number) => ({
  garment_id: id,
  profile: 'technical_designer',
  nodes: Array.from({ length: nodes }, (_, at) => ({
    id: `piece.${at}`,
    kind: at % 4 === 0 ? 'seam' : 'piece',
    label: { value: `Piece ${at}`, state: 'asserted' },
    values: {
      cut: { value: at % 5, state: 'asserted' },
      length: {
        value: 56.5,
        unit: 'cm',
        state: 'inferred',
        confidence: 'medium',
        basis: 'usual for the category',
      },
      grain: { value: null, state: 'unstated' },
    },
    links: [{ rel: 'part_of', to: `piece.${(at * 7) % nodes}`, state: 'asserted' }],
  })),
  facts: [],
});

/** The answer of `GET /v1/me`. */
export const ME =
  '{"user_id":"7f1d2c3b-0000-4000-8000-000000000001","via":"api_key","scopes":["read","export"],"plan":"studio"}';

/**
 * Starts a service with `pages` of 100 designs, a graph of about `graphBytes`, an export of `fileBytes` of JSON, and these
 * graphs by their id. Returns the large graph as `largeGraph`.
 */
export async function startBenchService({
  pages,
  graphBytes,
  fileBytes,
  graphs = {},
}: Readonly<Record<'pages' | 'graphBytes' | 'fileBytes', number>> & {
  readonly graphs?: Readonly<Record<string, string>>;
}) {
  const perNode = JSON.stringify(createGraph('GARM-1', 1000)).length / 1000;
  const large = JSON.stringify(createGraph('GARM-1', Math.round(graphBytes / perNode)));
  const small = JSON.stringify(createGraph('GARM-2', 50));
  const block = Buffer.alloc(1 << 20, 'toile');
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const sendJson = (text: string, status = 200): unknown =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text);
    request.resume();
    if (url.pathname === '/v1/me') return sendJson(ME);
    if (url.pathname === '/v1/garments/GARM-1/graph') return sendJson(large);
    const graph = graphs[/^\/v1\/garments\/([^/]+)\/graph$/.exec(url.pathname)?.[1] ?? ''];
    if (graph !== undefined) return sendJson(graph);
    if (url.pathname.endsWith('/graph')) return sendJson(small);
    if (url.pathname === '/v1/designs') {
      const page = Number(url.searchParams.get('before') ?? 0);
      const limit = Math.min(100, Number(url.searchParams.get('limit') ?? 20));
      const designs = Array.from({ length: limit }, (_, at) => createDesign(page * 100 + at));
      return sendJson(JSON.stringify({ designs, next_before: page + 1 < pages ? String(page + 1) : null }));
    }
    if (url.pathname.endsWith('/exports')) {
      const link = `${readOrigin(server)}/file`;
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      return sendJson(
        JSON.stringify({ export: { driver: 'json' }, download_url: link, expires_at: expires }),
        201,
      );
    }
    if (url.pathname === '/file') {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': fileBytes });
      // One long text in a list, because the document of a JSON export must be JSON.
      let left = fileBytes - 4;
      response.write('["');
      const writeMore = (): unknown => {
        while (left > 0) {
          const part = left >= block.length ? block : block.subarray(0, left);
          left -= part.length;
          if (!response.write(part)) return response.once('drain', writeMore);
        }
        return response.end('"]');
      };
      response.on('error', () => undefined);
      return writeMore();
    }
    return sendJson('{}');
  });
  server.keepAliveTimeout = 1;
  return {
    origin: await listenOnLoopback(server),
    largeGraph: large,
    firstDesign: createUuid(0),
    close: () => server.close(),
  };
}
