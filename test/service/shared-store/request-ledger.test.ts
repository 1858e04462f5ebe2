import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RateLimit } from '../../../src/platform/shared-types.ts';
import { createLedgerNames } from '../../../src/service/shared-store/key-names.ts';
import {
  computeBatchSize,
  computeSpareSlots,
  createRequestLedger,
  IN_PROGRESS,
  RELEASED,
} from '../../../src/service/shared-store/request-ledger.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import { type RunningEngine, startEngine } from './start-engine.ts';

const names = createLedgerNames('https://api.test', 'svc_sk_ledger');

/** Creates a machine that has reported an empty request log. */
const createMachine = async (engine: RunningEngine, machine: string, rate: RateLimit) => {
  const ledger = createRequestLedger(await engine.connect(), names, { machine, process: machine, rate });
  await ledger.ask('all', 0, [], []);
  let count = 0;
  const createIds = (many = 1) =>
    Array.from({ length: many }, () => {
      count += 1;
      return `${machine}.${count}`;
    });
  const takeTurn = async (many = 1) => {
    const asked = createIds(many);
    return { ids: asked, ...(await ledger.ask('turn', 0, asked, [])) };
  };
  return { ...ledger, ids: createIds, turn: takeTurn };
};

describe.skipIf(isToolMissing('redis-server', 'redis-server'))('the request log on the engine', () => {
  it('is one for all machines: a burst at once, then one request as each earlier one leaves the window', async () => {
    const rate = { limit: 4, windowMs: 60_000 };
    const engine = await startEngine();
    const [one, two] = [await createMachine(engine, 'a', rate), await createMachine(engine, 'b', rate)];
    for (const machine of [one, two, one, two])
      expect(await machine.turn()).toMatchObject({ granted: 1, wait: 0 });
    const waits = [(await one.turn()).wait, (await two.turn()).wait, (await one.turn()).wait];
    // Their end was not reported, so they may be running for another fifth of the window.
    for (const wait of waits) expect(wait).toBeGreaterThan(60_000);
    // In the order in which they came.
    expect(waits).toEqual(waits.toSorted((x, y) => x - y));
    expect(new Set(waits).size).toBe(3);
    const seen = await one.look([]);
    expect(seen).toMatchObject({ used: 7, machines: 2 });
    expect(seen.uses).toEqual([
      { machine: 'a', used: 4 },
      { machine: 'b', used: 3 },
    ]);
  });

  it('counts a request from its end, and takes unused places back', async () => {
    const engine = await startEngine();
    const { turn, ask, look } = await createMachine(engine, 'a', { limit: 2, windowMs: 60_000 });
    const [first, second] = [await turn(), await turn()];
    await ask('note', 0, [], [{ id: String(first.ids[0]), ago: 20_000 }]);
    const { wait, ids } = await turn();
    expect(wait).toBeGreaterThan(38_000);
    expect(wait).toBeLessThanOrEqual(40_000);
    await ask(
      'note',
      0,
      [],
      [second, { ids }].map(({ ids: [id = ''] }) => ({ id, ago: RELEASED })),
    );
    expect(await look([])).toMatchObject({ used: 1, nextIn: 0 });
    expect(await turn()).toMatchObject({ wait: 0 });
  });

  it('keeps a reserve for people, and gives places to bulk work in turns', async () => {
    const rate = { limit: 40, windowMs: 60_000 };
    const engine = await startEngine();
    const [pull, other, person] = [
      await createMachine(engine, 'a', rate),
      await createMachine(engine, 'b', rate),
      await createMachine(engine, 'c', rate),
    ];
    const askInBulk = (machine: typeof pull, many: number) => machine.ask('bulk', 10, machine.ids(many), []);
    expect(await askInBulk(pull, 29)).toMatchObject({ granted: 29, wait: 0 });
    expect(await askInBulk(pull, 8)).toMatchObject({ granted: 1 });
    expect((await askInBulk(pull, 8)).wait).toBeGreaterThan(60_000);
    // Whoever came later waits behind.
    expect((await askInBulk(other, 8)).wait).toBeGreaterThan(60_000);
    for (let sent = 0; sent < 10; sent += 1)
      expect(await person.turn()).toMatchObject({ granted: 1, wait: 0 });
    expect((await person.turn()).wait).toBeGreaterThan(0);
  });

  it('stops all machines after a 429 to one', async () => {
    const rate = { limit: 100, windowMs: 60_000 };
    const engine = await startEngine();
    const [one, two] = [await createMachine(engine, 'a', rate), await createMachine(engine, 'b', rate)];
    const early = await two.turn();
    await one.ask('hold', 20_000, [], []);
    expect((await two.ask('again', 0, early.ids, [])).wait).toBeGreaterThan(19_000);
    expect((await one.turn()).wait).toBeGreaterThan(19_000);
    expect((await two.ask('bulk', 0, two.ids(4), [])).wait).toBeGreaterThan(19_000);
    expect((await one.look([])).pause).toBeGreaterThan(19_000);
  });

  it('gives several places at once to a frequent sender, and the next with the same question', async () => {
    const engine = await startEngine();
    const rate = { limit: 64, windowMs: 60_000 };
    const { turn, ask, ids } = await createMachine(engine, 'a', rate);
    expect(computeBatchSize(rate)).toBe(2);
    expect(await turn(2)).toMatchObject({ granted: 2 });
    while ((await turn()).wait === 0);
    const [mine = '', next = ''] = ids(2);
    await ask(
      'note',
      0,
      [],
      [
        { id: 'a.1', ago: 60_000 },
        { id: 'a.2', ago: 59_000 },
        { id: 'a.3', ago: RELEASED },
      ],
    );
    const output = await ask('again', 0, [mine, next], []);
    expect(output).toMatchObject({ granted: 1 });
    expect(output.wait).toBeGreaterThan(0);
  });

  it('uses the clock of the engine, and everything in it expires', async () => {
    const engine = await startEngine();
    const { turn, ask } = await createMachine(engine, 'a', { limit: 4, windowMs: 500 });
    await turn();
    await ask('hold', 100, [], []);
    for (const key of engine.cli('keys', '*').split('\n')) {
      expect(key).toMatch(/^toile:\{[0-9a-f]{24}\}:(places|state|machines|waiting)$/);
      expect(Number(engine.cli('pttl', key))).toBeGreaterThan(0);
    }
    await expect.poll(() => engine.cli('exists', names.ledger[0])).toBe('0');
  });

  it('after a restart asks every machine for its requests, and gives no place until all have answered', async () => {
    const rate = { limit: 100, windowMs: 500 };
    const engine = await startEngine();
    const before = await createMachine(engine, 'a', rate);
    await before.turn();
    await engine.kill();
    await engine.start();
    const after = createRequestLedger(await engine.connect(), names, { machine: 'a', process: 'a', rate });
    const first = await after.ask('turn', 0, ['a.9'], []);
    expect(first).toMatchObject({ granted: 0, isKnown: false });
    expect(first.grace).toBeGreaterThan(0);
    const all = await after.ask(
      'all',
      0,
      [],
      [
        { id: 'a.7', ago: 10 },
        { id: 'a.8', ago: IN_PROGRESS },
      ],
    );
    expect(all).toMatchObject({ isKnown: true });
    expect(all.used).toBeGreaterThanOrEqual(2);
    await sleep(first.grace);
    expect(await after.ask('turn', 0, ['a.9'], [])).toMatchObject({ granted: 1, grace: 0, wait: 0 });
  });

  it('recognizes by the record of a machine that the engine lost its memory', async () => {
    const rate = { limit: 100, windowMs: 60_000 };
    const engine = await startEngine();
    const { turn, ask } = await createMachine(engine, 'a', rate);
    const { ids } = await turn();
    expect(await ask('all', 0, [], [{ id: `${ids[0]}!`, ago: 0 }])).toMatchObject({ grace: 0, used: 1 });
    engine.cli('flushall');
    expect(await turn()).toMatchObject({ granted: 0, isKnown: false, grace: 0 });
    const text = await ask('all', 0, [], [{ id: `${ids[0]}!`, ago: 0 }]);
    expect(text.used).toBe(1);
    expect(text.grace).toBeGreaterThan(60_000);
  });

  it('reserves the places that a machine may use while it cannot ask', async () => {
    const rate = { limit: 300, windowMs: 60_000 };
    const engine = await startEngine();
    const [few, much] = [await createMachine(engine, 'a', rate), await createMachine(engine, 'b', rate)];
    await few.turn();
    const { granted: given } = await much.ask('bulk', 0, much.ids(400), []);
    // Six places for unknown machines, and four for the other one.
    expect(given).toBe(300 - 6 - 1 - 4);
    for (let sent = 1; sent < 5; sent += 1) expect(await few.turn()).toMatchObject({ granted: 1, wait: 0 });
    expect((await few.turn()).wait).toBeGreaterThan(0);
  });

  it('pauses no longer than allowed when the clock of the engine was set back', async () => {
    const rate = { limit: 100, windowMs: 60_000 };
    const engine = await startEngine();
    const { turn, look } = await createMachine(engine, 'a', rate);
    const ahead = String(Date.now() + 3_600_000);
    engine.cli('hset', names.ledger[1], 'grace', ahead, 'blocked', ahead);
    expect(await look([])).toMatchObject({ grace: 72_000, pause: 60_000 });
    expect(await turn()).toMatchObject({ granted: 0 });
  });

  it('keeps places for machines that cannot ask', () => {
    expect([10, 49, 50, 300].map((limit) => computeSpareSlots({ limit, windowMs: 1 }))).toEqual([0, 0, 1, 6]);
  });
});
