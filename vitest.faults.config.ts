import { defineConfig } from 'vitest/config';

const { TOILE_TEST_SEED = String(Date.now() % 1e9) } = process.env;

/** `npm run test:faults`: bad days at length, one file after the other, since some of them measure time. */
export default defineConfig({
  test: {
    include: ['test/faults/*.test.ts'],
    env: { TOILE_TEST_SEED },
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
