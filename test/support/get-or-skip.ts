import type { TestContext } from 'vitest';

/**
 * A program of others that is installed on first use. Where it cannot be had the test is skipped, by its reason; at the
 * end of a long run that is told, and fails it under CI (test/long/summary-reporter.ts).
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
