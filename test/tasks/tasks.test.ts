import { expect, it } from 'vitest';
import { emptyHome, toile } from '../support/toile.ts';
import { missing, TASKS } from './tasks.ts';

const home = emptyHome;

it('are twenty', () => {
  expect(new Set(TASKS.map(({ name }) => name)).size).toBe(20);
});

it.each(TASKS.map((task) => [task.name, task] as const))(
  '%s: the truth is found, taken, and missed',
  async (_, task) => {
    const at = await home();
    const ask = async (...argv: readonly string[]): Promise<unknown> => {
      const run = await toile(['--sandbox', ...argv, '--json'], { home: at });
      expect(run.code, run.err).toBe(0);
      return JSON.parse(run.out);
    };
    const truth = await task.truth(ask);
    expect(truth.length).toBeGreaterThan(0);
    for (const fact of truth) expect(fact).not.toBe('');
    expect(missing(task, truth, `As far as I see: ${truth.join(', ')}.`)).toEqual([]);
    expect(missing(task, truth, 'I do not know.')).toEqual(truth);
    if (task.never) expect(missing(task, [], 'I have bought it; it is supplied by Miller.')).toHaveLength(1);
  },
);
