import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runToile } from '../support/run-toile.ts';

const env = { TOILE_API_KEY: 'svc_sk_live_0123456789', TOILE_BASE_URL: 'http://127.0.0.1:9' };

type Fetch = Awaited<ReturnType<NonNullable<NonNullable<Parameters<typeof runToile>[1]>['network']>>>;

/** Accepts every request and never answers. */
const hang: Fetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Answers at once, and then sends white space every second of the test's clock. */
const drip: Fetch = async () =>
  new Response(
    new ReadableStream({
      async pull(controller) {
        await sleep(10);
        controller.enqueue(new TextEncoder().encode(' '));
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  );

/** Answers 503 with a short Retry-After. */
const answer503: Fetch = async () => new Response('{}', { status: 503, headers: { 'retry-after': '3' } });

/** Adds up the durations of requests in the debug output, in seconds. */
const sumSeconds = (err: string): number =>
  [...err.matchAll(/ in (\d+) ms$/gm)].reduce((sum, [, ms]) => sum + Number(ms), 0) / 1000 +
  [...err.matchAll(/waiting (\d+) ms/g)].reduce((sum, [, ms]) => sum + Number(ms), 0) / 1000;

describe('--max-wait limits the waiting of the whole command', () => {
  it.each([
    ['hangs', hang],
    ['drips', drip],
    ['fails', answer503],
  ])('with a service that %s', async (_, fetch) => {
    const argv = ['graph', 'GARM-101', '--max-wait', '6', '--debug', '--json'];
    const { code, out, err } = await runToile(argv, {
      env: { ...env, TOILE_REQUEST_TIMEOUT: '4' },
      network: async () => fetch,
    });
    expect(code).toBe(3);
    expect(out).toBe('');
    expect(sumSeconds(err)).toBeLessThanOrEqual(10 + 10 + 1);
    expect(err).toContain('"retryable":true');
  });

  it('for all its requests together, not for each', async () => {
    const page = { designs: [{ id: '00000000-0000-4000-8000-000000000001' }], next_before: '2026-01-01' };
    let asked = 0;
    const failOften: Fetch = async (...request) => {
      asked += 1;
      return asked === 3 ? Response.json(page) : answer503(...request);
    };
    const argv = ['designs', 'ls', '--all', '--max-wait', '10', '--debug', '--json'];
    const { code, err } = await runToile(argv, { env, network: async () => failOften });
    expect(code).toBe(3);
    expect(asked).toBeGreaterThan(3);
    const waited = [...err.matchAll(/waiting (\d+) ms/g)].reduce((sum, [, ms]) => sum + Number(ms), 0);
    expect(waited).toBeLessThanOrEqual(10_000);
  });

  it('but not the time of a service that answers', async () => {
    const run = await runToile(['--sandbox', 'graph', 'GARM-101', '--max-wait', '0', '--json']);
    expect(run).toMatchObject({ code: 0, err: '' });
  });
});

describe('TOILE_REQUEST_TIMEOUT limits one request', () => {
  it.each([
    ['hangs', hang],
    ['drips', drip],
  ])('to a service that %s', async (_, fetch) => {
    const argv = ['graph', 'GARM-101', '--max-wait', '0', '--debug', '--json'];
    const { code, err } = await runToile(argv, {
      env: { ...env, TOILE_REQUEST_TIMEOUT: '4' },
      network: async () => fetch,
    });
    expect(code).toBe(3);
    for (const [, ms] of err.matchAll(/ in (\d+) ms$/gm)) expect(Number(ms)).toBeLessThanOrEqual(5_000);
    expect(err).toMatch(/answer_(timeout|stalled)/);
  });

  it('and must be greater than zero', async () => {
    expect((await runToile(['me'], { env: { ...env, TOILE_REQUEST_TIMEOUT: '0' } })).code).toBe(2);
  });
});
