/** The rules of a request that stands in two records, over two files: the engine's part is `journal.test.ts`. */
import { describe, expect, it } from 'vitest';
import type { Purchases } from '../../src/purchases/store.ts';
import { sharedPurchases } from '../../src/shared-engine/purchases.ts';
import { EngineAway } from '../../src/shared-engine/replies.ts';
import { BASE, D1, intent, made, opened, P1 } from '../purchases/opened.ts';

const records = () => {
  const [local, far] = [opened().kept, opened().kept];
  const is = { away: false, lost: false, insisted: false };
  const reached =
    <Given extends readonly unknown[], Answer>(work: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      if (is.away) throw new EngineAway('away', 'gone');
      return work(...given);
    };
  const shared: Purchases = {
    list: reached(far.list),
    find: reached(far.find),
    last: reached(far.last),
    about: reached(far.about),
    intend: reached(far.intend),
    leave: reached(far.leave),
    settle: reached(far.settle),
    seen: reached(far.seen),
    forget: reached(far.forget),
    forgetDamaged: reached(far.forgetDamaged),
  };
  const notes: string[] = [];
  const both = sharedPurchases({
    local,
    shared,
    agree: reached(async () => is.lost),
    shown: 'the engine',
    isEvicting: async () => false,
    isInsisted: () => is.insisted,
    newRef: () => 'a name',
    atWork: () => undefined,
    note: (text) => void notes.push(text),
  });
  const states = async () => {
    const [here, there] = await Promise.all([local.list(), far.list()]);
    return [here, there].map(({ requests }) => requests.map(({ state }) => state));
  };
  return { local, far, both, is, notes, states };
};

describe('a request in two records', () => {
  it('is written down in both, marked in both, and completed in both', async () => {
    const { both, states } = records();
    expect(await both.intend(intent(), false)).toMatchObject({ go: true });
    expect(await states()).toStrictEqual([['intended'], ['intended']]);
    expect(await both.leave(1)).toBe(true);
    expect(await states()).toStrictEqual([['sent'], ['sent']]);
    expect(await both.settle(1, 'taken', { purchase_id: P1 })).toBe('composing');
    expect(await states()).toStrictEqual([['composing'], ['composing']]);
    expect(await both.about(D1, BASE)).toMatchObject({ state: 'composing' });
  });

  it.each([
    ['is away', 'away', 'shared_away'],
    ['has lost what it held', 'lost', 'shared_lost'],
  ] as const)('is sent where the engine %s only as a person insists', async (_, trouble, code) => {
    const { both, is, notes, states } = records();
    is[trouble] = true;
    await expect(both.about(D1, BASE)).rejects.toMatchObject({ code });
    await expect(both.intend(intent(), false)).rejects.toMatchObject({ code });
    expect(await states()).toStrictEqual([[], []]);
    is.insisted = true;
    expect(await both.intend(intent(), false)).toMatchObject({ go: true });
    expect(notes).not.toStrictEqual([]);
  });

  it('does not leave where either has been taken over', async () => {
    const { both, far } = records();
    await both.intend(intent(), false);
    await far.settle(1, 'refusal', {});
    expect(await both.leave(1)).toBe(false);
  });

  it('stands by the record of this machine where the engine knows nothing of it', async () => {
    const { local, both, states } = records();
    await made(local, 'taken', { purchase_id: P1 });
    expect(await both.about(D1, BASE)).toMatchObject({ state: 'composing', purchase: { purchase_id: P1 } });
    expect(await both.intend(intent(), false)).toMatchObject({
      go: false,
      situation: { state: 'composing' },
    });
    // What the engine was told meanwhile holds nobody up.
    expect(await states()).toStrictEqual([['composing'], ['refused']]);
  });

  it('has its answer here where the engine has gone meanwhile, and says what that means', async () => {
    const { both, is, states } = records();
    await both.intend(intent(), false);
    await both.leave(1);
    is.away = true;
    await expect(both.settle(1, 'taken', { purchase_id: P1 })).rejects.toMatchObject({
      code: 'shared_away',
      message: expect.stringMatching(
        /this machine has it written down, and tells it with its next Tech Pack command$/,
      ),
    });
    is.away = false;
    expect(await states()).toStrictEqual([['composing'], ['sent']]);
  });
});
