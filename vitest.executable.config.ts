import { defineConfig } from 'vitest/config';

/**
 * `npm run test:executable`: what is tried of the built program, tried of the one file for this machine as it is released:
 * its runtime trimmed, its code compiled ahead. Of the attacks a part, since each run is a process; all of them, and the
 * limits of time and memory, are held by `test:attacks`.
 */
export default defineConfig({
  test: {
    globalSetup: 'test/support/executable.ts',
    include: [
      'test/e2e/*.test.ts',
      'test/pty/*.test.ts',
      'test/attacks/{folder,key,money,processes,screens,typed,words}.test.ts',
    ],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // Beside each run stands the program itself.
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    update: 'none',
  },
});
