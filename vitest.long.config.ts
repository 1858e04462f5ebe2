import { defineConfig } from 'vitest/config';

const { TOILE_TEST_SEED = String(Date.now() % 1e9) } = process.env;
process.stdout.write(`long: TOILE_TEST_SEED=${TOILE_TEST_SEED}\n`);

/** `npm run test:long`: soaks and matrices with real programs beside them, one file after the other. */
export default defineConfig({
  test: {
    include: ['test/long/*.test.ts'],
    env: { TOILE_TEST_SEED },
    // Soaks wait for limits and share the machine; .ci/run ends a file after a quarter of an hour.
    testTimeout: 840_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ['default', './test/long/tally.ts'],
  },
});
