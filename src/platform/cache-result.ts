/** A cache for the result of an asynchronous function. */

/**
 * Returns a function that calls `make` once and returns the same promise to every later call. A failed call
 * is repeated by the next one; `forget` clears the result.
 */
export const cacheResult = <T>(make: () => Promise<T>): (() => Promise<T>) & { forget(): void } => {
  let made: Promise<T> | undefined;
  const forget = (): void => {
    made = undefined;
  };
  const get = (): Promise<T> => {
    made ??= make().catch((error: unknown) => {
      forget();
      throw error;
    });
    return made;
  };
  return Object.assign(get, { forget });
};
