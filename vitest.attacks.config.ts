import { defineConfig } from 'vitest/config';
import { HELD_ELSEWHERE } from './test/attacks/findings.ts';

/** `npm run test:attacks`: whatever a stranger can write, at every command; the tests elsewhere that hold a finding too. */
export default defineConfig({
  test: {
    include: ['test/attacks/*.test.ts', ...HELD_ELSEWHERE],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // Beside each run stands the program itself, often as a process of its own.
    maxWorkers: 2,
    reporters: ['default', './test/attacks/tally.ts'],
  },
});
