import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { runToile } from '../support/run-toile.ts';

const json = { 'content-type': 'application/json' };

it.each<[string, number, RegExp, RequestListener]>([
  ['answers HTML', 3, /GET \/v1\/me/, (_, res) => res.end('<html>Welcome to the airport</html>')],
  ['answers an empty 200', 3, /GET \/v1\/me/, (_, res) => res.end()],
  ['answers garbage', 3, /GET \/v1\/me/, (_, res) => res.writeHead(200, json).end('{"user_id": ')],
  ['answers a list', 3, /GET \/v1\/me/, (_, res) => res.writeHead(200, json).end('[]')],
  ['resets', 3, /./, (req) => req.socket.destroy()],
  [
    'cuts the body',
    3,
    /./,
    (_, res) => {
      res.writeHead(200, { ...json, 'content-length': '500' }).write('{"user_id":');
      setTimeout(() => res.destroy(), 20);
    },
  ],
  [
    'redirects elsewhere',
    3,
    /redirect/,
    (_, res) => res.writeHead(302, { location: 'https://evil.test/' }).end(),
  ],
  [
    'fails with 500',
    3,
    /500/,
    (_, res) => res.writeHead(500, json).end('{"error":"broken","code":"INTERNAL"}'),
  ],
  ['fails with 502 in HTML', 3, /502/, (_, res) => res.writeHead(502).end('<h1>Bad gateway</h1>')],
  [
    'limits for longer than allowed',
    7,
    /./,
    (_, res) =>
      res
        .writeHead(429, { ...json, 'retry-after': '4000' })
        .end('{"error":"slow down","code":"RATE_LIMITED"}'),
  ],
  [
    'answers control characters in an error',
    9,
    /400/,
    (_, res) =>
      res
        .writeHead(400, json)
        .end(JSON.stringify({ error: 'a\u001b]0;title\u0007b\r\n$ rm -rf', code: 'X' })),
  ],
])('a service that %s', async (_, code, output, answer) => {
  const base = await startLoopbackServer(answer);
  const run = await runToile(['me', '--base-url', base], { env: { TOILE_API_KEY: 'svc_sk_secret_value' } });
  expect(run).toMatchObject({ code, out: '' });
  expect(run.err).toMatch(/^toile: /);
  expect(run.err).toMatch(output);
  expect(run.err).not.toMatch(/\n\s+at /);
  expect(run.err).not.toContain('svc_sk_secret_value');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(run.err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(run.err).not.toMatch(/^\$/m);
});

it('repeats a read after a 429 and a 503', async () => {
  let requests = 0;
  const base = await startLoopbackServer((_, res) => {
    requests += 1;
    if (requests === 1)
      res.writeHead(429, { ...json, 'retry-after': '1' }).end('{"error":"x","code":"RATE_LIMITED"}');
    else if (requests === 2) res.writeHead(503).end();
    else res.writeHead(200, json).end('{"user_id":"u","via":"api_key","scopes":[],"plan":"p"}');
  });
  const run = await runToile(['me', '--json', '--base-url', base], { env: { TOILE_API_KEY: 'svc_sk_x' } });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(requests).toBe(3);
});

it('prints the cursor of a list that breaks off, and keeps what arrived', async () => {
  const buildPage = (id: string, next: string | null) =>
    JSON.stringify({
      designs: [
        { id, name: 'x', garment_category: null, sgg_garment_id: null, created_at: '2026-01-01T00:00:00Z' },
      ],
      next_before: next,
    });
  const base = await startLoopbackServer((req, res) => {
    if (req.url?.includes('before=')) res.writeHead(404, json).end('{"error":"gone","code":"NOT_FOUND"}');
    else res.writeHead(200, json).end(buildPage('11111111-1111-4111-8111-111111111111', 'cursor&1'));
  });
  const env = { TOILE_API_KEY: 'svc_sk_x' };
  const run = await runToile(['designs', 'ls', '--all', '--jsonl', '--base-url', base], { env });
  expect(run.code).toBe(5);
  expect(run.out.split('\n')).toHaveLength(2);
  const { error } = JSON.parse(run.err);
  expect(error.next_before).toBe('cursor&1');
  expect(error.hint).toContain("--before 'cursor&1'");
});

it.each([['--json'], ['--jsonl'], ['--csv'], []])(
  'prints what arrived of a list with a repeated cursor, and says so: %s',
  async (...form) => {
    let requests = 0;
    const designs = [1, 2].map((number) => ({
      id: `${String(number).repeat(8)}-1111-4111-8111-111111111111`,
      name: 'x',
      garment_category: null,
      sgg_garment_id: null,
      created_at: `2026-01-0${5 - number}T00:00:00Z`,
    }));
    const base = await startLoopbackServer((_, res) => {
      res.writeHead(200, json).end(JSON.stringify({ designs: [designs[requests]], next_before: 'again' }));
      requests += 1;
    });
    for (const columns of form.length > 0 ? [undefined] : [undefined, 100]) {
      requests = 0;
      const run = await runToile(['designs', 'ls', '--all', ...form, '--base-url', base], {
        env: { TOILE_API_KEY: 'svc_sk_x' },
        columns,
      });
      expect(run.code).toBe(1);
      expect(requests).toBe(2);
      for (const { id } of designs) expect(run.out).toContain(id.slice(0, 8));
      expect(run.err).toMatch(
        /service repeated a cursor; designs created before\s2026-01-03T00:00:00Z may be missing/,
      );
      if (form.length === 0) continue;
      if (form[0] !== '--csv')
        expect(JSON.parse(run.err).error).toMatchObject({
          code: 'list_incomplete',
          next_before: 'again',
          exit: 1,
        });
      if (form[0] === '--json')
        expect(JSON.parse(run.out)).toMatchObject({ designs: [{}, {}], next_before: 'again' });
    }
  },
);

it('repeats a request without limit when the service refuses the limit', async () => {
  const requests: string[] = [];
  const base = await startLoopbackServer((req, res) => {
    requests.push(req.url ?? '');
    if (req.url?.includes('limit=')) res.writeHead(400, json).end('{"error":"too large","code":"BAD_LIMIT"}');
    else res.writeHead(200, json).end('{"designs":[],"next_before":null}');
  });
  const run = await runToile(['designs', 'ls', '--all', '--base-url', base], {
    env: { TOILE_API_KEY: 'svc_sk_x' },
  });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(requests).toEqual(['/v1/designs?limit=100', '/v1/designs']);
});
