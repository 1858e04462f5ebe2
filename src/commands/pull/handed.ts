/** What somebody comes to while they work, for whoever takes it as it comes. */

interface Given<T> {
  readonly value: T;
  taken(): void;
  refused(error: Error): void;
}

/**
 * What `work` hands over, one after the other: it goes on when the taker has come back for more, and so has done with
 * the last. A taker who leaves makes the hand fail, and is waited for until the work has tidied up.
 */
export const handed = async function* <T>(
  work: (hand: (value: T) => Promise<void>) => Promise<void>,
): AsyncGenerator<T> {
  let given: Given<T> | undefined;
  let isOver = false;
  let isLeft = false;
  let wake = (): void => undefined;
  const left = new Error('nobody takes what comes any more');
  const hand = (value: T): Promise<void> =>
    new Promise((taken, refused) => {
      if (isLeft) refused(left);
      given = { value, taken, refused };
      wake();
    });
  const done = work(hand).finally(() => {
    isOver = true;
    wake();
  });
  // It is waited for below.
  done.catch(() => undefined);
  try {
    for (;;) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (given !== undefined || isOver) resolve();
      });
      if (given === undefined) break;
      yield given.value;
      const { taken } = given;
      given = undefined;
      taken();
    }
    await done;
  } finally {
    isLeft = true;
    given?.refused(left);
    await done.catch(() => undefined);
  }
};
