import { expect, it } from 'vitest';
import { ToileError } from '../../../src/platform/errors.ts';
import type { FetchInit } from '../../../src/service/client/index.ts';
import { createRetryingFetch } from '../../../src/service/http/retrying-fetch.ts';
import type { RawFetch } from '../../../src/service/http/transport-options.ts';
import { createHeaders } from '../../support/create-fetch.ts';
import fc, { scaleCases } from '../../support/property.ts';
import { createQuickClock } from './clocks.ts';

const failure = fc
  .constantFrom('ECONNRESET', 'ENOTFOUND', 'CERT_HAS_EXPIRED', undefined)
  .map((code) => ({ code }) as { code: string | undefined });
const answer = fc.record({
  status: fc.constantFrom(200, 201, 302, 400, 401, 404, 408, 429, 429, 429, 500, 502, 503),
  after: fc.option(fc.oneof(fc.nat({ max: 400 }).map(String), fc.string(), fc.date().map(String))),
  cut: fc.boolean(),
});
/** Method, path, and how often it may be sent. */
const REQUESTS = [
  ['GET', '/v1/me', 5],
  ['HEAD', '/v1/me', 5],
  ['POST', '/v1/designs/d/exports', 5],
  ['POST', '/v1/designs/d/tech-packs', 1],
  ['POST', '/v1/designs/exports/tech-packs', 1],
  ['POST', '/v1/designs/d/tech-packs?to=/v1/designs/d/exports', 1],
  ['PUT', '/v1/designs/d/exports', 1],
] as const;

it('a request is never sent more often and never waits longer than allowed, for any answers', async () => {
  const oftenest = new Map(REQUESTS.map(([method, path]) => [`${method} ${path}`, 0]));
  const all = fc.record({
    request: fc.constantFrom(...REQUESTS),
    script: fc.array(fc.oneof(failure, answer), { minLength: 5, maxLength: 5 }),
    maxWait: fc.constantFrom(0, 1_000, 60_000, Number.POSITIVE_INFINITY),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(all, async ({ request: [method, path, most], script, maxWait, random }) => {
      let sent = 0;
      const statuses: number[] = [];
      const fetch: RawFetch = async () => {
        const step = script[sent] ?? expect.fail('sent too often');
        sent += 1;
        if ('code' in step) throw Object.assign(new Error('x'), { code: step.code });
        statuses.push(step.status);
        const headers = createHeaders(step.after === null ? {} : { 'retry-after': step.after });
        const text = async () => (step.cut ? Promise.reject(new Error('cut')) : '{}');
        return { status: step.status, headers, text };
      };
      const clock = createQuickClock();
      const timeouts = { headers: 0, idle: 0, body: 0 };
      const send = createRetryingFetch({ fetch, clock, random: () => random, maxWait, timeouts });
      const signal = new AbortController().signal;
      const init: FetchInit = { method, headers: {}, redirect: 'manual', credentials: 'omit', signal };
      await send(`https://host.test${path}`, init).then(
        (response) => expect(response.status).toBe(statuses.at(-1)),
        (error) => expect(error).toBeInstanceOf(ToileError),
      );
      expect(sent).toBeLessThanOrEqual(most);
      expect(clock.waits).toHaveLength(sent - 1);
      expect(clock.waits.every((ms) => ms >= 0)).toBe(true);
      expect(clock.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(maxWait);
      if (method === 'POST') expect(statuses.slice(0, sent - 1).every((status) => status === 429)).toBe(true);
      const request = `${method} ${path}`;
      oftenest.set(request, Math.max(oftenest.get(request) ?? 0, sent));
    }),
    scaleCases(400),
  );
  // Each that may be repeated was.
  expect([...oftenest.values()].map((sent) => sent > 1)).toEqual(REQUESTS.map(([, , most]) => most > 1));
});
