import { defineConfig } from 'vitest/config';
import { WIDTH } from './test/lab/tally.ts';

/** `npm run lab`: one file after the other, and as many of its tests at once as there are programs to run. */
export default defineConfig({
  test: {
    include: ['test/lab/*.test.ts'],
    globalSetup: ['test/lab/setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    isolate: false,
    maxConcurrency: WIDTH,
  },
});
