/** Prints a summary after `npm run test:attacks`: the number of attacks, and the state of the tests of each finding. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type CoveringTest, FINDINGS } from './findings.ts';

/** The counts of one test, stored in its `meta`. */
export interface AttackCounts {
  /** Runs of the program. */
  readonly runs: number;
  /** Hostile texts in the answers of the service. */
  readonly texts?: number;
  readonly commands?: number;
  readonly forms?: number;
  /** Printed commands that were typed into a shell. */
  readonly typed?: number;
  /** Keys pressed for a completion. */
  readonly completed?: number;
  /** Peak memory in MiB and time after a signal in ms, as lines of the summary. */
  readonly measured?: readonly string[];
}

declare module 'vitest' {
  interface TaskMeta {
    tally?: AttackCounts;
  }
}

const MARKS = { passed: 'passed', failed: 'FAILED', skipped: 'skipped', pending: 'not run' } as const;

const write = (text: string): void => void process.stdout.write(`${text}\n`);

const describeState = ({ file, title }: CoveringTest, tests: readonly TestCase[]): string => {
  const found = tests.filter(
    (each) => each.module.relativeModuleId === file && each.fullName.includes(title),
  );
  const states = new Set(found.map((each) => each.result().state));
  const state = states.has('failed') ? 'failed' : states.has('skipped') ? 'skipped' : [...states][0];
  // Tests of other folders run with `npm test` or another run.
  return `${(state === undefined ? 'not here' : MARKS[state]).padEnd(8)} ${file}: ${title}`;
};

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const tallies = tests.flatMap((test) => test.meta().tally ?? []);
    const sum = (of: (tally: AttackCounts) => number | undefined): number =>
      tallies.reduce((total, tally) => total + (of(tally) ?? 0), 0);
    const findMost = (of: (tally: AttackCounts) => number | undefined): number =>
      Math.max(0, ...tallies.map((tally) => of(tally) ?? 0));
    const failed = tests.filter((test) => test.result().state === 'failed').length;
    write(
      `\nattacks: ${sum(({ runs }) => runs)} runs of ${findMost(({ commands }) => commands)} commands in ${findMost(({ forms }) => forms)} forms against ` +
        `${sum(({ texts }) => texts)} texts; ${sum(({ typed }) => typed)} printed commands typed into shells, ${sum(({ completed }) => completed)} ` +
        `completions pressed; ${tests.length - failed} of ${tests.length} tests passed`,
    );
    for (const line of tallies.flatMap(({ measured = [] }) => measured)) write(`  ${line}`);
    for (const [review, findings] of Object.entries(FINDINGS)) {
      write(`\nfindings and their tests: ${review}`);
      for (const { finding, tests: covering } of findings) {
        write(`   ${finding}`);
        for (const test of covering) write(`     ${describeState(test, tests)}`);
      }
    }
  }
}
