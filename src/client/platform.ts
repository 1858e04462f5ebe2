/**
 * What the runtime brings, in types that need no library of declarations: the runtime's own where they are declared
 * (in a program for browsers, Deno, Bun, or Node with its types), and otherwise the least that is used of them.
 */

/** The part of `AbortSignal` that is used. */
export interface SignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** `AbortSignal`, where the program knows that type. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Own extends SignalLike } }
  ? Own
  : SignalLike;

/** The part of a stream that is read. */
export interface StreamLike {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel?(reason?: unknown): Promise<void>;
  };
  /** Gives up what is still to come. */
  cancel?(): Promise<void>;
}

/** `ReadableStream`, where the program knows that type. */
export type Stream = typeof globalThis extends { ReadableStream: { prototype: infer Own extends StreamLike } }
  ? Own
  : StreamLike;
