import { describe, expect, it } from 'vitest';
import { createPurchases } from '../../src/purchases/store.ts';
import { journalOn } from '../../src/shared-engine/journal.ts';
import { namesFor } from '../../src/shared-engine/names.ts';
import { needs } from '../support/needs.ts';
import { type RunningEngine, startEngine } from './engine.ts';

const BASE = 'https://api.test';
const DESIGN = '11111111-1111-4111-8111-111111111111';

/** A machine whose processes nobody else can examine, with a clock of its own. */
const machine = async (engine: RunningEngine, me: string, clock = 0, key = 'svc_sk_journal') => {
  const connection = await engine.connect();
  const journal = journalOn({
    names: namesFor(BASE, key),
    me,
    shown: engine.url,
    engine: async () => connection,
    now: () => Date.now() + clock,
    redact: (text) => text,
  });
  const book = createPurchases(journal, { me, isGone: (holder) => !journal.lives(holder) });
  const intent = () => ({
    design_id: DESIGN,
    base_url: BASE,
    requested_at: new Date(Date.now() + clock).toISOString(),
  });
  return { ...book, order: () => book.intend(intent(), false) };
};

const HOUR = 3_600_000;

describe.skipIf(needs('redis-server', 'redis-server'))('the book that machines share', () => {
  it('lets one of two machines send, and shows it to the other, whatever their clocks say', async () => {
    const engine = await startEngine();
    const [one, two] = [await machine(engine, 'one'), await machine(engine, 'two', HOUR)];
    const ordered = await Promise.all([one.order(), two.order()]);
    expect(ordered.filter(({ go }) => go)).toHaveLength(1);
    const late = ordered.find(({ go }) => !go);
    expect(late).toMatchObject({ situation: { state: 'intended', held: true } });
    const [winner, other] = ordered[0]?.go ? [one, two] : [two, one];
    expect(await winner.leave(1)).toBe(true);
    expect(await other.about(DESIGN, BASE)).toMatchObject({ state: 'sent', held: true });
    await winner.settle(1, 'taken', { purchase_id: null });
    expect((await other.list()).requests).toMatchObject([{ design_id: DESIGN, state: 'composing' }]);
    expect(await other.order()).toMatchObject({ go: false });
  });

  it('shows a request whose machine fell silent as one of unknown fate', async () => {
    const engine = await startEngine();
    const [one, two] = [await machine(engine, 'one'), await machine(engine, 'two', -HOUR)];
    const ordered = await one.order();
    expect(ordered).toMatchObject({ go: true });
    await one.leave(1);
    engine.cli('del', namesFor(BASE, 'svc_sk_journal').journal[1]);
    expect(await two.about(DESIGN, BASE)).toMatchObject({ state: 'fate_unknown', held: false });
    expect(await two.order()).toMatchObject({ go: false });
  });

  it('is sealed, does not go while something is open, and is believed only as it was sealed', async () => {
    const engine = await startEngine();
    const one = await machine(engine, 'one');
    await one.order();
    const [name] = namesFor(BASE, 'svc_sk_journal').journal;
    expect(engine.cli('get', name)).not.toMatch(/1111|api\.test|one/);
    expect(engine.cli('ttl', name)).toBe('-1');
    await one.settle(1, 'refusal', { http_status: 409, code: 'no' });
    expect(Number(engine.cli('ttl', name))).toBeGreaterThan(0);
    engine.cli('set', name, 'x'.repeat(1000));
    await expect(one.order()).rejects.toMatchObject({ code: 'purchases_lost' });
    engine.cli('setrange', name, '2000000', 'x');
    await expect(one.order()).rejects.toMatchObject({ name: 'EngineAway', kind: 'foreign' });
  });
});
