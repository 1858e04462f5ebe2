import { expect, test } from 'vitest';
import { createMemoryJournal } from '../../src/sandbox/index.ts';
import fc, { scaleCases } from '../support/property.ts';
import { authorizeAs, FOREIGN, HOUSE, MINTED, openSandbox, PLAIN } from './open-sandbox.ts';

const segment = fc.oneof(
  fc.constantFrom(
    'v1',
    'me',
    'designs',
    'garments',
    'tech-packs',
    'exports',
    'graph',
    'tailor-brief',
    'dl',
    'checkout',
    'pay',
    '_sandbox',
    'reset',
    'GARM-00012',
    '..',
    '',
    '%00',
    '%',
    '__proto__',
    PLAIN.id,
    MINTED.id,
    FOREIGN.id,
    HOUSE.id,
  ),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
);
const query = fc.oneof(
  fc
    .array(fc.tuple(fc.string({ unit: 'binary', maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 8 })))
    .map((pairs) => String(new URLSearchParams(pairs))),
  fc.constantFrom('%', '%ff', '&&=', 'profile', 'profile=factory&profile=', 'limit=-1&cursor=%00'),
);
const address = fc
  .tuple(fc.array(segment, { maxLength: 6 }), fc.option(query, { nil: undefined }))
  .map(([segments, query]) => `/${segments.join('/')}${query === undefined ? '' : `?${query}`}`);
const value = fc.oneof(fc.json(), fc.string(), fc.constantFrom('{"driver":"json"}', '{}', '{"ms":1}'));

test('any request gets one response, never a 500, and each error has the error body', async () => {
  const { sandbox } = await openSandbox({ rate: { limit: 1e9, windowMs: 1 } });
  const keys = fc.constantFrom('full', 'scopeless', 'other', 'nobody');
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');
  await fc.assert(
    fc.asyncProperty(address, methods, keys, value, async (path, method, key, body) => {
      const response = await sandbox.fetch(sandbox.baseUrl + path, {
        method,
        headers: {
          ...authorizeAs(key),
          'content-type': 'application/json',
          range: body.replace(/[^\x20-\x7e]/g, ''),
        },
        ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
      });
      expect(response.status).toBeLessThan(500);
      const text = await response.text();
      if (response.status < 400 || method === 'HEAD' || response.status === 402) return;
      expect(Object.keys(JSON.parse(text))).toEqual(['error', 'code']);
    }),
    scaleCases(200),
  );
});

test('invalid lines in the journal are skipped', async () => {
  const types = fc.constantFrom(
    'began',
    'advanced',
    'scenario',
    'revoked',
    'exported',
    'requested',
    'paid',
    'cancelled',
  );
  const line = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .tuple(types, fc.dictionary(fc.string(), fc.jsonValue()))
      .map(([type, rest]) => JSON.stringify({ ...rest, type })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (lines) => {
      const opened = await openSandbox({ store: createMemoryJournal(lines) });
      expect((await opened.ask('/v1/me')).status).toBe(200);
      expect((await opened.post(`/v1/designs/${PLAIN.id}/exports`)).status).toBe(201);
      expect((await opened.sandbox.control.status()).exports).toBe(1);
    }),
    scaleCases(40),
  );
});
