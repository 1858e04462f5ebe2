import { expect } from 'vitest';

/** Resolves with the error of a call that rejects. A call that succeeds fails the test. */
export const catchFailure = <T extends Error = Error & Record<string, unknown>>(
  call: PromiseLike<unknown>,
): Promise<T> =>
  Promise.resolve(call).then(
    () => expect.fail('the call succeeded'),
    (reason) => reason,
  );
