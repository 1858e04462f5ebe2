import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPurchases, type Intent } from '../../src/state/purchases.ts';
import { folder, join } from '../support/folder.ts';
import { host } from '../support/host.ts';

const BASE = 'https://service.test/api';
const intent = (design_id = 'd1', base_url = BASE): Intent => ({
  design_id,
  base_url,
  requested_at: '2026-09-15T10:00:00Z',
});

const open = (path = folder()) => {
  const told: string[] = [];
  return {
    path,
    told,
    file: join(path, 'purchases.json'),
    kept: createPurchases(path, host, (text) => told.push(text)),
  };
};

/** Writes one down and says what became of it. */
const made = async (
  kept: ReturnType<typeof open>['kept'],
  fate: Parameters<typeof kept.settle>[1],
  of = intent(),
) => {
  const intended = await kept.intend(of, false);
  if (!intended.go) throw new Error('stands already');
  await kept.settle(intended.purchase.number, fate);
  return intended.purchase.number;
};

const PAY = {
  state: 'payment_required',
  purchase_id: 'p1',
  checkout_url: 'https://pay.test/c/1?s=x',
  amount: '28.50',
  currency: 'EUR',
} as const;

it('writes down before, completes after, for its owner only', async () => {
  const { kept, file } = open();
  expect(await kept.intend({ ...intent(), account: 'studio', design_name: 'Vest' }, false)).toEqual({
    go: true,
    purchase: { ...intent(), account: 'studio', design_name: 'Vest', number: 1, state: 'intended' },
  });
  expect(JSON.parse(readFileSync(file, 'utf8')).purchases).toHaveLength(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await kept.settle(1, PAY);
  expect(await open(join(file, '..')).kept.find('p1', `${BASE}/`)).toMatchObject({
    ...PAY,
    number: 1,
    design_name: 'Vest',
  });
});

describe('a second request for the same design', () => {
  it.each([
    ['not known to be sent', undefined],
    ['of unknown fate', { state: 'unknown' }],
    ['accepted', { state: 'accepted', purchase_id: 'p1' }],
    ['accepted without an id', { state: 'accepted', purchase_id: null }],
    ['waiting for payment', PAY],
  ] as const)('waits while one stands: %s', async (_, fate) => {
    const { kept } = open();
    const first = await kept.intend(intent(), false);
    if (first.go && fate) await kept.settle(first.purchase.number, fate);
    const second = await kept.intend(intent(), false);
    expect(second).toMatchObject({ go: false, standing: [{ number: 1, state: fate?.state ?? 'intended' }] });
    expect(await kept.list()).toHaveLength(1);
  });

  it('goes after a refusal', async () => {
    const { kept } = open();
    await made(kept, { state: 'refused', http_status: 429, code: 'RATE_LIMITED' });
    expect(await kept.intend(intent(), false)).toMatchObject({ go: true, purchase: { number: 2 } });
  });

  it('goes when the pack is ready, and not before', async () => {
    const { kept } = open();
    await made(kept, { state: 'accepted', purchase_id: 'p1' });
    await kept.seen('p1', BASE, 'composing', false);
    expect((await kept.intend(intent(), false)).go).toBe(false);
    await kept.seen('p1', 'https://other.test', 'fulfilled', true);
    await kept.seen('p2', BASE, 'fulfilled', true);
    expect((await kept.intend(intent(), false)).go).toBe(false);
    await kept.seen('p1', BASE, 'fulfilled', true);
    expect(await kept.list()).toMatchObject([{ status: 'fulfilled', ready: true }]);
    expect((await kept.intend(intent(), false)).go).toBe(true);
  });

  it('goes with --again, which then speaks for the design', async () => {
    const { kept } = open();
    await made(kept, { state: 'unknown' });
    expect(await kept.intend(intent(), true)).toMatchObject({ go: true, purchase: { number: 2 } });
    await kept.settle(2, PAY);
    expect(await kept.standing('d1', BASE)).toMatchObject([{ number: 2, checkout_url: PAY.checkout_url }]);
    expect(await kept.list()).toMatchObject([{ number: 1, superseded_by: 2 }, { number: 2 }]);
  });

  it('is another matter for another design or address', async () => {
    const { kept } = open();
    await kept.intend(intent(), false);
    expect((await kept.intend(intent('d2'), false)).go).toBe(true);
    expect((await kept.intend(intent('d1', 'https://other.test'), false)).go).toBe(true);
    expect((await kept.intend(intent('d1', `${BASE}/`), false)).go).toBe(false);
  });

  it('one of several at once goes', async () => {
    const { kept } = open();
    const all = await Promise.all(Array.from({ length: 5 }, () => kept.intend(intent(), false)));
    expect(all.filter(({ go }) => go)).toHaveLength(1);
  });
});

it('the last is the newest that can be asked about', async () => {
  const { kept } = open();
  expect(await kept.last(BASE)).toBeUndefined();
  await made(kept, { state: 'accepted', purchase_id: 'p1' }, intent('d1'));
  await made(kept, { state: 'accepted', purchase_id: 'p2' }, intent('d2'));
  await made(kept, { state: 'accepted', purchase_id: null }, intent('d3'));
  await made(kept, { state: 'accepted', purchase_id: 'p4' }, intent('d4', 'https://other.test'));
  expect(await kept.last(BASE)).toMatchObject({ purchase_id: 'p2' });
});

it('keeps members and records that it does not know', async () => {
  const { kept, file } = open();
  const odd = { number: 'x' };
  const known = { ...intent('d0'), number: 7, state: 'accepted', purchase_id: 'p7', later: [1] };
  writeFileSync(file, JSON.stringify({ version: 1, note: 'n', purchases: [odd, known] }));
  await kept.intend(intent(), false);
  await kept.seen('p7', BASE, 'paid', false);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    version: 1,
    note: 'n',
    purchases: [
      odd,
      { ...known, status: 'paid', ready: false },
      { ...intent(), number: 8, state: 'intended' },
    ],
  });
});

describe('where it cannot be written down', () => {
  it.each([
    ['no folder can be made', (path: string) => writeFileSync(join(path, 'state'), '')],
    [
      'a folder in its place',
      (path: string) => mkdirSync(join(path, 'state', 'purchases.json'), { recursive: true }),
    ],
    [
      'a newer version wrote it',
      (path: string) => {
        mkdirSync(join(path, 'state'));
        writeFileSync(join(path, 'state', 'purchases.json'), '{"version":2}');
      },
    ],
  ])('%s: a failure that says that nothing was sent', async (_, prepare) => {
    const path = folder();
    prepare(path);
    await expect(open(join(path, 'state')).kept.intend(intent(), true)).rejects.toMatchObject({
      exit: 1,
      message: expect.stringContaining('nothing was sent'),
    });
  });

  it('a corrupted record asks for --again once, and is kept aside', async () => {
    const { kept, file, told } = open();
    writeFileSync(file, '{"version": 1, "purch');
    await expect(kept.intend(intent(), false)).rejects.toMatchObject({
      code: 'purchases_lost',
      hint: expect.stringContaining('--again'),
    });
    expect(told[0]).toContain('corrupted-1');
    expect((await kept.intend(intent(), true)).go).toBe(true);
  });
});
