/** What an engine adds to a request, in pairs with and without it, and what 100 machines cost it. Nothing fails on time. */
import { expect, it, onTestFinished } from 'vitest';
import { createLocalRateLimiter, type RateLimiter } from '../../src/service/rate-limit/rate-limiter.ts';
import { createEngineLink } from '../../src/service/shared-store/engine-connection.ts';
import { createLedgerNames, createStoreNames } from '../../src/service/shared-store/key-names.ts';
import { createRequestLedger } from '../../src/service/shared-store/request-ledger.ts';
import { createSharedLimiter } from '../../src/service/shared-store/shared-limiter.ts';
import { createSharedOrderStore } from '../../src/service/shared-store/shared-order-store.ts';
import { replaceOrderRecords } from '../../src/service/tech-packs/order-file.ts';
import type { OrderRecord } from '../../src/service/tech-packs/order-record.ts';
import { type RunningEngine, startEngine } from '../service/shared-store/start-engine.ts';
import { createTestMachine } from '../service/shared-store/test-machine.ts';
import { createDesignId } from '../soak/built-program.ts';
import { startPurchaseService } from '../soak/interruptible-services.ts';
import { createFolder } from '../support/create-folder.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';

const PAIRS = 2_000;
const MACHINES = 100;
const names = createLedgerNames('https://api.test', 'svc_sk_cost');

const failOnMessage = (text: string): never => {
  throw new Error(text);
};
const readClock = (): number => performance.now();

const formatSummary = (numbers: readonly number[]): string => {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const median = numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
  return `mean ${mean.toFixed(3)} ms, median ${median.toFixed(3)} ms`;
};

const measureTime = async (work: () => unknown): Promise<number> => {
  const began = readClock();
  await work();
  return readClock() - began;
};

const request = (limiter: RateLimiter) => async (): Promise<void> => {
  const turn = limiter.reserveSlot();
  expect(await turn.getWaitMs()).toBe(0);
  turn.markSent();
};

const readUsedMemory = (engine: RunningEngine): number =>
  Number(/used_memory:(\d+)/.exec(engine.cli('info', 'memory'))?.[1]);

const isMissing = isToolMissing('redis-server', 'redis-server');

it.skipIf(isMissing)('a shared store adds little to a request', async ({ task }) => {
  // As docs/shared.md describes: each write is on the disk before the engine answers.
  const engine = await startEngine();
  const rate = { limit: 10_000, windowMs: 300_000 };
  const createLocal = () =>
    createLocalRateLimiter(createFolder(), 'k', rate, { pid: 1, now: Date.now }, failOnMessage);
  const alone = createLocal();
  const link = createEngineLink(engine.connect, readClock);
  const asker = { machine: 'a', process: 'a', rate };
  const together = createSharedLimiter({
    rate,
    machine: 'a',
    displayAddress: engine.url,
    local: createLocal(),
    link,
    openLedger: (connected) => createRequestLedger(connected, names, asker),
    getMachineCount: () => 1,
    saveMachineCount: () => undefined,
    elapsed: readClock,
    now: Date.now,
    onAlone: failOnMessage,
  });
  const added: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const own = await measureTime(request(alone));
    added.push((await measureTime(request(together))) - own);
  }
  const ledger = createRequestLedger(await link.connectNow(), names, asker);
  const questions: number[] = [];
  for (let asked = 0; asked < PAIRS; asked += 1)
    questions.push(await measureTime(() => ledger.ask('turn', 0, [`a.q${asked}`], [])));
  await together.close();
  task.meta.summary = [
    `added to a request by the engine, ${PAIRS} pairs with and without it: ${formatSummary(added)} (goal: 1 ms); ` +
      `a question to it, which one request of eight asks at most when there is room: ${formatSummary(questions)}`,
  ];
});

it.skipIf(isMissing)(`${MACHINES} machines cost a shared store little`, async ({ task }) => {
  const engine = await startEngine();
  const rate = { limit: 300, windowMs: 300_000 };
  const empty = readUsedMemory(engine);
  const machines = await Promise.all(
    Array.from({ length: MACHINES }, async (_, at) => {
      const machine = at.toString(16).padStart(12, '0');
      return createRequestLedger(await engine.connect(), names, { machine, process: machine, rate });
    }),
  );
  const connected = readUsedMemory(engine);
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
  task.meta.summary = [
    `${MACHINES} machines with a process each, the window full and ${questions - rate.limit} waiting: ` +
      `${Math.round((connected - empty) / MACHINES)} bytes a connection, ${stored} bytes for all that is stored, ` +
      `${us} microseconds of the engine's time a question`,
  ];
  const { machines: count, used: places } = await (machines[0] ?? failOnMessage('none')).look([]);
  expect([count, places]).toEqual([MACHINES, questions]);
});

it.skipIf(isMissing)('100,000 requests in a store do not delay the next one', async ({ task }) => {
  const [engine, service] = [await startEngine(['appendfsync no']), await startPurchaseService()];
  onTestFinished(service.close);
  const shared = await engine.initStore();
  const connected = await engine.connect();
  const store = createSharedOrderStore({
    names: createStoreNames(shared.split('#')[1] ?? ''),
    origin: service.baseUrl,
    userId: 'u',
    me: 'me',
    displayAddress: 'x',
    engine: async () => connected,
    version: { getCount: () => 0, record: () => undefined },
  });
  const createId = (at: number): string => createDesignId(1_000_000 + at);
  const record = (at: number): OrderRecord => ({
    ref: at.toString(16).padStart(16, '0'),
    design_id: createId(at),
    base_url: service.baseUrl,
    requested_at: '2026-09-15T10:00:00.000Z',
    user_id: 'u',
    state: 'composing',
    purchase_id: createId(at),
  });
  const empty = readUsedMemory(engine);
  for (let from = 0; from < 100_000; from += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, at) =>
        store
          .openFile(store.getField(createId(from + at)))
          .change((found) => ({ next: replaceOrderRecords(found, [record(from + at)]), result: 0 })),
      ),
    );
  const held = readUsedMemory(engine) - empty;
  const { run } = await createTestMachine(service.baseUrl, shared);
  const ordering = await measureTime(async () => {
    expect((await run('techpack', 'request', createDesignId(1), '--yes')).exitCode).not.toBe(3);
    await run('techpack', 'request', createId(77_777), '--yes');
  });
  expect([service.created.get(createDesignId(1)), service.created.get(createId(77_777))]).toEqual([
    1,
    undefined,
  ]);
  const listing = await measureTime(async () => {
    const { stdout } = await run('techpack', 'ls', '--json');
    expect(JSON.parse(stdout).requests).toHaveLength(100_001);
  });
  task.meta.summary = [
    `100,000 requests in a store: ${Math.round(held / 1e5)} bytes each; two orders beside them took ${Math.round(ordering)} ms, ` +
      `the list of all ${Math.round(listing)} ms`,
  ];
});
