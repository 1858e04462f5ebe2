import { expect, it } from 'vitest';
import { COMMAND_ROWS } from '../faults/command-rows.ts';
import { FAULTS, type FaultName } from '../faults/inject-fault.ts';
import { findLeaks, runWithFault } from '../faults/run-with-fault.ts';

/** The short form of `npm run test:faults`: one command of each kind, and the faults that do not take their time. */
const NAMES = [
  'me',
  'designs ls, page 2',
  'export, the POST',
  'export, the file',
  'techpack request',
  'pull',
];
const QUICK = (Object.keys(FAULTS) as FaultName[]).filter(
  (fault) => fault !== 'slow-drip' && fault !== 'hang',
);

it.each(COMMAND_ROWS.filter(({ name }) => NAMES.includes(name)).map((row) => [row.name, row] as const))(
  '%s takes a bad day: exit code, one message, no secret',
  async (_, row) => {
    const met = await Promise.all(QUICK.map((fault) => runWithFault(row, fault)));
    const wrong = met.flatMap((one) =>
      [...one.wrong, ...findLeaks(one)].map((what) => `${one.fault}: ${what}`),
    );
    expect(wrong.join('\n')).toBe('');
  },
);

it('a service that never answers ends with a timeout', async () => {
  const [row] = COMMAND_ROWS;
  const met = row && (await runWithFault(row, 'hang'));
  expect(met?.wrong).toEqual([]);
  expect(met?.run.err).toMatch(/did not answer in time/);
});
