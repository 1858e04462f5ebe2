import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Long runs: npm run test:faults.
    exclude: ['test/faults/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Real terminals, browsers and keychains on a busy machine: what fails twice is broken.
    retry: process.env.CI === 'true' ? 1 : 0,
  },
});
