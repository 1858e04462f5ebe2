/** Prints a summary after `npm run test:long`: results, measurements and skipped tests with the reason. */
import type { Reporter, TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** Measurements of a test, as lines of the summary. */
    summary?: readonly string[];
  }
}

/** The result of a test. */
export interface TestOutcome {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** How to have what was missing. */
  readonly note?: string | undefined;
}

/** The sum in lines. Under CI, what could not be had fails the run, and so does one in which nothing was tried. */
export const summarizeOutcomes = (
  outcomes: readonly TestOutcome[],
  inCi: boolean,
): { readonly lines: readonly string[]; readonly fails: boolean } => {
  const skipped = outcomes.filter(({ state }) => state === 'skipped');
  const wrong = outcomes.filter(({ state }) => state === 'failed').length;
  const tried = outcomes.length - skipped.length;
  const sum =
    tried === 0
      ? 'nothing was tried'
      : wrong === 0
        ? `all ${tried} hold`
        : `${wrong} of ${tried} do not hold`;
  return {
    lines: [...skipped.map(({ name, note }) => `skipped: ${name}${note ? `; ${note}` : ''}`), sum],
    fails: wrong > 0 || (inCi && (skipped.length > 0 || tried === 0)),
  };
};

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const outcomes = tests.map((test): TestOutcome => {
      const result = test.result();
      const state = result.state === 'pending' ? 'failed' : result.state;
      return { name: test.fullName, state, note: result.state === 'skipped' ? result.note : undefined };
    });
    const { lines, fails } = summarizeOutcomes(outcomes, process.env.CI === 'true');
    const summaries = tests.flatMap((test) => test.meta().summary ?? []);
    for (const line of ['', ...summaries, ...lines]) process.stdout.write(`long: ${line}\n`);
    if (fails) process.exitCode = 1;
  }
}
