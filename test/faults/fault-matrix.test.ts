import { expect, it } from 'vitest';
import { COMMAND_ROWS, type CommandRow, listUnknownCommands, UNREACHED_COMMANDS } from './command-rows.ts';
import { FAULTS, type FaultName } from './inject-fault.ts';
import { ENDLESS_FAULTS, type FaultRun, findLeaks, runWithFault } from './run-with-fault.ts';

const NAMES = Object.keys(FAULTS) as FaultName[];
/** Faults that end without a time limit. */
const QUICK = NAMES.filter((fault) => !ENDLESS_FAULTS.includes(fault));
const AT_ONCE = 12;

const runAll = async <T, R>(given: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const queue = [...given.entries()];
  const runWorker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runWorker));
  return results;
};

const printLine = (text: string): void => void process.stdout.write(`${text}\n`);

const printMatrix = (met: readonly FaultRun[]): void => {
  printLine(`\nfault matrix: exit codes of ${COMMAND_ROWS.length} rows × ${NAMES.length} faults; ! is wrong`);
  for (const [at, fault] of NAMES.entries())
    printLine(`  ${String(at + 1).padStart(2)}  ${fault}: ${FAULTS[fault].about}`);
  printLine(`${''.padEnd(24)}${NAMES.map((_, at) => String(at + 1).padStart(4)).join('')}`);
  for (const row of COMMAND_ROWS) {
    const cells = met
      .filter((one) => one.row === row)
      .map(({ run, wrong }) => `${run.code}${wrong.length > 0 ? '!' : ''}`.padStart(4));
    printLine(`${row.name.padEnd(24)}${cells.join('')}`);
  }
  const times = met.map(({ ms }) => ms).toSorted((a, b) => a - b);
  printLine(`longest ${Math.round(times.at(-1) ?? 0)} ms on a clock that runs up to 100 times as fast`);
};

const createPairs = (faults: readonly FaultName[]): readonly (readonly [CommandRow, FaultName])[] =>
  COMMAND_ROWS.flatMap((row) => faults.map((fault) => [row, fault] as const));

const found: FaultRun[] = [];

it('the table says for every command whether a fault of the service can reach it', () => {
  expect(listUnknownCommands()).toEqual([]);
  printLine(
    `not reached by the service: ${Object.entries(UNREACHED_COMMANDS)
      .map(([path, why]) => `${path} (${why})`)
      .join(', ')}`,
  );
});

it('every command handles every fault with the right exit code and one clear message', async () => {
  const met = await runAll(createPairs(NAMES), ([row, fault]) => runWithFault(row, fault));
  found.push(...met);
  printMatrix(met);
  const wrong = met.flatMap((one) =>
    one.wrong.map((what) => `${one.row.name} × ${one.fault}: ${what}\n    ${one.run.err.slice(0, 300)}`),
  );
  expect(wrong.join('\n')).toBe('');
});

it('the JSON error says the same in one object', async () => {
  const met = await runAll(createPairs(QUICK), ([row, fault]) => runWithFault(row, fault, { json: true }));
  found.push(...met);
  const wrong = met.flatMap((one) => one.wrong.map((what) => `${one.row.name} × ${one.fault}: ${what}`));
  printLine(`as JSON: ${met.length} runs, ${wrong.length} wrong`);
  expect(wrong.join('\n')).toBe('');
});

it('no key and no signature of a link is written anywhere, also with --debug', async () => {
  const debugged = await runAll(createPairs(QUICK), ([row, fault]) =>
    runWithFault(row, fault, { debug: true }),
  );
  const everything = [...found, ...debugged];
  const texts = everything.reduce((sum, { written }) => sum + written.size, 0);
  const links = everything.reduce((sum, { signatures }) => sum + signatures.size, 0);
  const leaks = everything.flatMap((one) =>
    findLeaks(one).map((where) => `${one.row.name} × ${one.fault}: ${where}`),
  );
  printLine(
    `secrets: ${everything.length} runs, ${texts} texts searched for the key and ${links} link signatures, ${leaks.length} found`,
  );
  expect(links).toBeGreaterThan(0);
  expect([...new Set(leaks)].join('\n')).toBe('');
});
