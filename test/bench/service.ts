/** A service on loopback that answers as fast as it can: what is measured is the program that asks. */

import { createServer } from 'node:http';
import { listen, originOf } from '../soak/service.ts';

const uuid = (number: number): string => `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;

const design = (number: number) => ({
  id: uuid(number),
  name: `Design ${number}, a name as long as names are`,
  garment_category: 'shirt',
  sgg_garment_id: number % 3 === 0 ? `GARM-${number}` : null,
  created_at: new Date(1_790_000_000_000 - number * 60_000).toISOString(),
});

const graphOf = (id: string, nodes: number) => ({
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

export const ME =
  '{"user_id":"7f1d2c3b-0000-4000-8000-000000000001","via":"api_key","scopes":["read","export"],"plan":"studio"}';

/** `pages` of 100 designs, a graph of about `graphBytes`, a JSON file of `fileBytes`, and these graphs by their id. */
export async function service({
  pages,
  graphBytes,
  fileBytes,
  graphs = {},
}: Readonly<Record<'pages' | 'graphBytes' | 'fileBytes', number>> & {
  readonly graphs?: Readonly<Record<string, string>>;
}) {
  const perNode = JSON.stringify(graphOf('GARM-1', 1000)).length / 1000;
  const large = JSON.stringify(graphOf('GARM-1', Math.round(graphBytes / perNode)));
  const small = JSON.stringify(graphOf('GARM-2', 50));
  const block = Buffer.alloc(1 << 20, 'toile');
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const json = (text: string, status = 200): unknown =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text);
    request.resume();
    if (url.pathname === '/v1/me') return json(ME);
    if (url.pathname === '/v1/garments/GARM-1/graph') return json(large);
    const given = graphs[/^\/v1\/garments\/([^/]+)\/graph$/.exec(url.pathname)?.[1] ?? ''];
    if (given !== undefined) return json(given);
    if (url.pathname.endsWith('/graph')) return json(small);
    if (url.pathname === '/v1/designs') {
      const page = Number(url.searchParams.get('before') ?? 0);
      const limit = Math.min(100, Number(url.searchParams.get('limit') ?? 20));
      const designs = Array.from({ length: limit }, (_, at) => design(page * 100 + at));
      return json(JSON.stringify({ designs, next_before: page + 1 < pages ? String(page + 1) : null }));
    }
    if (url.pathname.endsWith('/exports')) {
      const link = `${originOf(server)}/file`;
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      return json(
        JSON.stringify({ export: { driver: 'json' }, download_url: link, expires_at: expires }),
        201,
      );
    }
    if (url.pathname === '/file') {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': fileBytes });
      // One long text in a list: what comes from the link of a JSON export has to be JSON.
      let left = fileBytes - 4;
      response.write('["');
      const more = (): unknown => {
        while (left > 0) {
          const part = left >= block.length ? block : block.subarray(0, left);
          left -= part.length;
          if (!response.write(part)) return response.once('drain', more);
        }
        return response.end('"]');
      };
      response.on('error', () => undefined);
      return more();
    }
    return json('{}');
  });
  server.keepAliveTimeout = 1;
  return { origin: await listen(server), first: uuid(0), close: () => server.close() };
}
