/**
 * 1,000 designs pulled with the built program from a service whose window is a hundredth of the real one, in one go and
 * killed at twenty random points; and the memory for 100 and 5,000. No design may fail, no 429 be met, the trees be the
 * same, and memory must not grow with the number of designs. Time is printed beside the limit's ideal and decides nothing:
 * it tells as much of the machine as of the program.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { BIN } from '../soak/built-program.ts';
import { createPullServices } from '../soak/pull-services.ts';
import { formatMib, MIB, runMeasured } from '../soak/run-measured.ts';
import { createFolder, join } from '../support/create-folder.ts';

const KILLS = 20;
const [LIMIT, WINDOW_MS] = [300, 3000];

const { serve, remove } = await createPullServices();
afterAll(remove);

/** The JSON answer of a pull. */
interface PullResult {
  readonly new: readonly unknown[];
  readonly changed: readonly unknown[];
  readonly failed: readonly unknown[];
  readonly unchanged: number;
  readonly seconds: number;
}

/** Undefined when it was killed. */
const runPull = async (dir: string, env: NodeJS.ProcessEnv, killAfter?: number) => {
  const home = `${dir}-home`;
  const { code, out, peak } = await runMeasured(
    [process.execPath, BIN, 'pull', dir, '--reserve', '0', '--json'],
    {
      env: { PATH: process.env.PATH, HOME: home, TOILE_HOME: home, ...env },
      ...(killAfter !== undefined && { killAfter }),
    },
  );
  if (code === null) return undefined;
  expect(code, out.slice(0, 500)).toBe(0);
  return { ...(JSON.parse(out) as PullResult), peak };
};

/** It was not to be killed. */
const runWholePull = async (dir: string, env: NodeJS.ProcessEnv) => {
  const pulled = await runPull(dir, env);
  if (pulled === undefined) throw new Error('something killed the pull');
  return pulled;
};

/** Returns one digest of all pulled files, without the times in the manifest. */
const hashFolder = async (dir: string): Promise<string> => {
  const files = await readdir(dir, { recursive: true, withFileTypes: true });
  const hash = createHash('sha256');
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const path of paths.toSorted()) {
    if (path.includes('/.toile/')) continue;
    const text = (await readFile(path, 'utf8')).replaceAll(/"fetched": "[^"]*"/g, '');
    hash.update(`${path.slice(dir.length)}\0${text}\0`);
  }
  return hash.digest('hex');
};

describe('a pull', () => {
  it(`of 1,000 designs, in one run and killed ${KILLS} times, ends with the same tree`, async ({ task }) => {
    const place = createFolder();
    const summary: string[] = [];
    task.meta.summary = summary;
    const whole = join(place, 'whole');
    const first = await serve(1000, LIMIT, WINDOW_MS);
    const one = await runWholePull(whole, first.env);
    const counted = await first.counts();
    // The last request leaves when the whole windows before it have passed.
    const ideal = (Math.floor((counted.requests - 1) / LIMIT) * WINDOW_MS) / 1000;
    const more = ((one.seconds / ideal - 1) * 100).toFixed(1);
    summary.push(
      `1,000 designs: ${counted.requests} requests in ${one.seconds} s; the limit's ideal is ${ideal} s (${more} % more); peak memory ${formatMib(one.peak)}`,
    );
    expect(one.failed).toStrictEqual([]);
    expect(one.new).toHaveLength(4000);
    expect(counted.refused, 'answers of 429').toBe(0);

    await sleep(WINDOW_MS);
    const again = await runWholePull(whole, first.env);
    summary.push(`  again: ${again.unchanged} unchanged in ${again.seconds} s`);
    expect([...again.new, ...again.changed]).toStrictEqual([]);

    const second = await serve(1000, LIMIT, WINDOW_MS);
    const killed = join(place, 'killed');
    let kills = 0;
    // Starting takes a while: within the first 300 ms there is often nothing to be killed in.
    while (kills < KILLS) {
      expect(
        await runPull(killed, second.env, 300 + Math.random() * 2600),
        'ended before its kill',
      ).toBeUndefined();
      kills += 1;
    }
    await runWholePull(killed, second.env);
    const { repeated, refused } = await second.counts();
    summary.push(`killed ${kills} times: ${repeated} requests repeated, answers of 429: ${refused}`);
    expect(await hashFolder(killed)).toBe(await hashFolder(whole));
    expect(repeated).toBeLessThanOrEqual(kills);
  });

  it('needs no more memory for more designs', async ({ task }) => {
    const place = createFolder();
    const peaks: number[] = [];
    const summary: string[] = [];
    task.meta.summary = summary;
    for (const designs of [100, 5000]) {
      const { env } = await serve(designs, 100_000, 1000);
      // Within a small heap: without a bound, what is measured is how long the collector could wait.
      const small = { ...env, NODE_OPTIONS: '--max-old-space-size=64' };
      const { failed, peak, seconds } = await runWholePull(join(place, String(designs)), small);
      expect(failed).toStrictEqual([]);
      peaks.push(peak);
      summary.push(`${designs} designs: peak memory ${formatMib(peak)}, ${seconds} s`);
    }
    const [few = 0, many = 0] = peaks;
    expect(many - few).toBeLessThan(96 * MIB);
  });
});
