import { defineConfig } from 'vitest/config';
import { WIDTH } from './test/lab/tally.ts';

/**
 * `npm run test:lab`: one file after the other, and as many of its tests at once as there are programs to run. For
 * more of it: LAB_KILLS random kills in place of 500 (those at every step are as many again); LAB_SCALE times as many
 * of everything that is counted, and every step of every walk; LAB_WIDTH programs at once. A random kill is had again
 * by TOILE_TEST_SEED.
 */
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
