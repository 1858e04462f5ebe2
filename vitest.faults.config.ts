import { defineConfig } from 'vitest/config';

/** `npm run test:faults`: bad days at length, one file after the other, since some of them measure time. */
export default defineConfig({
  test: {
    include: ['test/faults/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
