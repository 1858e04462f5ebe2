import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';

const STEP_MS = 5;

/**
 * A wait for tests in which limits on work are a hundredth of what they are: as long as the work then needs. In small
 * steps, since each takes longer where the machine serves others meanwhile; and none goes by while a module is loaded,
 * which is quick in the program and, from sources, may take as long as another process lets it.
 */
export const sleepInSteps = async (ms: number, signal?: AbortSignal): Promise<void> => {
  for (let left = ms; left > 0; left -= STEP_MS) {
    const options = { ...(signal && { signal }), ref: false };
    const step = sleep(Math.min(left, STEP_MS), undefined, options).catch(() => {
      throw signal?.reason;
    });
    await Promise.all([step, vi.dynamicImportSettled()]);
  }
};
