import { expect, it, onTestFinished } from 'vitest';
import { MAX_TIMER_MS } from '../../../src/platform/size-limits.ts';
import { systemClock } from '../../../src/platform/system/host-system.ts';

it('the clock sleeps longer than one timer can, without a warning', async () => {
  const warned: Error[] = [];
  const hear = (warning: Error): void => void warned.push(warning);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  const stop = new AbortController();
  let isOver = false;
  const sleeping = systemClock.sleep(MAX_TIMER_MS + 1_000, stop.signal).then(() => {
    isOver = true;
  });
  await systemClock.sleep(20);
  expect(isOver).toBe(false);
  stop.abort(new Error('enough'));
  await expect(sleeping).rejects.toThrow('enough');
  expect(warned).toStrictEqual([]);
});
