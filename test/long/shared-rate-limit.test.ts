/**
 * Machines that share one key by a real engine, against a service that holds them to its limit: 6 homes with 3 processes
 * each, a person beside two pulls, an engine that is killed and started 20 times, and clocks an hour apart. The service's
 * 300 in 5 minutes are scaled to 300 in a few seconds, and what toile derives from the window with them. No 429 may be
 * met and nothing be lost; time is printed beside the limit's ideal and decides nothing.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type LimitWindow, startLimitedService } from '../service/shared-store/limited-service.ts';
import { startEngine } from '../service/shared-store/start-engine.ts';
import { createTestMachine, type TestMachine } from '../service/shared-store/test-machine.ts';
import { createDesignId } from '../soak/built-program.ts';
import { createPullServices } from '../soak/pull-services.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';

const LIMIT = 300;
const [MACHINES, PROCESSES] = [6, 3];
/** Designs on a page of the service. */
const PAGE = 5;

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Machines with a service of their own, which holds them to the limit in windows of that length. */
const createShop = async (
  windowMs: number,
  {
    windows,
    clocks = Array(MACHINES).fill(undefined),
  }: Readonly<{
    windows?: readonly LimitWindow[];
    clocks?: readonly (string | undefined)[];
  }> = {},
) => {
  const [engine, service] = [
    await startEngine(),
    await startLimitedService({ limit: LIMIT, windowMs }, windows),
  ];
  onTestFinished(service.close);
  const paced = { TOILE_RATE: `${LIMIT}/${windowMs / 1000}s` };
  const machines = await Promise.all(
    clocks.map((clock) => createTestMachine(service.url, engine.url, paced, clock)),
  );
  return { engine, service, machines };
};

/** So many windows full of pages, by processes of every machine; all have to arrive, each once and in order. */
const fillWindows = async (machines: readonly TestMachine[], windows: number): Promise<void> => {
  const pages = Math.floor((LIMIT * windows) / machines.length / PROCESSES);
  const wanted = Array.from({ length: pages * PAGE }, (_, at) => createDesignId(at));
  const runs = machines.flatMap(({ run }) =>
    Array.from({ length: PROCESSES }, () =>
      run('designs', 'ls', '--limit', String(wanted.length), '--jsonl', '--max-wait', '5m'),
    ),
  );
  for (const { exitCode, stdout, stderr } of await Promise.all(runs)) {
    expect(exitCode, stderr).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(wanted);
  }
};

/** How the limit was used: from when a window is full, no request can come before the one 300 earlier has left it. */
const describeUse = (arrived: readonly number[], windowMs: number): string => {
  const [from = 0, full = 0, last = 0] = [arrived[0], arrived[LIMIT - 1], arrived.at(-1)];
  const ideal = (arrived.length / LIMIT - 1) * windowMs;
  const counts = Array.from({ length: Math.ceil((last - from + 1) / windowMs) }, () => 0);
  for (const at of arrived) {
    const window = Math.floor((at - from) / windowMs);
    counts[window] = (counts[window] ?? 0) + 1;
  }
  const took = last - full;
  return (
    `${arrived.length} requests at ${LIMIT} in ${formatSeconds(windowMs)} took ${formatSeconds(last - from)}; from the first full window ` +
    `on ${formatSeconds(took)}, of which the limit's ideal is ${formatSeconds(ideal)} (${((took / ideal - 1) * 100).toFixed(1)} % more); ` +
    `in each window ${counts.join(' ')}`
  );
};

const pulls = await createPullServices();
afterAll(pulls.remove);

describe.skipIf(isToolMissing('redis-server', 'redis-server'))('machines that share a store', () => {
  it.for<LimitWindow>(['sliding', 'fixed'])(
    'use a limit of %s windows, and meet no 429',
    async (window, { task }) => {
      const { engine, service, machines } = await createShop(6_000, { windows: [window] });
      const readMemory = (): number => Number(/used_memory:(\d+)/.exec(engine.cli('info', 'memory'))?.[1]);
      const empty = readMemory();
      await fillWindows(machines, 6);
      const { arrived, refused } = service;
      const [, questions, us] =
        /evalsha:calls=(\d+),.*?usec_per_call=([\d.]+)/.exec(engine.cli('info', 'commandstats')) ?? [];
      task.meta.summary = [
        `${MACHINES} machines with ${PROCESSES} processes each, ${window} windows: ${describeUse(arrived, 6_000)}; answers of 429: ${refused}`,
        `  the engine was asked ${(Number(questions) / arrived.length).toFixed(2)} times a request, for ${us} microseconds each, and held ${readMemory() - empty} bytes`,
      ];
      expect(refused).toBe(0);
    },
  );

  it('answer a user while two of them pull', async ({ task }) => {
    const engine = await startEngine();
    const { env, counts } = await pulls.serve(150, LIMIT, 4_000);
    const [person, ...pulling] = await Promise.all(
      [0, 1, 2].map(() => createTestMachine(env.TOILE_BASE_URL, engine.url, env)),
    );
    const began = performance.now();
    let isOver = false;
    const pulled = Promise.all(pulling.map(({ run, home }) => run('pull', `${home}/all`, '--json'))).finally(
      () => {
        isOver = true;
      },
    );
    const waits: number[] = [];
    // Until they have taken what is theirs of the first window.
    await sleep(2_000);
    while (!isOver) {
      const asked = performance.now();
      const me = await person?.run('me', '--json');
      waits.push(performance.now() - asked);
      expect(me?.exitCode, me?.stderr).toBe(0);
      await sleep(300);
    }
    const took = performance.now() - began;
    for (const { exitCode, stdout, stderr } of await pulled) {
      expect(exitCode, stderr).toBe(0);
      const { failed, new: fresh } = JSON.parse(stdout);
      expect([failed, fresh.length]).toEqual([[], 600]);
    }
    const { requests, refused } = await counts();
    const sorted = waits.toSorted((one, other) => one - other);
    task.meta.summary = [
      `two pulls on two machines: ${requests} requests at ${LIMIT} in 4.0 s took ${formatSeconds(took)}; a person's \`me\` beside them, ` +
        `${waits.length} times: median ${formatSeconds(sorted[sorted.length >> 1] ?? 0)}, longest ${formatSeconds(sorted.at(-1) ?? 0)} (goal: 3 s); answers of 429: ${refused}`,
    ];
    expect(refused).toBe(0);
  });

  // The windows are a seventy-fifth of the real ones: a machine that pauses for a moment has used up their margin.
  // Twice in a row that is no accident.
  it('exceed no limit and lose nothing when the store is killed and started 20 times', { retry: 1 }, async ({
    task,
  }) => {
    const { engine, service, machines } = await createShop(4_000);
    const filled = fillWindows(machines, 19);
    let away = 0;
    for (let kills = 0; kills < 20; kills += 1) {
      // Before and after the end of the time in which each keeps to its own share: 4.8 seconds.
      await sleep(kills % 4 === 3 ? randomInt(4_500, 6_500) : randomInt(100, 4_500));
      await engine.kill();
      const pause = randomInt(0, 800);
      await sleep(pause);
      away += pause;
      await engine.start();
    }
    const at = service.arrived.length;
    await filled;
    const { arrived, refused } = service;
    task.meta.summary = [
      `the engine killed 20 times, the last time after ${at} requests, and away for ${formatSeconds(away)} in all: ${describeUse(arrived, 4_000)}; answers of 429: ${refused}`,
    ];
    expect(refused).toBe(0);
  });

  it.skipIf(isToolMissing('faketime', 'faketime'))('agree with any clocks', async ({ task }) => {
    const { engine, service, machines } = await createShop(4_000, { clocks: [undefined, '+1h', '-1h'] });
    const seen = await Promise.all(
      machines.map(({ start }) => start([process.execPath, '-p', 'Date.now()'])),
    );
    const [now = 0, ahead = 0, behind = 0] = seen.map(({ stdout }) => Number(stdout));
    expect([ahead - now, behind - now].map((ms) => Math.round(ms / 60_000))).toEqual([60, -60]);
    const filled = fillWindows(machines, 5);
    await sleep(6_000);
    await engine.kill();
    await engine.start();
    await filled;
    const { arrived, refused } = service;
    task.meta.summary = [
      `clocks an hour ahead and behind, the engine killed once: ${describeUse(arrived, 4_000)}; answers of 429: ${refused}`,
    ];
    expect(refused).toBe(0);
  });
});
