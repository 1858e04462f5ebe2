/**
 * A service with large exports, in its own process, so that it takes no time of the test:
 * `file-server JSON`, with the files to serve. Design 0 exports the first of them, design 1 the second.
 */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { createDesignId } from './built-program.ts';
import { listenOnLoopback } from './interruptible-services.ts';

/** A file with its digest. */
export interface ServedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

const files = JSON.parse(process.argv[2] ?? '[]') as readonly ServedFile[];

/** Creates the other bodies of a pull: one design without contents. */
const createBody = (path: string): unknown => {
  if (path === '/v1') return { version: '2026-09-15' };
  if (path === '/v1/me') return { user_id: createDesignId(9), via: 'api_key', scopes: [], plan: 'x' };
  if (path === '/v1/designs')
    return {
      designs: [{ id: createDesignId(1), name: 'Large', created_at: '2026-01-01T00:00:00Z' }],
      next_before: null,
    };
  return path.startsWith('/v1/designs/') ? { of: path } : undefined;
};

const server = createServer((request, response) => {
  request.resume();
  const replyWithJson = (status: number, body: unknown): unknown =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const { pathname } = new URL(request.url ?? '', 'http://host');
  const [, design] = /(\d)\/exports$/.exec(pathname) ?? [];
  const exported = files[Number(design)];
  if (exported) {
    const { size, sha256 } = exported;
    return replyWithJson(201, {
      export: { bytes: size, sha256 },
      download_url: `/file/${design}`,
      expires_at: '2030-01-01T00:00:00Z',
    });
  }
  const body = createBody(pathname);
  if (body) return replyWithJson(200, body);
  const file = files[Number(pathname.slice(-1))];
  if (file === undefined) return replyWithJson(404, { error: 'no such route', code: 'NOT_FOUND' });
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': file.size });
  return createReadStream(file.path, { highWaterMark: 2 ** 20 }).pipe(response);
});
process.send?.(await listenOnLoopback(server));
