/** Parts of the runtime that the client uses beside `fetch`: clock, randomness, files and digests. */

/** The longest delay of a timer in milliseconds. A longer one would fire at once. */
export const MAX_TIMER_DELAY_MS = 2 ** 31 - 1;

/** Returns milliseconds since 1970. */
export const readClock = (): number => Date.now();

/** Returns a random number from 0 up to 1. */
export const getRandomNumber = (): number => Math.random();

/** The part of an open file that the client uses. */
interface OpenFileLike {
  write(bytes: Uint8Array, from: number): Promise<{ readonly bytesWritten: number }>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The part of `node:fs/promises` that the client uses. */
interface FileSystemLike {
  open(path: string, flags: string): Promise<OpenFileLike>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { readonly force: boolean }): Promise<void>;
}

/** The part of `node:crypto` that the client uses. */
interface CryptoLike {
  createHash(name: 'sha256'): { update(bytes: Uint8Array): void; digest(form: 'hex'): string };
}

/**
 * Loads a built-in module of Node, Deno or Bun; undefined in a browser. It does not use `import`, which a
 * bundler for browsers could not resolve.
 */
const loadBuiltinModule = (name: string): unknown =>
  typeof process === 'undefined' ? undefined : process.getBuiltinModule?.(`node:${name}`);

/** Loads the file system; undefined in a browser. */
export const loadFileSystem = () => loadBuiltinModule('fs/promises') as FileSystemLike | undefined;

/** Creates a SHA-256 digest that accepts data in steps; undefined in a browser. */
export const createSha256 = () =>
  (loadBuiltinModule('crypto') as CryptoLike | undefined)?.createHash('sha256');
