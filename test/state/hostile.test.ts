import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAccounts } from '../../src/state/accounts.ts';
import { createJournal } from '../../src/state/journal.ts';
import { createPurchases } from '../../src/state/purchases.ts';
import { folder, join } from '../support/folder.ts';
import { host } from '../support/host.ts';

const json = fc.oneof(
  fc.json(),
  fc
    .record({
      version: fc.constant(1),
      current: fc.anything(),
      accounts: fc.anything(),
      purchases: fc.anything(),
    })
    .map((it) => {
      try {
        return JSON.stringify(it) ?? '';
      } catch {
        return '';
      }
    }),
);
const bytes = fc.oneof(
  fc.uint8Array().map((array) => Buffer.from(array)),
  json.map((text) => Buffer.from(text)),
);

it('whatever the files hold: reads do not throw, and writes keep what was there', async () => {
  const path = folder();
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      for (const name of ['accounts.json', 'purchases.json']) writeFileSync(join(path, name), content);
      const told: string[] = [];
      const accounts = createAccounts(path, host, (text) => told.push(text));
      const purchases = createPurchases(path, host, (text) => told.push(text));
      await accounts.list();
      await accounts.current();
      await accounts.find('x');
      await purchases.list();
      await purchases.standing('d', 'https://service.test');
      const before = told.length;
      const saving = accounts.save({ name: 'x', base_url: 'b', storage: 'file', kind: 'api_key' });
      await saving.catch((error) => expect(error.code).toBe('newer_state'));
      const list = await accounts.list();
      if (told.length === before && list.length > 0) expect(list.map(({ name }) => name)).toContain('x');
      // Nothing vanishes in silence: a text that is not understood is beside the file, word for word.
      for (const line of told.filter((text) => text.includes('kept as'))) {
        expect(readFileSync(line.split('kept as ')[1] ?? '')).toEqual(content);
      }
    }),
    { numRuns: 60 },
  );
});

it('whatever tears a journal: whole lines stay, in order, and nothing else appears', async () => {
  const line = fc.object().map((it) => JSON.stringify({ it }));
  const step = fc.record({ line, torn: fc.option(fc.tuple(line, fc.nat(40)), { nil: undefined }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const path = join(folder(), 'j.jsonl');
      const journal = createJournal(path, host, () => expect.unreachable());
      for (const { line: whole, torn } of steps) {
        await journal.append(whole);
        if (torn) {
          const bytesOf = Buffer.from(torn[0]).subarray(0, torn[1]);
          writeFileSync(path, bytesOf, { flag: 'a' });
        }
      }
      expect(await journal.read()).toEqual(steps.map((one) => one.line));
    }),
    { numRuns: 60 },
  );
});
