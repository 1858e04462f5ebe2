import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProgressEvent } from '../../../src/platform/shared-types.ts';
import { createWaitReporter } from '../../../src/service/http/http-stack.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watchWait = (terminal: boolean) => {
  const messages: string[] = [];
  const recordTelling = (telling: ProgressEvent): void => {
    messages.push(
      telling.kind === 'busy' || telling.kind === 'note' ? `${telling.kind}: ${telling.text}` : telling.kind,
    );
  };
  return {
    messages,
    watch: createWaitReporter({ now: Date.now, isTerminal: terminal, report: recordTelling }),
  };
};

it('a wait counts down each second on a terminal', () => {
  const { messages, watch } = watchWait(true);
  watch({ kind: 'waiting', ms: 2_500, reason: 'rate_limited', attempt: 2 });
  vi.advanceTimersByTime(2_400);
  watch({ kind: 'waited' });
  vi.advanceTimersByTime(5_000);
  expect(messages).toEqual([
    'busy: the rate limit is reached; trying again in 3 s',
    'busy: the rate limit is reached; trying again in 2 s',
    'busy: the rate limit is reached; trying again in 1 s',
    'done',
  ]);
});

it('without a terminal, a wait prints one line each half minute, and nothing when it is short', () => {
  const { messages, watch } = watchWait(false);
  watch({ kind: 'waiting', ms: 20_000, reason: 'unavailable', attempt: 2 });
  vi.advanceTimersByTime(20_000);
  watch({ kind: 'waited' });
  expect(messages.filter((text) => text.startsWith('note'))).toEqual([]);
  watch({ kind: 'waiting', ms: 100_000, reason: 'paced', attempt: 1 });
  vi.advanceTimersByTime(100_000);
  watch({ kind: 'waited' });
  expect(messages.filter((text) => text.startsWith('note'))).toEqual([
    'note: staying within the rate limit; continuing in 70 s',
    'note: staying within the rate limit; continuing in 40 s',
    'note: staying within the rate limit; continuing in 10 s',
  ]);
});
