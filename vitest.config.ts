import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { PARALLEL_PROGRAMS } from './test/lab/fault-row.ts';

const { CI, TOILE_TEST_SEED = String(Date.now() % 1e9), TOILE_TEST_TIMES = '10' } = process.env;

/** Tests that start other programs (browser, terminal, Redis, sign-in server, npm, keychain, shells) and wait for them. */
const PROGRAMS = [
  'test/readme.test.ts',
  'test/contributing.test.ts',
  'test/auth/{consent,keychain,login-web,sign-in-servers}.test.ts',
  'test/build/{build,package}.test.ts',
  'test/cli/terminal/forced-terminal.test.ts',
  'test/e2e/*.test.ts',
  'test/platform/system/crash.test.ts',
  'test/assistant/mcp/{config,lazy-loading,protocol-stdout,serve,unanswered-calls}.test.ts',
  'test/pty/*.test.ts',
  'test/sandbox/browser.test.ts',
  'test/service/shared-store/{doctor,engine-connection,hostile-engine,request-ledger,script-commands,shared-machines,shared-orders}.test.ts',
  'test/output/sheet/{drawing-paper,print-layout,revision-paper,season-print}.test.ts',
];

/** Finds the tests that can try more cases: they import effort, property or arbitrary-bodies. */
const findThoroughTests = (): string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !/^(attacks|faults|lab|long)\b/.test(name))
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((file) => /support\/(effort|property|arbitrary-bodies)\.ts/.test(readFileSync(file, 'utf8')));

/** For tests that run toile in their own process. */
const IN_PROCESS: InlineConfig = {
  pool: 'forks',
  // Files share their imports, because loading the sources again would take most of the time of a short file.
  // A test therefore restores what it changes in the process.
  isolate: false,
  // Garments are large and short-lived: a larger young generation of the heap saves a tenth of the time.
  execArgv: ['--max-semi-space-size=64'],
};

/** `npm test`. */
const QUICK: InlineConfig = {
  ...IN_PROCESS,
  include: ['test/**/*.test.ts'],
  exclude: ['test/{attacks,faults,lab,long}/**', ...PROGRAMS],
  // One more worker than cores, because many tests wait for a program or a clock.
  maxWorkers: availableParallelism() + 1,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  // Golden files are written only on request: vitest run -u.
  update: 'none',
  // The end of the output of .ci/run must also show the long runs, so `npm test` lists only failures and the total.
  reporters: CI ? ['minimal'] : ['default'],
};

/** The longer runs: `npm run test:NAME` is `vitest run --mode NAME`. */
const RUNS: Readonly<Record<string, () => InlineConfig>> = {
  /** Attacks with untrusted input on every command. Many of them wait, so there is one more worker than cores. */
  attacks: () => ({
    include: ['test/attacks/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', './test/attacks/summary-reporter.ts'],
  }),
  /**
   * The tests of the built program, run on the released executable for this machine. It runs only some attacks, because
   * each starts a process; `attacks` runs them all.
   */
  executable: () => ({
    globalSetup: 'test/support/executable-setup.ts',
    include: [
      'test/e2e/*.test.ts',
      'test/pty/*.test.ts',
      'test/attacks/{control-characters,hostile-folders,interactive-commands,paths-and-shell-words,reflected-keys,typed-input,unconfirmed-orders}.test.ts',
    ],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    update: 'none',
  }),
  /** Network and disk faults. Files run one after the other, because some measure time. */
  faults: () => ({
    include: ['test/faults/*.test.ts'],
    env: { TOILE_TEST_SEED },
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  }),
  /**
   * Kills the program at every step and at random times. LAB_KILLS sets the number of random kills (default: 500),
   * LAB_SCALE multiplies all counts, LAB_WIDTH sets the programs at once. TOILE_TEST_SEED repeats a random kill.
   */
  lab: () => ({
    include: ['test/lab/*.test.ts'],
    env: { TOILE_TEST_SEED },
    globalSetup: ['test/lab/setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    isolate: false,
    maxConcurrency: PARALLEL_PROGRAMS,
  }),
  programs: () => ({
    include: PROGRAMS,
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    update: 'none',
  }),
  /** The property tests of `npm test` with ten times the cases and a new seed each time. */
  thorough: () => ({
    ...IN_PROCESS,
    include: findThoroughTests(),
    env: { TOILE_TEST_SEED, TOILE_TEST_TIMES },
    maxWorkers: '100%',
    testTimeout: 600_000,
    hookTimeout: 60_000,
  }),
  /** Long tests with real programs. Files run one after the other; .ci/run runs each file alone. */
  long: () => ({
    include: ['test/long/*.test.ts'],
    env: { TOILE_TEST_SEED },
    testTimeout: 840_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ['default', './test/long/summary-reporter.ts'],
  }),
};

export default defineConfig(({ mode }) => {
  const run = RUNS[mode];
  if (run)
    process.stdout.write(
      `${mode}: TOILE_TEST_SEED=${TOILE_TEST_SEED} TOILE_TEST_TIMES=${TOILE_TEST_TIMES}\n`,
    );
  // A run takes the compiled sources of an earlier run if they have not changed. This saves a few seconds for each run.
  return { test: { ...(run?.() ?? QUICK), experimental: { fsModuleCache: true } } };
});
