/**
 * 10,000 random bodies in every form: a process a core, since each has the other half of them. One that loses something
 * is printed whole and shrunk, with its seed and path; kept, it is tried by `npm test` every time.
 */
import { availableParallelism } from 'node:os';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import type { Shard } from '../conservation/check-shard.ts';

const COUNT = Number(process.env.TOILE_CONSERVATION_BODIES ?? 10_000);
const SEED = Number(process.env.TOILE_TEST_SEED ?? 0);

it(`of ${COUNT} random bodies no form loses anything silently`, async ({ task }) => {
  const began = performance.now();
  const processes = availableParallelism();
  const shards = await Promise.all(
    Array.from({ length: processes }, async (_, at): Promise<Shard> => {
      const count = Math.floor(COUNT / processes) + (at < COUNT % processes ? 1 : 0);
      const { stdout } = await execa('node', [
        ...['scripts/run.mjs', 'test/conservation/check-shard.ts', String(SEED + at), String(count)],
      ]);
      return JSON.parse(stdout) as Shard;
    }),
  );
  const sum = (of: (shard: Shard) => number): number => shards.reduce((all, shard) => all + of(shard), 0);
  const bodies = sum((shard) => shard.bodies);
  const toSeconds = (milliseconds: number): number => Math.round(milliseconds / 1_000);
  task.meta.summary = [
    `${bodies} random bodies of ${Math.round(sum(({ characters }) => characters) / bodies)} characters in ${shards[0]?.forms} ` +
      `forms, ${sum(({ dear }) => dear)} of them also in those that are packed as files: ` +
      `${shards.some(({ lost }) => lost) ? 'values lost' : '0 lost'}, ${toSeconds(performance.now() - began)} s (${toSeconds(sum(({ worked }) => worked))} s of processor time)`,
  ];
  expect(shards.flatMap(({ lost }) => lost ?? []).join('\n\n')).toBe('');
  expect(bodies).toBeGreaterThanOrEqual(COUNT);
});
