import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Long runs: npm run test:faults.
    exclude: ['test/faults/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
