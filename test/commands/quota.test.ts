import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { createHome, runToile } from '../support/run-toile.ts';

const ME = '{"user_id":"u","via":"api_key","scopes":[],"plan":"studio"}';

const setUp = async (answer: RequestListener, rate = '3/10s') => {
  const home = await createHome();
  const env = {
    TOILE_BASE_URL: await startLoopbackServer(answer),
    TOILE_API_KEY: 'svc_sk_quota',
    TOILE_RATE: rate,
  };
  return {
    run: (argv: readonly string[], more: { columns?: number; env?: Record<string, string> } = {}) =>
      runToile(argv, { home, columns: more.columns, env: { ...env, ...more.env } }),
  };
};

it('requests of all commands with this key are counted', async () => {
  const { run } = await setUp((_, res) => res.end(ME));
  expect(JSON.parse((await run(['quota', '--json'])).out)).toMatchObject({
    schema: 'toile.quota/1',
    limit: 3,
    window_seconds: 10,
    used: 0,
    left: 3,
    wait_seconds: 0,
    reset_at: null,
    blocked_until: null,
  });
  await run(['me']);
  await run(['api', 'v1/me']);
  await run(['api', 'v1']);
  const counted = JSON.parse((await run(['quota', '--json'])).out);
  expect(counted).toMatchObject({ used: 2, left: 1 });
  expect(counted.reset_at).toMatch(/^2026-/);
  const other = await run(['quota', '--json'], { env: { TOILE_API_KEY: 'svc_sk_other' } });
  expect(JSON.parse(other.out).used).toBe(0);
});

it('the state is one line on a terminal, and a row in a pipe', async () => {
  const { run } = await setUp((_, res) => res.end(ME));
  await run(['me']);
  const shown = await run(['quota', '--no-color'], { columns: 80 });
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toMatch(/2 of 3 requests left in 10 seconds, 1 used, as counted by toile/);
  expect((await run(['quota'])).out).toMatch(/^1\t2\t3\t10\t0\t/);
});

it('a request is delayed instead of meeting a 429, and ends with exit 7 when that takes too long', async () => {
  let requests = 0;
  const { run } = await setUp((_, res) => {
    requests += 1;
    res.end(ME);
  });
  for (let sent = 0; sent < 3; sent += 1) expect((await run(['me'])).code).toBe(0);
  const refused = await run(['me', '--max-wait', '2s', '--json']);
  expect(refused).toMatchObject({ code: 7, out: '' });
  const { error } = JSON.parse(refused.err);
  expect(error).toMatchObject({ code: 'rate_limited', exit: 7 });
  expect(error.retry_after).toBeGreaterThan(2);
  expect(requests).toBe(3);
  // With the usual patience it gets through.
  expect((await run(['me'])).code).toBe(0);
  expect(requests).toBe(4);
});

it('the next process does not meet the same 429', async () => {
  let requests = 0;
  const { run } = await setUp((_, res) => {
    requests += 1;
    res.writeHead(429, { 'retry-after': '9' }).end('{"error":"slow down","code":"RATE_LIMITED"}');
  }, '300/10s');
  expect(await run(['me', '--max-wait', '0'])).toMatchObject({ code: 7 });
  expect(await run(['me', '--max-wait', '0'])).toMatchObject({ code: 7 });
  expect(requests).toBe(1);
  const { out } = await run(['quota', '--json']);
  expect(JSON.parse(out)).toMatchObject({ used: 0, left: 0 });
  expect(JSON.parse(out).blocked_until).toMatch(/^2026-/);
});

it('stdout and stderr are unchanged when nothing waits', async () => {
  let requests = 0;
  const { run } = await setUp((_, res) => {
    requests += 1;
    if (requests === 1)
      res.writeHead(429, { 'retry-after': '8' }).end('{"error":"slow down","code":"RATE_LIMITED"}');
    else res.end(ME);
  }, '300/5m');
  const waited = await run(['me', '--json']);
  expect(waited).toEqual({ code: 0, out: `${ME}\n`, err: '' });
  expect(requests).toBe(2);
});

it.each(['90', '90s', '5m', '0'])('--max-wait %s is accepted', async (typed) => {
  const { run } = await setUp((_, res) => res.end(ME));
  expect((await run(['me', '--max-wait', typed])).code).toBe(0);
});

it.each(['soon', '-1', '5', '1.5'])('TOILE_RATE %s is a usage error', async (rate) => {
  const { run } = await setUp((_, res) => res.end(ME), rate);
  const refused = await run(['me']);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('TOILE_RATE');
});

it.each(['soon', '5 m', ''])('--max-wait %j is refused before anything is sent', async (typed) => {
  const { run } = await setUp(() => expect.unreachable());
  const refused = await run(['me', '--max-wait', typed]);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('--max-wait');
});

it('--sandbox needs no key', async () => {
  expect(await runToile(['--sandbox', 'quota'])).toMatchObject({ code: 0, err: '' });
});

it('a list that meets the limit prints the cursor to continue', async () => {
  const buildPage = (next: string | null) =>
    JSON.stringify({
      designs: [
        {
          id: `d-${next}`,
          name: 'x',
          garment_category: null,
          sgg_garment_id: null,
          created_at: '2026-01-01T00:00:00Z',
        },
      ],
      next_before: next,
    });
  let number = 0;
  const { run } = await setUp((_, res) => {
    number += 1;
    res.end(buildPage(`c${number}`));
  }, '2/10s');
  const broken = await run(['designs', 'ls', '--all', '--json', '--max-wait', '1']);
  expect(broken).toMatchObject({ code: 7, out: '' });
  const { error } = JSON.parse(broken.err);
  expect(error).toMatchObject({ code: 'rate_limited', next_before: 'c2' });
  expect(error.retry_after).toBeGreaterThan(0);
  expect(error.hint).toContain('--before c2');
});
