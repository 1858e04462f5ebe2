/** What `npm run test:attacks` says at its end: how much was tried, and which test holds which finding. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type CoveringTest, EARLIER_GUARANTEES, FINDINGS } from './findings.ts';
import { REVIEW_FINDINGS } from './review-findings.ts';

/** What a test has tried; left in its `meta`. */
export interface AttackCounts {
  /** Runs of the program. */
  readonly runs: number;
  /** Texts that a stranger wrote in them. */
  readonly texts?: number;
  readonly commands?: number;
  readonly forms?: number;
  /** Printed commands that a shell was given. */
  readonly typed?: number;
  /** Keys pressed for a completion. */
  readonly completed?: number;
  /** Most memory of a run in MiB, and longest end after a signal in ms, by what it was about. */
  readonly measured?: readonly string[];
}

declare module 'vitest' {
  interface TaskMeta {
    tally?: AttackCounts;
  }
}

const MARKS = { passed: 'held', failed: 'FELL', skipped: 'skipped', pending: 'not run' } as const;

const write = (text: string): void => void process.stdout.write(`${text}\n`);

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const tallies = tests.flatMap((test) => test.meta().tally ?? []);
    const sum = (of: (tally: AttackCounts) => number | undefined): number =>
      tallies.reduce((total, tally) => total + (of(tally) ?? 0), 0);
    const most = (of: (tally: AttackCounts) => number | undefined): number =>
      Math.max(0, ...tallies.map((tally) => of(tally) ?? 0));
    const fell = tests.filter((test) => test.result().state === 'failed').length;
    write(
      `\nattacks: ${sum(({ runs }) => runs)} runs of ${most(({ commands }) => commands)} commands in ${most(({ forms }) => forms)} forms against ` +
        `${sum(({ texts }) => texts)} texts; ${sum(({ typed }) => typed)} printed commands typed into shells, ${sum(({ completed }) => completed)} ` +
        `completions pressed; ${tests.length - fell} of ${tests.length} tests held`,
    );
    for (const line of tallies.flatMap(({ measured = [] }) => measured)) write(`  ${line}`);
    write('\nfindings and the tests that hold them');
    for (const [number, { says, held }] of Object.entries(FINDINGS))
      this.#tell(`${number.padStart(2)} ${says}`, held, tests);
    for (const [review, rows] of Object.entries(REVIEW_FINDINGS)) {
      write(`\n${review}`);
      for (const { says, held } of rows) this.#tell(`   ${says}`, held, tests);
    }
    write('\nheld before, and still');
    for (const { says, held } of EARLIER_GUARANTEES) this.#tell(`   ${says}`, held, tests);
  }

  #tell(says: string, held: readonly CoveringTest[], tests: readonly TestCase[]): void {
    write(says);
    for (const { file, test } of held) {
      const found = tests.filter(
        (each) => each.module.relativeModuleId === file && each.fullName.includes(test),
      );
      const states = new Set(found.map((each) => each.result().state));
      const state = states.has('failed') ? 'failed' : states.has('skipped') ? 'skipped' : [...states][0];
      // Tests of other folders run with `npm test` or another run.
      write(`     ${(state === undefined ? 'not here' : MARKS[state]).padEnd(8)} ${file}: ${test}`);
    }
  }
}
