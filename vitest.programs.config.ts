import { defineConfig } from 'vitest/config';

/**
 * What shows itself only beside other programs, and waits for them: a browser, a terminal, an engine, a sign-in server,
 * npm, a keychain, a shell for each block of the documents. They are the half of the time that all tests would take, so
 * they have a run of their own.
 */
export const BESIDE_PROGRAMS = [
  'test/readme.test.ts',
  'test/contributing.test.ts',
  'test/account/{consent,keychain,login-web,sign-in-servers}.test.ts',
  'test/build/{build,package}.test.ts',
  'test/e2e/{action,compiled,examples,keychain,odd-machines,recipes,secrets}.test.ts',
  'test/mcp/config.test.ts',
  'test/pty/*.test.ts',
  'test/sandbox/browser.test.ts',
  'test/shared/{connection,doctor,hostile,ledger,program,purchases}.test.ts',
  'test/sheet/{drawing-paper,paper,printed,revision-paper}.test.ts',
];

/** `npm run test:programs`. */
export default defineConfig({
  test: {
    include: BESIDE_PROGRAMS,
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    update: 'none',
  },
});
