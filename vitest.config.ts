import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BESIDE_PROGRAMS } from './vitest.programs.config.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Runs of their own: npm run test:programs, test:attacks, test:executable, test:lab, test:faults, test:long.
    exclude: ['test/attacks/**', 'test/faults/**', 'test/lab/**', 'test/long/**', ...BESIDE_PROGRAMS],
    pool: 'forks',
    // Files share what they import: most of the processor time of a short file would go into loading the sources anew.
    // So a test puts back what it changes of the process.
    isolate: false,
    // Garments are large and soon forgotten: with more room for what is new, a tenth less work goes into looking it through.
    execArgv: ['--max-semi-space-size=64'],
    // One more than there are cores, since many tests wait for a program or a clock.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // A new golden file is written for those who ask: vitest run -u.
    update: 'none',
    // Where nobody looks on, what failed and the sum: the end of .ci/run has to hold the long runs before it as well.
    reporters: process.env.CI ? ['minimal'] : ['default'],
  },
});
