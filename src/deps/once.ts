/** Things that are made when they are first asked for. */

/** The first call makes it, every later one gets the same. What failed is tried again by the next call. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) & { forget(): void } => {
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
