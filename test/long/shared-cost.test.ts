/** What an engine adds to a request, in pairs with and without it, and what 100 machines cost it. Nothing fails on time. */
import { expect, it } from 'vitest';
import { createRateLimiter, type RateLimiter } from '../../src/rate-limit/rate-limiter.ts';
import { ledgerOn } from '../../src/shared-engine/ledger.ts';
import { sharedLimiter } from '../../src/shared-engine/limiter.ts';
import { linkBy } from '../../src/shared-engine/link.ts';
import { namesFor } from '../../src/shared-engine/names.ts';
import { type RunningEngine, startEngine } from '../shared/engine.ts';
import { folder } from '../support/folder.ts';
import { needs } from '../support/needs.ts';

const PAIRS = 2_000;
const MACHINES = 100;
const names = namesFor('https://api.test', 'svc_sk_cost');

const unsaid = (text: string): never => {
  throw new Error(text);
};
const elapsed = (): number => performance.now();

const summary = (numbers: readonly number[]): string => {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const median = numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
  return `mean ${mean.toFixed(3)} ms, median ${median.toFixed(3)} ms`;
};

const timed = async (work: () => unknown): Promise<number> => {
  const began = elapsed();
  await work();
  return elapsed() - began;
};

const request = (limiter: RateLimiter) => async (): Promise<void> => {
  const turn = limiter.turn();
  expect(await turn.wait()).toBe(0);
  turn.sent();
};

const used = (engine: RunningEngine): number =>
  Number(/used_memory:(\d+)/.exec(engine.cli('info', 'memory'))?.[1]);

const isMissing = needs('redis-server', 'redis-server');

it.skipIf(isMissing)('an engine adds little to a request', async ({ task }) => {
  // As docs/shared.md says how to run it: what it is told is on its disk before it answers.
  const engine = await startEngine();
  const rate = { limit: 10_000, windowMs: 300_000 };
  const local = () => createRateLimiter(folder(), 'k', rate, { pid: 1, now: Date.now }, unsaid);
  const alone = local();
  const link = linkBy(engine.connect, elapsed);
  const asker = { machine: 'a', process: 'a', rate };
  const together = sharedLimiter({
    rate,
    machine: 'a',
    shown: engine.url,
    local: local(),
    link,
    ledger: (connected) => ledgerOn(connected, names, asker),
    machines: () => 1,
    heard: () => undefined,
    elapsed,
    now: Date.now,
    alone: unsaid,
  });
  const added: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const own = await timed(request(alone));
    added.push((await timed(request(together))) - own);
  }
  const ledger = ledgerOn(await link.now(), names, asker);
  const questions: number[] = [];
  for (let asked = 0; asked < PAIRS; asked += 1)
    questions.push(await timed(() => ledger.ask('turn', 0, [`a.q${asked}`], [])));
  await together.close();
  task.meta.told = [
    `added to a request by the engine, ${PAIRS} pairs with and without it: ${summary(added)} (goal: 1 ms); ` +
      `a question to it, which one request of eight asks at most when there is room: ${summary(questions)}`,
  ];
});

it.skipIf(isMissing)(`${MACHINES} machines cost an engine little`, async ({ task }) => {
  const engine = await startEngine();
  const rate = { limit: 300, windowMs: 300_000 };
  const empty = used(engine);
  const machines = await Promise.all(
    Array.from({ length: MACHINES }, async (_, at) => {
      const machine = at.toString(16).padStart(12, '0');
      return ledgerOn(await engine.connect(), names, { machine, process: machine, rate });
    }),
  );
  const connected = used(engine);
  for (const ledger of machines) await ledger.ask('all', 0, [], []);
  engine.cli('config', 'resetstat');
  let questions = 0;
  for (let round = 0; round < 4; round += 1)
    for (const [at, ledger] of machines.entries()) {
      await ledger.ask('turn', 0, [`${at.toString(16).padStart(12, '0')}.${round}`], []);
      questions += 1;
    }
  const [, us] = /evalsha:.*?usec_per_call=([\d.]+)/.exec(engine.cli('info', 'commandstats')) ?? [];
  const stored = engine
    .cli('keys', '*')
    .split('\n')
    .reduce((sum, key) => sum + Number(engine.cli('memory', 'usage', key, 'samples', '0')), 0);
  task.meta.told = [
    `${MACHINES} machines with a process each, the window full and ${questions - rate.limit} waiting: ` +
      `${Math.round((connected - empty) / MACHINES)} bytes a connection, ${stored} bytes for all that is stored, ` +
      `${us} microseconds of the engine's time a question`,
  ];
  const { machines: count, used: places } = await (machines[0] ?? unsaid('none')).look([]);
  expect([count, places]).toEqual([MACHINES, questions]);
});
