import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createAccountStore } from '../../../src/auth/account-store.ts';
import { createLineJournal } from '../../../src/platform/system/line-journal.ts';
import { openLocalOrders } from '../../../src/service/shared-store/open-orders.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';
import fc, { scaleCases } from '../../support/property.ts';

/** Valid accounts among any other content. */
const accountsOf = fc.array(
  fc.oneof(
    fc.anything(),
    fc.record({
      name: fc.constantFrom('x', 'y', 'z'),
      base_url: fc.constant('b'),
      storage: fc.constant('file'),
      kind: fc.constant('api_key'),
      more: fc.anything(),
    }),
  ),
  { maxLength: 4 },
);
const json = fc.oneof(
  fc.json(),
  fc
    .record({
      version: fc.constantFrom(1, 1, 2),
      current: fc.anything(),
      accounts: fc.oneof(fc.anything(), accountsOf),
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

it('with any content of the files, reads end properly, and writes keep the rest', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      const path = createFolder();
      for (const name of ['accounts.json', 'purchases.json']) writeFileSync(join(path, name), content);
      const messages: string[] = [];
      const accounts = createAccountStore(path, hostProcess, (text) => messages.push(text));
      const purchases = await openLocalOrders(path, hostProcess);
      const before = (await accounts.list()).map(({ name }) => name);
      await accounts.getCurrent();
      await accounts.find('x');
      // What is damaged is refused, in words, and stays as it is.
      const expectRefusal = (error: unknown) => expect(error).toMatchObject({ code: 'purchases_lost' });
      await purchases.list().catch(expectRefusal);
      await purchases.summarize('d', 'https://service.test').catch(expectRefusal);
      await purchases.findLast('https://service.test').catch(expectRefusal);
      await purchases.find('d', 'https://service.test');
      expect(readFileSync(join(path, 'purchases.json'))).toEqual(content);
      const saved = await accounts.save({ name: 'x', base_url: 'b', storage: 'file', kind: 'api_key' }).then(
        () => true,
        (error) => {
          expect(error.code).toBe('newer_state');
          return false;
        },
      );
      outcomes.add(`${saved ? 'saved' : 'left alone'}${before.length > 0 ? ', with accounts' : ''}`);
      if (saved) {
        const after = (await accounts.list()).map(({ name }) => name);
        expect(after).toEqual(expect.arrayContaining([...before, 'x']));
      } else expect(readFileSync(join(path, 'accounts.json'))).toEqual(content);
      // Nothing vanishes in silence: a text that is not understood is beside the file, word for word.
      for (const line of messages.filter((text) => text.includes('kept as'))) {
        expect(readFileSync(line.split('kept as ')[1] ?? '')).toEqual(content);
      }
    }),
    scaleCases(60),
  );
  expect(outcomes).toEqual(new Set(['saved', 'saved, with accounts', 'left alone']));
});

it('with any damage to a journal, whole lines stay in order, and no other line appears', async () => {
  const line = fc.object().map((it) => JSON.stringify({ it }));
  const step = fc.record({ line, torn: fc.option(fc.tuple(line, fc.nat(40)), { nil: undefined }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const path = join(createFolder(), 'j.jsonl');
      const journal = createLineJournal(path, hostProcess, () => expect.unreachable());
      for (const { line: whole, torn } of steps) {
        await journal.append(whole);
        if (torn) {
          const bytesOf = Buffer.from(torn[0]).subarray(0, torn[1]);
          writeFileSync(path, bytesOf, { flag: 'a' });
        }
      }
      expect(await journal.read()).toEqual(steps.map((one) => one.line));
    }),
    scaleCases(30),
  );
});
