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
import { folder, join } from '../support/folder.ts';
import { BASE, D1, D2, intent, made, opened, P1, PAY } from './opened.ts';

const stored = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const stateOf = async ({ kept }: ReturnType<typeof opened>, of = intent()) =>
  (await kept.about(of.design_id, of.base_url)).state;

it('writes down before, marks before it leaves, completes after, for its owner only', async () => {
  const one = opened();
  const { kept, file } = one;
  const intended = await kept.intend({ ...intent(), account: 'studio', design_name: 'Vest' }, false);
  expect(intended).toEqual({ go: true, number: 1 });
  const written = { ...intent(), account: 'studio', design_name: 'Vest', number: 1, holder: 'me' };
  expect(stored(file)).toEqual({ version: 2, purchases: [{ ...written, state: 'intended' }] });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await kept.leave(1)).toBe(true);
  expect(stored(file).purchases).toEqual([{ ...written, state: 'sent' }]);
  expect(await kept.settle(1, 'payment', PAY)).toBe('payment_due');
  const { holder: _, ...rest } = written;
  expect(stored(file).purchases).toEqual([{ ...rest, ...PAY, state: 'payment_due' }]);
  expect(await kept.find(P1.toUpperCase(), `${BASE}/`)).toMatchObject({ number: 1, design_name: 'Vest' });
});

describe('a second request for the same design', () => {
  it.each([
    ['on its way', undefined, {}, 'sent'],
    ['of unknown fate', 'silence', { reason: 'no answer came' }, 'fate_unknown'],
    ['that failed in the service', 'failed', { reason: 'the service failed (502)' }, 'fate_unknown'],
    ['taken', 'taken', { purchase_id: P1 }, 'composing'],
    ['taken without an id', 'taken', { purchase_id: null }, 'composing'],
    ['waiting for payment', 'payment', PAY, 'payment_due'],
  ] as const)('is not written down while one stands: %s', async (_, event, learnt, state) => {
    const { kept } = opened();
    await made(kept, event, learnt);
    expect(await kept.intend(intent(), false)).toMatchObject({
      go: false,
      situation: { state, purchase: { number: 1 } },
    });
    expect((await kept.list()).requests).toHaveLength(1);
  });

  it('is not when the pack is ready, nor when it was fetched', async () => {
    const one = opened();
    await made(one.kept, 'taken', { purchase_id: P1 });
    for (const [event, state] of [
      ['pending', 'composing'],
      ['ready', 'ready'],
      ['kept', 'fetched'],
      ['ready', 'fetched'],
    ] as const) {
      await one.kept.seen(P1, BASE, event, { status: 'any word' });
      expect(await stateOf(one)).toBe(state);
      expect((await one.kept.intend(intent(), false)).go).toBe(false);
    }
  });

  it('goes after a certain refusal', async () => {
    const { kept } = opened();
    await made(kept, 'refusal', { http_status: 429, code: 'RATE_LIMITED' });
    expect(await kept.intend(intent(), false)).toEqual({ go: true, number: 2 });
  });

  it('goes with --again, which then speaks for the design', async () => {
    const one = opened();
    await made(one.kept, 'silence', { reason: 'no answer came' });
    await made(one.kept, 'payment', PAY, intent(), true);
    expect(await one.kept.about(D1, BASE)).toMatchObject({ state: 'payment_due', purchase: { number: 2 } });
    const { requests } = await one.kept.list();
    expect(requests.map(({ number, state }) => [number, state])).toEqual([
      [1, 'superseded'],
      [2, 'payment_due'],
    ]);
  });

  it('that was refused does not stand in for the earlier one, which --again was typed beside', async () => {
    const one = opened();
    await made(one.kept, 'taken', { purchase_id: P1 });
    await made(one.kept, 'refusal', { http_status: 409, code: 'X' }, intent(), true);
    expect(await one.kept.about(D1, BASE)).toMatchObject({ state: 'composing', purchase: { number: 1 } });
    expect((await one.kept.intend(intent(), false)).go).toBe(false);
  });

  it('is another matter for another design or host; a prefix, a slash, capitals and the account are none', async () => {
    const { kept } = opened();
    await made(kept, 'taken', { purchase_id: P1 }, { ...intent(), account: 'one' });
    expect((await kept.intend(intent(D2), false)).go).toBe(true);
    expect((await kept.intend(intent(D1, 'https://other.test'), false)).go).toBe(true);
    for (const same of [
      intent(D1, `${BASE}/`),
      intent(D1, 'https://service.test'),
      intent(D1, 'https://SERVICE.test:443/v2'),
      intent(D1.toUpperCase()),
      { ...intent(), account: 'two' },
    ]) {
      expect((await kept.intend(same, false)).go, JSON.stringify(same)).toBe(false);
    }
  });

  it('one of several at once goes', async () => {
    const { kept } = opened();
    const all = await Promise.all(Array.from({ length: 5 }, () => kept.intend(intent(), false)));
    expect(all.filter(({ go }) => go)).toHaveLength(1);
  });
});

describe('a process that is gone', () => {
  it('before it sent anything, leaves a request that the next one takes over', async () => {
    const path = folder();
    const first = opened(path, 'first');
    expect(await first.kept.intend(intent(), false)).toMatchObject({ number: 1 });
    const second = opened(path, 'second', new Set(['first']));
    expect(await second.kept.about(D1, BASE)).toMatchObject({ state: 'intended', held: false });
    expect(await second.kept.intend(intent(), false)).toEqual({ go: true, number: 2 });
    expect((await second.kept.list()).requests).toHaveLength(1);
    // Should the first one live after all, it finds that the request is not its own any more.
    expect(await first.kept.leave(1)).toBe(false);
    expect(await second.kept.leave(2)).toBe(true);
  });

  it('after it was marked, leaves one of which nobody knows the fate', async () => {
    const path = folder();
    const first = opened(path, 'first');
    await made(first.kept);
    expect(await opened(path, 'second').kept.about(D1, BASE)).toMatchObject({ state: 'sent', held: true });
    const second = opened(path, 'second', new Set(['first']));
    expect(await second.kept.about(D1, BASE)).toMatchObject({ state: 'fate_unknown', held: false });
    expect((await second.kept.intend(intent(), false)).go).toBe(false);
    // Should it live after all, its answer is written down.
    await first.kept.settle(1, 'taken', { purchase_id: P1 });
    expect(await second.kept.about(D1, BASE)).toMatchObject({ state: 'composing' });
  });

  it('before it sent anything, does not stand in for an earlier request', async () => {
    const path = folder();
    const first = opened(path, 'first');
    await made(first.kept, 'taken', { purchase_id: P1 });
    await first.kept.intend(intent(), true);
    const second = opened(path, 'second', new Set(['first']));
    expect(await second.kept.about(D1, BASE)).toMatchObject({ state: 'composing', purchase: { number: 1 } });
    expect((await second.kept.intend(intent(), false)).go).toBe(false);
  });
});

it('a request can be marked by its own process alone, and once', async () => {
  const path = folder();
  const first = opened(path, 'first');
  await first.kept.intend(intent(), false);
  expect(await opened(path, 'second').kept.leave(1)).toBe(false);
  expect(await first.kept.leave(1)).toBe(true);
  expect(await first.kept.leave(1)).toBe(false);
});

it('what becomes of one leaves a damaged neighbour where it is, as it is', async () => {
  const { kept, file } = opened();
  const number = await made(kept, 'taken', { purchase_id: P1 });
  const neighbour = { number: 2, state: 'nobody knows', price: 25 };
  const now = stored(file);
  writeFileSync(file, JSON.stringify({ ...now, purchases: [...now.purchases, neighbour] }));
  await kept.seen(P1, BASE, 'ready', {});
  expect(stored(file).purchases).toStrictEqual([
    expect.objectContaining({ number, state: 'ready' }),
    neighbour,
  ]);
});

it('the last is the newest that can be asked about', async () => {
  const { kept } = opened();
  expect(await kept.last(BASE)).toBeUndefined();
  await made(kept, 'taken', { purchase_id: P1 });
  await made(kept, 'taken', { purchase_id: 'p2' }, intent(D2));
  await made(kept, 'taken', { purchase_id: null }, intent('d3'));
  await made(kept, 'taken', { purchase_id: 'p4' }, intent('d4', 'https://other.test'));
  expect(await kept.last(BASE)).toMatchObject({ purchase_id: 'p2' });
});

describe('the first version of the file', () => {
  const old = (entry: object) => ({
    version: 1,
    note: 'n',
    purchases: [{ ...intent(), number: 7, later: [1], ...entry }],
  });
  it.each([
    [{ state: 'intended' }, 'fate_unknown'],
    [{ state: 'unknown' }, 'fate_unknown'],
    [{ state: 'accepted', purchase_id: P1 }, 'composing'],
    [{ state: 'accepted', purchase_id: P1, ready: true }, 'ready'],
    [{ state: 'payment_required', ...PAY }, 'payment_due'],
    [{ state: 'refused', http_status: 409, code: 'X' }, 'refused'],
  ])('is read: %j', async (entry, state) => {
    const one = opened();
    writeFileSync(one.file, JSON.stringify(old(entry)));
    expect(await stateOf(one)).toBe(state);
    expect((await one.kept.intend(intent(), false)).go).toBe(state === 'refused');
  });

  it('is kept with members that nobody knows, and is the second one from the next change on', async () => {
    const { kept, file } = opened();
    writeFileSync(file, JSON.stringify(old({ state: 'accepted', purchase_id: P1 })));
    await kept.seen(P1, BASE, 'pending', { status: 'paid' });
    expect(stored(file)).toEqual({
      version: 2,
      note: 'n',
      purchases: [
        { ...intent(), number: 7, later: [1], purchase_id: P1, state: 'composing', status: 'paid' },
      ],
    });
    expect(await made(kept, undefined, {}, intent(D2))).toBe(8);
  });
});

const whole = { ...intent(D2), number: 1, state: 'composing', purchase_id: P1 };
const book = (...purchases: readonly unknown[]) => JSON.stringify({ version: 2, purchases });
const DAMAGES: Readonly<Record<string, string | Buffer | ((file: string) => void)>> = {
  'cut short': '{"version": 2, "purch',
  empty: '',
  zeros: Buffer.alloc(100),
  'a version and nothing else': '{"version":1}',
  'an object for the list': '{"version":1,"purchases":{}}',
  'a list alone': '[]',
  null: 'null',
  'no version': '{"purchases":[]}',
  'a newer version': '{"version":3,"purchases":[]}',
  'version 0': '{"version":0,"purchases":[]}',
  'a state that nobody knows': book({ ...whole, state: 'delivering' }),
  'a state of every object': book({ ...whole, state: 'toString' }),
  'a record without its design': book({ ...whole, design_id: undefined }),
  'a record without its number': book({ ...whole, number: undefined }),
  'a record without its address': book({ ...whole, base_url: undefined }),
  'an address that is none': book({ ...whole, base_url: 'nowhere' }),
  'a record without its purchase': book({ ...whole, purchase_id: undefined }),
  'a time that is none': book({ ...whole, requested_at: 'then' }),
  'sent by nobody': book({ ...whole, state: 'sent' }),
  'refused, and by what is not said': book({ ...whole, state: 'refused' }),
  'no record': book(null),
  'two of one number': book(whole, { ...whole, design_id: 'another' }),
  'a folder': (file) => void mkdirSync(file),
  'a link that leads nowhere': (file) => symlinkSync('/nowhere/at/all', file),
};

describe.each(Object.entries(DAMAGES))('a record that cannot be read: %s', (_, damage) => {
  const damaged = () => {
    const one = opened();
    if (typeof damage === 'function') damage(one.file);
    else writeFileSync(one.file, damage);
    return one;
  };

  it('refuses every request, --again too, before and after a read, and stays as it is', async () => {
    const { kept, file, path } = damaged();
    const before = typeof damage === 'function' ? undefined : readFileSync(file);
    for (const again of [false, true, false]) {
      await expect(kept.intend(intent(), again)).rejects.toMatchObject({
        exit: 1,
        code: 'purchases_lost',
        message: expect.stringContaining('nothing was sent'),
        hint: expect.stringContaining('techpack forget --damaged'),
      });
      await expect(kept.about(D1, BASE)).rejects.toMatchObject({ code: 'purchases_lost' });
      await expect(kept.last(BASE)).rejects.toMatchObject({ code: 'purchases_lost' });
      await kept.list().then(
        (list) => expect(list.damaged).toBeGreaterThan(0),
        (error) => expect(error.code).toBe('purchases_lost'),
      );
      await kept.seen(P1, BASE, 'pending', {}).catch(() => undefined);
    }
    if (before) expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(path).filter((name) => name.includes('corrupted'))).toEqual([]);
  });

  it('is put aside when a person says so, and not before', async () => {
    const { kept, file } = damaged();
    const { entries, kept_as } = await kept.forgetDamaged();
    expect(entries > 0).toBe(kept_as === null);
    if (kept_as !== null && damage !== DAMAGES['a link that leads nowhere']) {
      expect(existsSync(kept_as)).toBe(true);
    }
    expect((await kept.intend(intent(), false)).go).toBe(true);
    if (kept_as === null) expect(stored(file).forgotten).toHaveLength(entries);
    expect(await kept.forgetDamaged()).toEqual({ entries: 0, kept_as: null });
  });
});

describe('forgetting', () => {
  it('lets another request go, and keeps what was known', async () => {
    const { kept, file } = opened();
    await made(kept, 'taken', { purchase_id: P1 });
    expect(await kept.forget('2')).toBeUndefined();
    expect(await kept.forget(P1.toUpperCase())).toMatchObject([{ number: 1, state: 'composing' }]);
    expect((await kept.list()).requests).toEqual([]);
    expect(stored(file).forgotten).toMatchObject([{ number: 1, purchase_id: P1 }]);
    expect(await kept.intend(intent(), false)).toEqual({ go: true, number: 2 });
  });

  it('is refused while a process is at it', async () => {
    const path = folder();
    await made(opened(path, 'first').kept);
    await expect(opened(path, 'second').kept.forget('1')).rejects.toMatchObject({ code: 'being_sent' });
    const later = opened(path, 'third', new Set(['first']));
    expect(await later.kept.forget('1')).toMatchObject([{ state: 'fate_unknown' }]);
  });

  it('of one leaves its damaged neighbours, which still refuse', async () => {
    const { kept, file } = opened();
    writeFileSync(file, book(whole, { ...whole, number: 2, state: '?' }));
    expect(await kept.forget('1')).toHaveLength(1);
    await expect(kept.about(D1, BASE)).rejects.toMatchObject({ code: 'purchases_lost' });
    expect(await kept.forgetDamaged()).toEqual({ entries: 1, kept_as: null });
    expect((await kept.intend(intent(), false)).go).toBe(true);
  });
});

it('where no folder can be made, it is said that nothing was sent', async () => {
  const path = folder();
  writeFileSync(join(path, 'state'), '');
  await expect(opened(join(path, 'state')).kept.intend(intent(), true)).rejects.toMatchObject({
    exit: 1,
    message: expect.stringContaining('nothing was sent'),
  });
});
