import { expect, it } from 'vitest';
import { type PollOptions, pollUntilDone } from '../../src/platform/promises.ts';

const createClock = () => {
  let time = 0;
  const sleepFor = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      // Watches over a look sleep beside it: only the loop itself moves the time on.
      if (ms > 1000) return signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      time += ms;
      setTimeout(resolve, 0);
    });
  return { now: () => time, sleep: sleepFor };
};

const startPoll = <T>(
  over: Partial<PollOptions<T>> & Pick<PollOptions<T>, 'poll' | 'isDone'>,
): PollOptions<T> => ({
  retryDelay: () => undefined,
  clock: createClock(),
  random: () => 0.5,
  signal: new AbortController().signal,
  interval: 10_000,
  timeout: 60_000,
  ...over,
});

it('polling repeats until the condition holds, at growing intervals', async () => {
  const clock = createClock();
  const times: number[] = [];
  const waited = await pollUntilDone(
    startPoll({ clock, poll: async () => times.push(clock.now()), isDone: (count) => count === 4 }),
  );
  expect(waited).toStrictEqual({ done: true, seen: 4 });
  expect(times).toStrictEqual([0, 10_000, 22_500, 38_125]);
});

it('polling ends with a last poll at the deadline, and returns its result', async () => {
  const clock = createClock();
  const times: number[] = [];
  const look = async () => times.push(clock.now());
  const waited = await pollUntilDone(startPoll({ clock, timeout: 15_000, poll: look, isDone: () => false }));
  expect(waited).toMatchObject({ done: false, seen: 3 });
  expect(times).toStrictEqual([0, 10_000, 15_000]);
});

it('polling without time polls once', async () => {
  let looks = 0;
  const look = async () => ++looks;
  expect(await pollUntilDone(startPoll({ timeout: 0, poll: look, isDone: () => false }))).toMatchObject({
    done: false,
    seen: 1,
  });
  expect(looks).toBe(1);
});

it('polling retries temporary failures, not before the requested time, and throws permanent ones', async () => {
  const clock = createClock();
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (looks === 1) throw new Error('busy');
    return clock.now();
  };
  const waited = await pollUntilDone(
    startPoll({ clock, poll: look, isDone: () => true, retryDelay: () => 20_000 }),
  );
  expect(waited).toStrictEqual({ done: true, seen: 20_000 });
  const failTwice = async (): Promise<number> => {
    throw new Error('gone for good');
  };
  await expect(pollUntilDone(startPoll({ poll: failTwice, isDone: () => true }))).rejects.toThrow(
    'gone for good',
  );
});

it('polling throws a permanent failure of the last poll, at the deadline', async () => {
  const clock = createClock();
  const look = async (): Promise<number> => {
    if (clock.now() < 15_000) return 1;
    throw new Error('the key was revoked');
  };
  const polling = pollUntilDone(startPoll({ clock, timeout: 15_000, poll: look, isDone: () => false }));
  await expect(polling).rejects.toThrow('the key was revoked');
});

it('polling ends with the reason of the signal', async () => {
  const stop = new AbortController();
  const look = async () => stop.abort(new Error('Ctrl-C'));
  await expect(
    pollUntilDone(startPoll({ signal: stop.signal, poll: look, isDone: () => false })),
  ).rejects.toThrow('Ctrl-C');
});

it('polling reports the time that has passed about every second', async () => {
  const messages: number[] = [];
  let looks = 0;
  await pollUntilDone(
    startPoll({
      poll: async () => ++looks,
      isDone: (n) => n === 2,
      interval: 3000,
      onTick: (ms) => messages.push(ms),
    }),
  );
  expect(messages).toStrictEqual([0, 1000, 2000]);
});
