import { expect, it } from 'vitest';
import { FAULTS, type Fault } from '../faults/injected.ts';
import { leaksIn, meet } from '../faults/meet.ts';
import { ROWS } from '../faults/rows.ts';

/** The short form of `npm run test:faults`: one command of each kind, and the faults that do not take their time. */
const NAMES = [
  'me',
  'designs ls, page 2',
  'export, the POST',
  'export, the file',
  'techpack request',
  'pull',
];
const QUICK = (Object.keys(FAULTS) as Fault[]).filter((fault) => fault !== 'slow-drip' && fault !== 'hang');

it.each(ROWS.filter(({ name }) => NAMES.includes(name)).map((row) => [row.name, row] as const))(
  '%s takes a bad day: exit code, one message, no secret',
  async (_, row) => {
    const met = await Promise.all(QUICK.map((fault) => meet(row, fault)));
    const wrong = met.flatMap((one) =>
      [...one.wrong, ...leaksIn(one)].map((what) => `${one.fault}: ${what}`),
    );
    expect(wrong.join('\n')).toBe('');
  },
);

it('a service that never answers ends with a timeout', async () => {
  const [row] = ROWS;
  const met = row && (await meet(row, 'hang'));
  expect(met?.wrong).toEqual([]);
  expect(met?.run.err).toMatch(/did not answer in time/);
});
