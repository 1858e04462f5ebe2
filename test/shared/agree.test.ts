import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPurchases, type Intent } from '../../src/purchases/store.ts';
import { bookIn } from '../../src/purchases/store-entries.ts';
import { agreeing, refOf } from '../../src/shared-engine/agree.ts';
import { sharedPurchases } from '../../src/shared-engine/purchases.ts';
import { EngineAway } from '../../src/shared-engine/replies.ts';
import { guardedFile } from '../../src/system/json-file.ts';
import { BASE, D1, D2, intent, P1, PAY } from '../purchases/opened.ts';
import { folder, join } from '../support/folder.ts';
import { host } from '../support/host.ts';

/** A book in a file, as a process sees it to which the processes of others are gone. */
const bookAt = (path = join(folder(), 'book.json')) => {
  const file = guardedFile(path, host);
  const kept = createPurchases(file, { me: 'me', isGone: (holder) => holder !== 'me' });
  const all = async () => bookIn(await file.look()).purchases;
  return { path, file, kept, all };
};

/** What a machine remembers. */
const extent = () => {
  let count = 0;
  return {
    count: () => count,
    heard: (now: number) => {
      count = now;
    },
  };
};

/** Two machines with a book each, and the one that they share. */
const machines = (account?: string) => {
  const shared = bookAt();
  const machine = () => {
    const own = bookAt();
    return {
      ...own,
      agree: agreeing(own.file, shared.file, async () => ({ baseUrl: BASE, account }), extent()),
    };
  };
  return { shared, one: machine(), two: machine() };
};

type Kept = ReturnType<typeof bookAt>['kept'];

const order = async (
  kept: Kept,
  what: Intent = intent(),
  event?: Parameters<Kept['settle']>[1],
  learnt: Parameters<Kept['settle']>[2] = {},
) => {
  const intended = await kept.intend(what, false);
  if (!intended.go) throw new Error(`not to be sent: ${intended.situation.state}`);
  await kept.leave(intended.number);
  if (event) await kept.settle(intended.number, event, learnt);
  return intended.number;
};

describe('two books', () => {
  it('the shared one learns what a machine has requested without it, under numbers of its own', async () => {
    const { shared, one, two } = machines();
    await order(one.kept, intent(D1), 'payment', PAY);
    await order(two.kept, intent(D2), 'taken', { purchase_id: P1 });
    await one.agree();
    await two.agree();
    expect(await shared.all()).toMatchObject([
      { number: 1, design_id: D1, state: 'payment_due', checkout_url: PAY.checkout_url },
      { number: 2, design_id: D2, state: 'composing', purchase_id: P1 },
    ]);
    // Told once: neither they nor a second agreement adds any.
    await one.agree();
    await two.agree();
    expect(await shared.all()).toHaveLength(2);
  });

  it('a request that was settled here while the engine was away is settled there', async () => {
    const { shared, one } = machines();
    const ref = 'r1';
    await order(shared.kept, { ...intent(), ref });
    await order(one.kept, { ...intent(), ref }, 'taken', { purchase_id: P1 });
    await one.agree();
    expect(await shared.all()).toMatchObject([{ number: 1, ref, state: 'composing', purchase_id: P1 }]);
  });

  it('what left this machine is on its way there too, and what is settled there stays as it is', async () => {
    const { shared, one } = machines();
    await shared.kept.intend({ ...intent(D1), ref: 'a' }, false);
    await order(one.kept, { ...intent(D1), ref: 'a' });
    await order(shared.kept, { ...intent(D2), ref: 'b' }, 'taken', { purchase_id: P1 });
    await order(one.kept, { ...intent(D2), ref: 'b' });
    await one.agree();
    expect(await shared.all()).toMatchObject([
      { ref: 'a', state: 'sent' },
      { ref: 'b', state: 'composing' },
    ]);
  });

  it('what took nothing, or was never sent, is nobody else’s', async () => {
    const { shared, one } = machines();
    await order(one.kept, intent(D1), 'refusal', { http_status: 409, code: 'no' });
    await one.kept.intend(intent(D2), false);
    await one.agree();
    expect(await shared.all()).toEqual([]);
  });

  it('what was sent by a process that is gone is of unknown fate to all', async () => {
    const { shared, one, two } = machines();
    await order(one.kept);
    await one.agree();
    const others = createPurchases(shared.file, { me: 'other', isGone: () => true });
    expect(await others.about(D1, BASE)).toMatchObject({ state: 'fate_unknown' });
    await two.agree();
    expect(await others.intend(intent(), false)).toMatchObject({ go: false });
  });

  it('what is forgotten by one is forgotten by the other, and does not come back', async () => {
    const { shared, one, two } = machines();
    await order(one.kept, intent(), 'payment', PAY);
    await one.agree();
    await shared.kept.forget('1');
    await two.agree();
    await one.agree();
    expect([await one.all(), await shared.all()]).toEqual([[], []]);
    await one.agree();
    expect(await shared.all()).toEqual([]);
    // A new one is a new one.
    await order(one.kept, { ...intent(), requested_at: '2026-09-16T10:00:00Z' }, 'taken', {
      purchase_id: P1,
    });
    await one.agree();
    expect(await shared.all()).toMatchObject([{ number: 2, state: 'composing' }]);
  });

  it('what this machine is at is not forgotten under it', async () => {
    const { shared, one } = machines();
    await order(one.kept, { ...intent(), ref: 'a' });
    await order(shared.kept, { ...intent(), ref: 'a' }, 'payment', PAY);
    await shared.kept.forget('1');
    await one.agree();
    expect(await one.all()).toMatchObject([{ state: 'sent' }]);
  });

  it('goes by address and account: what is another’s stays where it is', async () => {
    const { shared, one } = machines('studio');
    await order(one.kept, intent(D1), 'taken', { purchase_id: P1 });
    await order(one.kept, { ...intent(D1, 'https://elsewhere.test'), account: 'studio' }, 'taken', {
      purchase_id: P1,
    });
    await order(one.kept, { ...intent(D2), account: 'studio' }, 'payment', PAY);
    await one.agree();
    expect(await shared.all()).toMatchObject([{ design_id: D2, account: 'studio' }]);
  });

  it('neither is changed where one of them cannot be read', async () => {
    const { shared, one } = machines();
    await order(one.kept, intent(), 'payment', PAY);
    writeFileSync(shared.path, '{"version":2,"purchases":[{"state":"refused"}]}');
    await expect(one.agree()).rejects.toMatchObject({ code: 'purchases_lost' });
    expect(await one.all()).toHaveLength(1);
    writeFileSync(shared.path, '{"version":2,"purchases":[]}');
    writeFileSync(one.path, '{"version":2,"purch');
    await expect(one.agree()).rejects.toMatchObject({ code: 'purchases_lost' });
    expect(await shared.all()).toEqual([]);
  });

  it('a machine that has seen more says once that the shared one has lost it', async () => {
    const { shared, one, two } = machines();
    await order(one.kept, intent(D1), 'payment', PAY);
    expect(await one.agree()).toBe(false);
    expect(await two.agree()).toBe(false);
    writeFileSync(shared.path, '{"version":2,"purchases":[]}');
    expect(await two.agree()).toBe(true);
    expect(await two.agree()).toBe(false);
    // Who has it all itself tells it anew.
    expect(await one.agree()).toBe(true);
    expect(await shared.all()).toMatchObject([{ design_id: D1, state: 'payment_due' }]);
    expect([await one.agree(), await two.agree()]).toEqual([false, false]);
  });

  it('a request from before machines shared anything has the same name on all of them', () => {
    const one = { ...intent(), number: 1, state: 'composing', purchase_id: null } as const;
    expect(refOf(one)).toMatch(/^[0-9a-f]{24}$/);
    expect(refOf({ ...one, state: 'sent', holder: 'x' })).toBe(refOf(one));
    expect(refOf({ ...one, number: 2 })).not.toBe(refOf(one));
  });
});

it('says what this machine has written down where the shared book could not be told', async () => {
  const gone = async (): Promise<never> => {
    throw new EngineAway('away', 'nobody listens there');
  };
  const shared = { path: 'the journal', look: gone, change: gone, setAside: gone };
  const purchases = sharedPurchases({
    local: bookAt().kept,
    shared: createPurchases(shared, { me: 'me', isGone: () => false }),
    agree: gone,
    shown: 'redis://engine:6379',
    isEvicting: gone,
    isInsisted: () => false,
    newRef: () => 'ref',
    atWork: () => undefined,
    note: () => undefined,
  });
  await expect(purchases.seen(P1, BASE, 'pending', {})).rejects.toThrow(
    'redis://engine:6379 was not told of it (nobody listens there); this machine has it written down, and tells it with its next Tech Pack command',
  );
});
