import { expect, it } from 'vitest';
import { FAULTS, type Fault } from './injected.ts';
import { ENDLESS, leaksIn, type Met, meet } from './meet.ts';
import { ROWS, type Row, UNREACHED, unknownCommands } from './rows.ts';

const NAMES = Object.keys(FAULTS) as Fault[];
/** Those that end by themselves, for the runs that look at something else than time. */
const QUICK = NAMES.filter((fault) => !ENDLESS.includes(fault));
const AT_ONCE = 12;

const all = async <T, R>(given: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const queue = [...given.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const print = (met: readonly Met[]): void => {
  say(`\nfault matrix: exit codes of ${ROWS.length} rows × ${NAMES.length} faults; ! is wrong`);
  for (const [at, fault] of NAMES.entries())
    say(`  ${String(at + 1).padStart(2)}  ${fault}: ${FAULTS[fault].about}`);
  say(`${''.padEnd(24)}${NAMES.map((_, at) => String(at + 1).padStart(4)).join('')}`);
  for (const row of ROWS) {
    const cells = met
      .filter((one) => one.row === row)
      .map(({ run, wrong }) => `${run.code}${wrong.length > 0 ? '!' : ''}`.padStart(4));
    say(`${row.name.padEnd(24)}${cells.join('')}`);
  }
  const times = met.map(({ ms }) => ms).toSorted((a, b) => a - b);
  say(`longest ${Math.round(times.at(-1) ?? 0)} ms on a clock that runs up to 100 times as fast`);
};

const pairs = (faults: readonly Fault[]): readonly (readonly [Row, Fault])[] =>
  ROWS.flatMap((row) => faults.map((fault) => [row, fault] as const));

const found: Met[] = [];

it('the table says for every command whether a fault of the service can reach it', () => {
  expect(unknownCommands()).toEqual([]);
  say(
    `not reached by the service: ${Object.entries(UNREACHED)
      .map(([path, why]) => `${path} (${why})`)
      .join(', ')}`,
  );
});

it('every command handles every fault with the right exit code and one clear message', async () => {
  const met = await all(pairs(NAMES), ([row, fault]) => meet(row, fault));
  found.push(...met);
  print(met);
  const wrong = met.flatMap((one) =>
    one.wrong.map((what) => `${one.row.name} × ${one.fault}: ${what}\n    ${one.run.err.slice(0, 300)}`),
  );
  expect(wrong.join('\n')).toBe('');
});

it('the JSON error says the same in one object', async () => {
  const met = await all(pairs(QUICK), ([row, fault]) => meet(row, fault, { json: true }));
  found.push(...met);
  const wrong = met.flatMap((one) => one.wrong.map((what) => `${one.row.name} × ${one.fault}: ${what}`));
  say(`as JSON: ${met.length} runs, ${wrong.length} wrong`);
  expect(wrong.join('\n')).toBe('');
});

it('no key and no signature of a link is written anywhere, also with --debug', async () => {
  const debugged = await all(pairs(QUICK), ([row, fault]) => meet(row, fault, { debug: true }));
  const everything = [...found, ...debugged];
  const texts = everything.reduce((sum, { written }) => sum + written.size, 0);
  const links = everything.reduce((sum, { signatures }) => sum + signatures.size, 0);
  const leaks = everything.flatMap((one) =>
    leaksIn(one).map((where) => `${one.row.name} × ${one.fault}: ${where}`),
  );
  say(
    `secrets: ${everything.length} runs, ${texts} texts searched for the key and ${links} link signatures, ${leaks.length} found`,
  );
  expect(links).toBeGreaterThan(0);
  expect([...new Set(leaks)].join('\n')).toBe('');
});
