/**
 * Lets a signal such as SIGINT end the process at once during long synchronous work. Signal listeners cannot run during
 * such work.
 */

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** The size, in characters or bytes, from which work on data takes so long that a user may want to stop it. */
const LARGE_SIZE = 64 * 1024;

/** Removes all listeners for SIGHUP, SIGINT and SIGTERM, and returns a function that restores them. */
export const removeSignalListeners = (): (() => void) => {
  const listenersByName = SIGNALS.map((name) => [name, process.listeners(name)] as const);
  for (const [name] of listenersByName) process.removeAllListeners(name);
  return () => {
    for (const [name, listeners] of listenersByName)
      for (const listener of listeners) process.on(name, listener);
  };
};

let releaseHook = (): void => undefined;
/**
 * Sets the function that restores the terminal. `releaseSignals` calls it before it allows a signal to end the process.
 */
export const setReleaseHook = (restoreTerminal: () => void): void => {
  releaseHook = restoreTerminal;
};

let isReleased = false;

/**
 * Makes a signal such as SIGINT end the process at once, until the event loop runs again. Call it before synchronous
 * work on `size` characters or bytes of untrusted data. It does nothing if `size` is below 64 KiB. A signal may then
 * leave a write incomplete, as `kill -9` does.
 */
export const releaseSignals = (size = LARGE_SIZE): void => {
  if (isReleased || size < LARGE_SIZE) return;
  isReleased = true;
  releaseHook();
  const restoreListeners = removeSignalListeners();
  setImmediate(() => {
    isReleased = false;
    restoreListeners();
  });
};

/** Wraps a function that reads a text. While it reads a text of at least 64 KiB, a signal ends the process at once. */
export const withReleasedSignals =
  <Args extends readonly unknown[], T>(read: (text: string, ...rest: Args) => T) =>
  (text: string, ...rest: Args): T => {
    releaseSignals(text.length);
    return read(text, ...rest);
  };
