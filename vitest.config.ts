import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Long runs: npm run test:faults, npm run test:lab.
    exclude: ['test/faults/**', 'test/lab/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
