/**
 * Types of the runtime that need no type libraries: the runtime's own types where they are declared (in a
 * program for browsers, Deno, Bun, or Node with its types), and otherwise the members that the client uses.
 */

/** The part of `AbortSignal` that the client uses. */
export interface SignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** `AbortSignal`, if the program declares that type. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Own extends SignalLike } }
  ? Own
  : SignalLike;

/** The part of a stream that the client reads. */
export interface StreamLike {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel?(reason?: unknown): Promise<void>;
  };
  /** Discards the rest of the stream. */
  cancel?(): Promise<void>;
}

/** `ReadableStream`, if the program declares that type. */
export type Stream = typeof globalThis extends { ReadableStream: { prototype: infer Own extends StreamLike } }
  ? Own
  : StreamLike;
