/**
 * 250 orders (TOILE_SOAK_COUNT=1000 for more) with `kill -9` at random moments: half of them on one machine, half on machines that share a real engine,
 * which is meanwhile emptied, started anew, restored from an older dump, or may drop what it holds. Each design is
 * requested with one consent and then repeated, also by a machine that was never there before. No design may be sent
 * twice, have the id of another, or be forgotten.
 */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type RunningEngine, startEngine } from '../service/shared-store/start-engine.ts';
import { createTestMachine, type TestMachine } from '../service/shared-store/test-machine.ts';
import { createDesignId, runInLanes } from '../soak/built-program.ts';
import { startPurchaseService } from '../soak/interruptible-services.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';

const COUNT = Number(process.env.TOILE_SOAK_COUNT ?? 250);
const A_ROUND = 25;
// An order takes three or four programs; a machine that is busy with other work needs so long for them.
vi.setConfig({ testTimeout: COUNT * 5_000 });

interface ListedRequest {
  readonly design_id: string;
  readonly state: string;
  readonly purchase_id: string | null;
}

const findDump = ({ folder }: RunningEngine, name = 'dump.rdb') => join(folder, 'data', name);

/** Events of the engine, and what the user then does. */
const EVENTS: Readonly<
  Record<string, { happen(engine: RunningEngine): unknown; readonly resolve: 'nothing' | 'keep' | 'init' }>
> = {
  nothing: { happen: () => undefined, resolve: 'nothing' },
  emptied: { happen: (engine) => engine.cli('flushall'), resolve: 'init' },
  'started anew': {
    async happen(engine) {
      await engine.kill();
      await sleep(Math.random() * 500);
      await engine.start();
    },
    resolve: 'keep',
  },
  'restored from an older dump': {
    async happen(engine) {
      await engine.kill();
      copyFileSync(findDump(engine, 'older.rdb'), findDump(engine));
      await engine.start();
    },
    resolve: 'init',
  },
  evicting: {
    happen: (engine) => engine.cli('config', 'set', 'maxmemory-policy', 'allkeys-lru'),
    resolve: 'nothing',
  },
};

const missing = isToolMissing('redis-server', 'redis-server');

it.skipIf(missing)(`${COUNT} orders, killed at random, are one purchase each`, async ({ task }) => {
  const service = await startPurchaseService();
  onTestFinished(service.close);
  const wrong: string[] = [];
  const sums = { sent: 0, 'of unknown fate': 0, refusals: 0, killed: 0 };
  const countPurchases = (design: string): number => service.created.get(design) ?? 0;
  const more = { TOILE_RATE: '90000/5m' };
  const first = await createTestMachine(service.baseUrl, undefined, more);
  const began = performance.now();
  await first.run('techpack', 'ls');
  const usual = performance.now() - began;

  const sendOrder = (by: TestMachine, design: string) =>
    by.run('techpack', 'request', design, '--yes', '--json');
  /** Orders a design, and ends the process at some moment of its life. */
  const killOrder = async (by: TestMachine, design: string, number: number): Promise<void> => {
    if (number % 3 === 0) service.troubles.set(design, 'slow');
    const run = sendOrder(by, design);
    const end = sleep(usual * (0.3 + 1.6 * Math.random())).then(() => run.kill('SIGKILL'));
    const { signal } = await run;
    if (signal === 'SIGKILL') sums.killed += 1;
    await end;
    if (number % 3 === 0) await sleep(310);
  };
  /** Every design is known to a machine in the end, with its own purchase, or is of unknown fate. */
  const check = async (by: TestMachine, designs: readonly string[], event: string): Promise<void> => {
    const said = new Map<string, string>();
    for (const design of designs) {
      // A process that was killed counts as gone on its own machine alone, until its lease is over.
      const again = await sendOrder(by, design);
      said.set(design, `${again.exitCode} ${again.stderr}`);
      if (countPurchases(design) > 1) wrong.push(`${design} (${event}): ${countPurchases(design)} purchases`);
    }
    const { requests } = JSON.parse((await by.run('techpack', 'ls', '--json')).stdout) as {
      requests: readonly ListedRequest[];
    };
    for (const design of designs) {
      const one = requests
        .filter(({ design_id, state }) => design_id === design && state !== 'refused')
        .at(-1);
      if (one === undefined) wrong.push(`${design} (${event}): forgotten, ${said.get(design)}`);
      else if (one.purchase_id && one.purchase_id !== `${design.slice(0, -1)}1`)
        wrong.push(`${design} (${event}): has ${one.purchase_id}`);
      else if (countPurchases(design) === 0 && !['fate_unknown', 'sent'].includes(one.state))
        wrong.push(`${design} (${event}): ${one.state} and not bought`);
      sums[one?.purchase_id ? 'sent' : 'of unknown fate'] += 1;
    }
  };

  await runInLanes(Math.ceil(COUNT / A_ROUND), 2, async (round) => {
    const designs = Array.from({ length: A_ROUND }, (_, at) =>
      createDesignId((round * A_ROUND + at + 1) * 16),
    );
    if (round % 2 === 0) {
      const local = await createTestMachine(service.baseUrl, undefined, more);
      for (const [number, design] of designs.entries()) await killOrder(local, design, number);
      return check(local, designs, 'one machine');
    }
    const event = Object.keys(EVENTS)[(round >> 1) % Object.keys(EVENTS).length] ?? 'nothing';
    const { happen, resolve } = EVENTS[event] ?? { happen: () => undefined, resolve: 'nothing' };
    const isDump = event === 'restored from an older dump';
    const engine = await startEngine(isDump ? ['appendonly no'] : []);
    const shared = await engine.initStore();
    const machines = [
      await createTestMachine(service.baseUrl, shared, more),
      await createTestMachine(service.baseUrl, shared, more),
    ];
    const pickMachine = (): TestMachine =>
      machines[Math.floor(Math.random() * machines.length)] as TestMachine;
    const half = A_ROUND >> 1;
    for (const [number, design] of designs.entries()) {
      if (isDump && number === half - 5) {
        engine.cli('save');
        copyFileSync(findDump(engine), findDump(engine, 'older.rdb'));
      }
      const ordered = killOrder(pickMachine(), design, number);
      if (number === half)
        await Promise.all([ordered, sleep(usual * Math.random()).then(() => happen(engine))]);
      await ordered;
    }
    // As a pipeline repeats them, also on a fresh runner, before a person has done anything.
    machines.push(await createTestMachine(service.baseUrl, shared, more));
    for (const design of designs) {
      const again = await sendOrder(pickMachine(), design);
      if (again.exitCode === 3) sums.refusals += 1;
      if (countPurchases(design) > 1)
        wrong.push(`${design} (${event}): ${countPurchases(design)} before a person acted`);
    }
    if (event === 'evicting') engine.cli('config', 'set', 'maxmemory-policy', 'noeviction');
    if (resolve === 'keep') await pickMachine().run('shared', 'init', '--keep', '--yes');
    if (resolve === 'init') {
      const { stdout } = await pickMachine().run('shared', 'init', '--yes', '--json');
      for (const { env } of machines) Object.assign(env, { TOILE_SHARED: JSON.parse(stdout).shared });
    }
    // Each of them tells what it knows.
    for (const { run } of machines) await run('techpack', 'ls');
    await check(pickMachine(), designs, event);
    await engine.kill();
    rmSync(engine.folder, { recursive: true, force: true });
  });

  task.meta.summary = [
    `${COUNT} orders, ${sums.killed} killed, half of them on machines with an engine that was ${Object.keys(EVENTS).join(', ')}: ` +
      `${sums.sent} with their purchase, ${sums['of unknown fate']} of unknown fate, ${sums.refusals} refused until a person acted; ` +
      `beyond consent, wrong ids, forgotten: ${wrong.length}`,
  ];
  expect(wrong).toEqual([]);
});
