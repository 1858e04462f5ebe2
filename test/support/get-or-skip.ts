import type { TestContext } from 'vitest';

/**
 * Installs a program on first use. If that fails, the test is skipped with the reason. The summary of the long tests
 * lists it, and CI fails (test/long/summary-reporter.ts).
 */
export const getOrSkip = async <Got>(
  { skip }: Pick<TestContext, 'skip'>,
  name: string,
  get: () => Promise<Got>,
): Promise<Got> => {
  try {
    return await get();
  } catch (error) {
    return skip(`${name} could not be installed (${String(error).split('\n')[0]})`);
  }
};
