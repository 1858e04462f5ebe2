/** What the client takes of the runtime beside `fetch`: time, chance, and files and digests where there are any. */

/** Timers that are set longer than this fire at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

export const now = (): number => Date.now();

/** 0 up to 1. */
export const random = (): number => Math.random();

/** The part of a file that is written. */
interface OpenFile {
  write(bytes: Uint8Array, from: number): Promise<{ readonly bytesWritten: number }>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The part of `node:fs/promises` that is used. */
interface Files {
  open(path: string, flags: string): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { readonly force: boolean }): Promise<void>;
}

/** The part of `node:crypto` that is used. */
interface Digests {
  createHash(name: 'sha256'): { update(bytes: Uint8Array): void; digest(form: 'hex'): string };
}

/**
 * A module of Node's, which Deno and Bun have too; undefined in a browser. It is no `import`: whoever bundles the
 * client for browsers would stumble over that.
 */
const builtin = (name: string): unknown =>
  typeof process === 'undefined' ? undefined : process.getBuiltinModule?.(`node:${name}`);

export const files = () => builtin('fs/promises') as Files | undefined;

/** A digest that is made piece by piece, which browsers have none of. */
export const sha256 = () => (builtin('crypto') as Digests | undefined)?.createHash('sha256');
