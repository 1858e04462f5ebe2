import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addDigest, type OrderRecord } from '../../../src/service/tech-packs/order-record.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { addOrder, BASE, buildIntent, D1, D2, openRecords, P1, PAY, toReference } from './open-records.ts';

const ONE = toReference(1);
const TWO = toReference(2);

const readStored = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
/** The records in the file, without their digests. */
const readRecords = (file: string) =>
  readStored(file).purchases.map(({ digest: _, ...one }: OrderRecord & { digest?: string }) => one);
const findState = async ({ kept }: ReturnType<typeof openRecords>, of = buildIntent()) =>
  (await kept.summarize(of.design_id, of.base_url)).state;

it('a record is written before the request, marked before sending, and completed after it, for its owner only', async () => {
  const one = openRecords();
  const { kept, file } = one;
  const intended = await kept.intend({ ...buildIntent(), account: 'studio', design_name: 'Vest' }, false);
  expect(intended).toEqual({ isRecorded: true, ref: ONE });
  const written = { ...buildIntent(), account: 'studio', design_name: 'Vest', ref: ONE, holder: 'me' };
  expect(readStored(file).version).toBe(3);
  expect(readRecords(file)).toEqual([{ ...written, state: 'intended' }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await kept.markSent(ONE)).toBe(true);
  expect(readRecords(file)).toEqual([{ ...written, state: 'sent' }]);
  expect(await kept.recordOutcome(ONE, 'payment', PAY)).toBe('payment_due');
  const { holder: _, ...rest } = written;
  expect(readRecords(file)).toEqual([{ ...rest, ...PAY, state: 'payment_due' }]);
  expect(await kept.find(P1.toUpperCase(), `${BASE}/`)).toMatchObject({ ref: ONE, design_name: 'Vest' });
});

describe('a second request for the same design', () => {
  it.each([
    ['on its way', undefined, {}, 'sent'],
    ['of unknown fate', 'silence', { reason: 'no answer came' }, 'fate_unknown'],
    ['that failed in the service', 'failed', { reason: 'the service failed (502)' }, 'fate_unknown'],
    ['taken', 'taken', { purchase_id: P1 }, 'composing'],
    ['taken without an id', 'taken', { purchase_id: null }, 'composing'],
    ['waiting for payment', 'payment', PAY, 'payment_due'],
  ] as const)('is not recorded while one is open: %s', async (_, event, learnt, state) => {
    const { kept } = openRecords();
    await addOrder(kept, event, learnt);
    expect(await kept.intend(buildIntent(), false)).toMatchObject({
      isRecorded: false,
      situation: { state, record: { ref: ONE } },
    });
    expect((await kept.list()).requests).toHaveLength(1);
  });

  it('is not recorded when the pack is ready or was downloaded', async () => {
    const one = openRecords();
    await addOrder(one.kept, 'taken', { purchase_id: P1 });
    for (const [event, state] of [
      ['pending', 'composing'],
      ['ready', 'ready'],
      ['kept', 'fetched'],
      ['ready', 'fetched'],
    ] as const) {
      await one.kept.recordOrderEvent(P1, BASE, event, { status: 'any word' });
      expect(await findState(one)).toBe(state);
      expect((await one.kept.intend(buildIntent(), false)).isRecorded).toBe(false);
    }
  });

  it('is sent after a certain refusal', async () => {
    const { kept } = openRecords();
    await addOrder(kept, 'refusal', { http_status: 429, code: 'RATE_LIMITED' });
    expect(await kept.intend(buildIntent(), false)).toEqual({ isRecorded: true, ref: TWO });
  });

  it('is sent with --again, and is then the record of the design', async () => {
    const one = openRecords();
    await addOrder(one.kept, 'silence', { reason: 'no answer came' });
    await addOrder(one.kept, 'payment', PAY, buildIntent(), true);
    expect(await one.kept.summarize(D1, BASE)).toMatchObject({
      state: 'payment_due',
      record: { ref: TWO },
    });
    const { requests } = await one.kept.list();
    expect(requests.map(({ ref, state }) => [ref, state])).toEqual([
      [ONE, 'superseded'],
      [TWO, 'payment_due'],
    ]);
  });

  it('that was refused with --again does not replace the earlier one', async () => {
    const one = openRecords();
    await addOrder(one.kept, 'taken', { purchase_id: P1 });
    await addOrder(one.kept, 'refusal', { http_status: 409, code: 'X' }, buildIntent(), true);
    expect(await one.kept.summarize(D1, BASE)).toMatchObject({ state: 'composing', record: { ref: ONE } });
    expect((await one.kept.intend(buildIntent(), false)).isRecorded).toBe(false);
  });

  it('is separate for another design or host, but not for a prefix, a slash, capitals or the account', async () => {
    const { kept } = openRecords();
    await addOrder(kept, 'taken', { purchase_id: P1 }, { ...buildIntent(), account: 'one' });
    expect((await kept.intend(buildIntent(D2), false)).isRecorded).toBe(true);
    expect((await kept.intend(buildIntent(D1, 'https://other.test'), false)).isRecorded).toBe(true);
    for (const same of [
      buildIntent(D1, `${BASE}/`),
      buildIntent(D1, 'https://service.test'),
      buildIntent(D1, 'https://SERVICE.test:443/v2'),
      buildIntent(D1.toUpperCase()),
      { ...buildIntent(), account: 'two' },
    ]) {
      expect((await kept.intend(same, false)).isRecorded, JSON.stringify(same)).toBe(false);
    }
  });

  it('is sent once when several start at the same time', async () => {
    const { kept } = openRecords();
    const all = await Promise.all(Array.from({ length: 5 }, () => kept.intend(buildIntent(), false)));
    expect(all.filter(({ isRecorded: go }) => go)).toHaveLength(1);
  });
});

describe('a process that ended', () => {
  it('before sending leaves a request that the next process takes over', async () => {
    const path = createFolder();
    const first = openRecords(path, 'first');
    expect(await first.kept.intend(buildIntent(), false)).toMatchObject({ ref: ONE });
    const second = openRecords(path, 'second', new Set(['first']));
    expect(await second.kept.summarize(D1, BASE)).toMatchObject({ state: 'intended', isInProgress: false });
    expect(await second.kept.intend(buildIntent(), false)).toEqual({ isRecorded: true, ref: TWO });
    expect((await second.kept.list()).requests).toHaveLength(1);
    // Should the first one live after all, it finds that the request is not its own any more.
    expect(await first.kept.markSent(ONE)).toBe(false);
    expect(await second.kept.markSent(TWO)).toBe(true);
  });

  it('after marking leaves a request with an unknown outcome', async () => {
    const path = createFolder();
    const first = openRecords(path, 'first');
    await addOrder(first.kept);
    expect(await openRecords(path, 'second').kept.summarize(D1, BASE)).toMatchObject({
      state: 'sent',
      isInProgress: true,
    });
    const second = openRecords(path, 'second', new Set(['first']));
    expect(await second.kept.summarize(D1, BASE)).toMatchObject({
      state: 'fate_unknown',
      isInProgress: false,
    });
    expect((await second.kept.intend(buildIntent(), false)).isRecorded).toBe(false);
    // Should it live after all, its answer is written down.
    await first.kept.recordOutcome(ONE, 'taken', { purchase_id: P1 });
    expect(await second.kept.summarize(D1, BASE)).toMatchObject({ state: 'composing' });
  });

  it('before sending does not hide an earlier request', async () => {
    const path = createFolder();
    const first = openRecords(path, 'first');
    await addOrder(first.kept, 'taken', { purchase_id: P1 });
    await first.kept.intend(buildIntent(), true);
    const second = openRecords(path, 'second', new Set(['first']));
    expect(await second.kept.summarize(D1, BASE)).toMatchObject({
      state: 'composing',
      record: { ref: ONE },
    });
    expect((await second.kept.intend(buildIntent(), false)).isRecorded).toBe(false);
  });
});

it('a request can be marked once, by its own process only', async () => {
  const path = createFolder();
  const first = openRecords(path, 'first');
  await first.kept.intend(buildIntent(), false);
  expect(await openRecords(path, 'second').kept.markSent(ONE)).toBe(false);
  expect(await first.kept.markSent(ONE)).toBe(true);
  expect(await first.kept.markSent(ONE)).toBe(false);
});

it('updating a record leaves a damaged neighbour unchanged', async () => {
  const { kept, file } = openRecords();
  const ref = await addOrder(kept, 'taken', { purchase_id: P1 });
  const neighbour = { ref: TWO, state: 'nobody knows', price: 25 };
  const now = readStored(file);
  writeFileSync(file, JSON.stringify({ ...now, purchases: [...now.purchases, neighbour] }));
  await kept.recordOrderEvent(P1, BASE, 'ready', {});
  expect(readStored(file).purchases).toStrictEqual([
    expect.objectContaining({ ref, state: 'ready' }),
    neighbour,
  ]);
});

it('the latest request is the newest with a known status address', async () => {
  const { kept } = openRecords();
  expect(await kept.findLast(BASE)).toBeUndefined();
  await addOrder(kept, 'taken', { purchase_id: P1 });
  await addOrder(kept, 'taken', { purchase_id: 'p2' }, buildIntent(D2));
  await addOrder(kept, 'taken', { purchase_id: null }, buildIntent('d3'));
  await addOrder(kept, 'taken', { purchase_id: 'p4' }, buildIntent('d4', 'https://other.test'));
  expect(await kept.findLast(BASE)).toMatchObject({ purchase_id: 'p2' });
});

describe('a file of the first version', () => {
  const buildOldFile = (entry: object) => ({
    version: 1,
    note: 'n',
    purchases: [{ ...buildIntent(), number: 7, later: [1], ...entry }],
  });
  it.each([
    [{ state: 'intended' }, 'fate_unknown'],
    [{ state: 'unknown' }, 'fate_unknown'],
    [{ state: 'accepted', purchase_id: P1 }, 'composing'],
    [{ state: 'accepted', purchase_id: P1, ready: true }, 'ready'],
    [{ state: 'payment_required', ...PAY }, 'payment_due'],
    [{ state: 'refused', http_status: 409, code: 'X' }, 'refused'],
  ])('is read: %j', async (entry, state) => {
    const one = openRecords();
    writeFileSync(one.file, JSON.stringify(buildOldFile(entry)));
    expect(await findState(one)).toBe(state);
    expect((await one.kept.intend(buildIntent(), false)).isRecorded).toBe(state === 'refused');
  });

  it('keeps its unknown members, and gets the current version at the next change', async () => {
    const { kept, file } = openRecords();
    writeFileSync(file, JSON.stringify(buildOldFile({ state: 'accepted', purchase_id: P1 })));
    await kept.recordOrderEvent(P1, BASE, 'pending', { status: 'paid' });
    expect(readStored(file)).toMatchObject({ version: 3, note: 'n' });
    const ref = expect.stringMatching(/^[0-9a-f]{24}$/);
    expect(readRecords(file)).toEqual([
      { ...buildIntent(), ref, later: [1], purchase_id: P1, state: 'composing', status: 'paid' },
    ]);
  });
});

const whole = { ...buildIntent(D2), ref: ONE, state: 'composing', purchase_id: P1 };
const sealRecord = (record: object) => addDigest(record as OrderRecord);
const writeVersion3 = (...purchases: readonly object[]) =>
  JSON.stringify({ version: 3, purchases: purchases.map(sealRecord) });
const writeVersion2 = (...purchases: readonly object[]) => JSON.stringify({ version: 2, purchases });
const DAMAGES: Readonly<Record<string, string | Buffer | ((file: string) => void)>> = {
  'cut short': '{"version": 2, "purch',
  empty: '',
  zeros: Buffer.alloc(100),
  'a version and nothing else': '{"version":1}',
  'an object for the list': '{"version":1,"purchases":{}}',
  'a list alone': '[]',
  null: 'null',
  'no version': '{"purchases":[]}',
  'a newer version': '{"version":4,"purchases":[]}',
  'version 0': '{"version":0,"purchases":[]}',
  'an unknown state': writeVersion3({ ...whole, state: 'delivering' }),
  'a state of every object': writeVersion3({ ...whole, state: 'toString' }),
  'a record without its design': writeVersion3({ ...whole, design_id: undefined }),
  'a record without its reference': writeVersion3({ ...whole, ref: undefined }),
  'a record without a digest': JSON.stringify({ version: 3, purchases: [whole] }),
  'a digest of another record': JSON.stringify({
    version: 3,
    purchases: [{ ...sealRecord(whole), design_id: D1 }],
  }),
  'a digest in a file of an earlier version': writeVersion2({
    ...sealRecord({ ...whole, number: 1 }),
    design_id: D1,
  }),
  'a record without its number, in the second version': writeVersion2(whole),
  'a record without its address': writeVersion3({ ...whole, base_url: undefined }),
  'an address that is none': writeVersion3({ ...whole, base_url: 'nowhere' }),
  'a record without its purchase': writeVersion3({ ...whole, purchase_id: undefined }),
  'a time that is none': writeVersion3({ ...whole, requested_at: 'then' }),
  'sent by nobody': writeVersion3({ ...whole, state: 'sent' }),
  'refused, and by what is not said': writeVersion3({ ...whole, state: 'refused' }),
  'no record': '{"version":3,"purchases":[null]}',
  'two of one reference': writeVersion3(whole, { ...whole, design_id: 'another' }),
  'two of one number, in the second version': writeVersion2(
    { ...whole, ref: undefined, number: 1 },
    { ...whole, ref: undefined, number: 1, design_id: 'another' },
  ),
  'a folder': (file) => void mkdirSync(file),
  'a link that leads nowhere': (file) => symlinkSync('/nowhere/at/all', file),
};

describe.each(Object.entries(DAMAGES))('an unreadable record: %s', (_, damage) => {
  const createDamaged = () => {
    const one = openRecords();
    if (typeof damage === 'function') damage(one.file);
    else writeFileSync(one.file, damage);
    return one;
  };

  it('refuses every request, with --again too, before and after a read, and stays unchanged', async () => {
    const { kept, file, path } = createDamaged();
    const before = typeof damage === 'function' ? undefined : readFileSync(file);
    for (const again of [false, true, false]) {
      await expect(kept.intend(buildIntent(), again)).rejects.toMatchObject({
        exit: 1,
        code: 'purchases_lost',
        message: expect.stringContaining('nothing was sent'),
        hint: expect.stringContaining('techpack forget --damaged'),
      });
      await expect(kept.summarize(D1, BASE)).rejects.toMatchObject({ code: 'purchases_lost' });
      await expect(kept.findLast(BASE)).rejects.toMatchObject({ code: 'purchases_lost' });
      await kept.list().then(
        (list) => expect(list.damaged).toBeGreaterThan(0),
        (error) => expect(error.code).toBe('purchases_lost'),
      );
      await kept.recordOrderEvent(P1, BASE, 'pending', {}).catch(() => undefined);
    }
    if (before) expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(path).filter((name) => name.includes('corrupted'))).toEqual([]);
  });

  it('is moved away only after the user confirms it', async () => {
    const { kept, file } = createDamaged();
    const { entries, kept_as } = await kept.forgetDamaged();
    expect(entries > 0).toBe(kept_as === null);
    if (kept_as !== null && damage !== DAMAGES['a link that leads nowhere']) {
      expect(existsSync(kept_as)).toBe(true);
    }
    expect((await kept.intend(buildIntent(), false)).isRecorded).toBe(true);
    if (kept_as === null) expect(readStored(file).forgotten).toHaveLength(entries);
    expect(await kept.forgetDamaged()).toEqual({ entries: 0, kept_as: null });
  });
});

describe('techpack forget', () => {
  it('allows another request, and keeps a copy of the record', async () => {
    const { kept, file } = openRecords();
    await addOrder(kept, 'taken', { purchase_id: P1 });
    expect(await kept.forget(TWO)).toBeUndefined();
    expect(await kept.forget(P1.toUpperCase())).toMatchObject([{ ref: ONE, state: 'composing' }]);
    expect((await kept.list()).requests).toEqual([]);
    expect(readStored(file).forgotten).toMatchObject([{ ref: ONE, purchase_id: P1 }]);
    expect(await kept.intend(buildIntent(), false)).toEqual({ isRecorded: true, ref: TWO });
  });

  it('is refused while a process uses the record', async () => {
    const path = createFolder();
    await addOrder(openRecords(path, 'first').kept);
    await expect(openRecords(path, 'second').kept.forget(ONE)).rejects.toMatchObject({ code: 'being_sent' });
    const later = openRecords(path, 'third', new Set(['first']));
    expect(await later.kept.forget(ONE)).toMatchObject([{ state: 'fate_unknown' }]);
  });

  it('leaves damaged neighbours, which still refuse', async () => {
    const { kept, file } = openRecords();
    writeFileSync(file, writeVersion3(whole, { ...whole, ref: TWO, state: '?' }));
    expect(await kept.forget(ONE)).toHaveLength(1);
    await expect(kept.summarize(D1, BASE)).rejects.toMatchObject({ code: 'purchases_lost' });
    expect(await kept.forgetDamaged()).toEqual({ entries: 1, kept_as: null });
    expect((await kept.intend(buildIntent(), false)).isRecorded).toBe(true);
  });
});

it('an order says that nothing was sent when its folder cannot be created', async () => {
  const path = createFolder();
  writeFileSync(join(path, 'state'), '');
  await expect(openRecords(join(path, 'state')).kept.intend(buildIntent(), true)).rejects.toMatchObject({
    exit: 1,
    message: expect.stringContaining('nothing was sent'),
  });
});

describe('the digest of a record', () => {
  it('detects any single flipped bit, which then refuses or changes nothing', async () => {
    const { kept, file } = openRecords();
    await addOrder(
      kept,
      'taken',
      { purchase_id: P1 },
      { ...buildIntent(), account: 'studio', design_name: 'GARM-7' },
    );
    const bytes = readFileSync(file);
    const ways = new Map<string, number>();
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(file, flipped);
      const way = await kept.summarize(D1, BASE).then(
        ({ state, record }) => `${state} ${record?.purchase_id}`,
        ({ code }) => code,
      );
      ways.set(way, (ways.get(way) ?? 0) + 1);
    }
    expect([...ways.keys()].toSorted()).toEqual([`composing ${P1}`, 'purchases_lost']);
  });

  it('covers unknown members, in any order', async () => {
    const one = openRecords();
    const { digest, ...rest } = sealRecord({ ...whole, design_id: D1, later: { a: 1 } });
    const writeRecord = (record: object) =>
      writeFileSync(one.file, JSON.stringify({ version: 3, purchases: [record] }));
    writeRecord(Object.fromEntries([['digest', digest], ...Object.entries(rest).toReversed()]));
    expect(await findState(one)).toBe('composing');
    writeRecord({ ...rest, later: { a: 2 }, digest });
    await expect(one.kept.summarize(D1, BASE)).rejects.toMatchObject({ code: 'purchases_lost' });
  });
});

it('ids and addresses are stored unchanged, and free texts of the service without secrets', async () => {
  const { kept, file } = openRecords();
  const secret = { ...buildIntent('design-secret', 'https://secret.test/api'), account: 'secret' };
  await addOrder(kept, 'refusal', { http_status: 409, code: 'no secret' }, secret);
  await addOrder(kept, 'taken', { purchase_id: 'my secret', status: 'a secret' }, secret);
  const shown = {
    ...secret,
    design_id: 'design-secret',
    base_url: 'https://secret.test/api',
    account: 'secret',
  };
  expect(readRecords(file)).toMatchObject([
    { ...shown, state: 'refused', code: 'no ***' },
    { ...shown, state: 'composing', purchase_id: 'my ***', status: 'a ***' },
  ]);
  expect((await kept.intend(secret, false)).isRecorded).toBe(false);
});

describe('the outcome of a request', () => {
  it('is recorded again when its record was lost meanwhile', async () => {
    const one = openRecords();
    const ref = await addOrder(one.kept);
    writeFileSync(one.file, '{"version":3,"purchases":[]}');
    expect(await one.kept.recordOutcome(ref, 'taken', { purchase_id: P1 })).toBe('composing');
    expect(await one.kept.summarize(D1, BASE)).toMatchObject({
      state: 'composing',
      record: { purchase_id: P1 },
    });
  });

  it('is an error when the file cannot be read', async () => {
    const one = openRecords();
    const ref = await addOrder(one.kept);
    writeFileSync(one.file, '{"version":3,"purch');
    await expect(one.kept.recordOutcome(ref, 'taken', { purchase_id: P1 })).rejects.toMatchObject({
      code: 'unrecorded',
    });
    expect(readFileSync(one.file, 'utf8')).toBe('{"version":3,"purch');
  });

  it('is written to every record of one purchase', async () => {
    const one = openRecords();
    await addOrder(one.kept, 'taken', { purchase_id: P1 });
    await addOrder(one.kept, 'taken', { purchase_id: P1 }, buildIntent(), true);
    await one.kept.recordOrderEvent(P1, BASE, 'ready', {});
    expect(readRecords(one.file)).toMatchObject([{ state: 'ready' }, { state: 'ready' }]);
  });
});

it('a checkout address is stored unchanged, except for a credential that it repeats', async () => {
  const { kept, file } = openRecords();
  const signed = 'https://pay.test/c/1?s=x&signature=Zm9v%2Bbar#go';
  await addOrder(kept, 'payment', { ...PAY, checkout_url: signed }, buildIntent(D1));
  await addOrder(kept, 'payment', { ...PAY, checkout_url: 'https://pay.test/?k=secret' }, buildIntent(D2));
  const stated = readRecords(file).map((one: { checkout_url: string }) => one.checkout_url);
  expect(stated).toEqual([signed, 'https://pay.test/?k=***']);
});
