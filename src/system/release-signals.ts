/** Lets signals end the process in the middle of synchronous work, when no listener of a signal can run. */

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Characters or bytes from which reading something may take long enough to be noticed. */
const LARGE = 64 * 1024;

/** Takes all listeners away; the function that it returns puts them back. */
export const takeSignalListeners = (): (() => void) => {
  const all = SIGNALS.map((name) => [name, process.listeners(name)] as const);
  for (const [name] of all) process.removeAllListeners(name);
  return () => {
    for (const [name, listeners] of all) for (const listener of listeners) process.on(name, listener);
  };
};

/** Tidies up what a sudden end would leave on the screen. */
let prepare = (): void => undefined;
export const beforeRelease = (work: () => void): void => {
  prepare = work;
};

let isReleased = false;

/**
 * From here until the event loop turns, a signal ends the process as if it had no listener. For work on untrusted
 * data of `size` characters or bytes, and on all that is made of it at once: small data changes nothing. Whatever is
 * half done is left as a kill leaves it.
 */
export const releaseSignals = (size = LARGE): void => {
  if (isReleased || size < LARGE) return;
  isReleased = true;
  prepare();
  const putBack = takeSignalListeners();
  setImmediate(() => {
    isReleased = false;
    putBack();
  });
};

/** As the reader, and a signal ends the process while it reads. */
export const releasing =
  <Args extends readonly unknown[], T>(read: (text: string, ...rest: Args) => T) =>
  (text: string, ...rest: Args): T => {
    releaseSignals(text.length);
    return read(text, ...rest);
  };
