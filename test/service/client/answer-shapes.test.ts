import { describe, expect, it } from 'vitest';
import { ApiError, ClientError } from '../../../src/service/client/index.ts';
import { Routes } from '../../../src/service/client/routes.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { createHeaders } from '../../support/create-fetch.ts';
import fc, { scaleCases } from '../../support/property.ts';

const KEY = 'svc_sk_kept_from_every_message';

/** Bodies near to those of the service, and far from them. */
const body = fc.oneof(
  fc.json(),
  fc.string({ unit: anyCharacter }),
  fc.json().map((text) => text.slice(0, -1)),
  fc.record({ error: fc.anything(), code: fc.anything() }).map((value) => JSON.stringify(value, toPlain)),
  fc.record({ designs: fc.jsonValue(), next_before: fc.jsonValue() }).map((value) => JSON.stringify(value)),
  fc
    .record({ status: fc.constant('payment_required'), checkout_url: fc.jsonValue() })
    .map((v) => JSON.stringify(v)),
  fc.constantFrom('', 'null', '[]', '{}', `{"error":"${KEY}","code":"X"}`, '{"__proto__":null,"error":"x"}'),
);
const toPlain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
const header = fc.option(
  fc.oneof(
    fc.string(),
    fc.nat().map(String),
    fc.date({ noInvalidDate: true }).map((d) => d.toUTCString()),
  ),
);

const calls: readonly ((client: Routes) => PromiseLike<unknown>)[] = [
  (c) => c.me(),
  (c) => c.listDesigns(),
  (c) => c.designGraph('d'),
  (c) => c.exportDesign('d'),
  (c) => c.requestTechPack('d'),
  (c) => c.techPack('p'),
];

describe('an answer of any shape', () => {
  it('becomes an object, or an error of the client that names the route and shows no key', async () => {
    const seen = { answers: 0, errors: 0 };
    const answers = fc.record({
      status: fc.oneof(
        fc.constantFrom(200, 201, 202, 302, 402, 429, 500),
        fc.integer({ min: 100, max: 599 }),
      ),
      body,
      retryAfter: header,
      date: header,
      location: header,
      call: fc.constantFrom(...calls),
    });
    await fc.assert(
      fc.asyncProperty(answers, async ({ status, body: text, retryAfter, date, location, call }) => {
        const headers = createHeaders(
          Object.fromEntries(
            Object.entries({ 'retry-after': retryAfter, date, location }).filter(
              ([, value]) => value !== null,
            ),
          ) as Record<string, string>,
        );
        const fetch = async () => ({ status, headers, text: async () => text });
        const client = new Routes({ baseUrl: 'https://host.test', credential: KEY, fetch });
        await call(client).then(
          (value) => {
            expect(value).toBeTypeOf('object');
            expect(value).not.toBeNull();
            expect(Array.isArray(value)).toBe(false);
            seen.answers += 1;
          },
          (error) => {
            expect(error).toBeInstanceOf(ClientError);
            expect(error.route).toMatch(/^(GET|POST) \/v1\//);
            expect(error.message).not.toBe('');
            expect(error.message).not.toContain(KEY);
            if (error instanceof ApiError) {
              expect(error.code).not.toBe('');
              expect(error.retryAfter ?? 0).toSatisfy((s: number) => s >= 0 && Number.isFinite(s));
            }
            seen.errors += 1;
          },
        );
      }),
      scaleCases(300),
    );
    expect(seen.answers).toBeGreaterThan(0);
    expect(seen.errors).toBeGreaterThan(0);
  });
});
