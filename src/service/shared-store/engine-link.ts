import type { EngineConnection } from './engine-connection.ts';
import { EngineUnavailableError } from './engine-replies.ts';

/** The connection to the server: open, unavailable, or not tried yet. */
export interface EngineLink {
  /** Returns the server, and connects first if that was not tried yet; undefined if it is unavailable. */
  engine(): Promise<EngineConnection | undefined>;
  /** Connects now, regardless of earlier failures. Rejects with an EngineUnavailableError. */
  connectNow(): Promise<EngineConnection>;
  /** Returns true if the server is known to be unavailable. Retries in the background. */
  isAway(): boolean;
  /** Reports a failure: later calls return undefined until the server is available again. */
  reportFailure(error: unknown): void;
  /** Why the last attempt failed. */
  readonly reason: string;
  close(): Promise<void>;
}

/** First interval between attempts. It doubles up to the maximum. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;
/** A failure is forgotten when the link is not used for this long. */
const FORGET_FAILURE_MS = 10_000;

/** Creates the link. `elapsed` returns milliseconds of a monotonic clock. */
export const createEngineLink = (
  connect: () => Promise<EngineConnection>,
  elapsed: () => number,
): EngineLink => {
  let engine: EngineConnection | undefined;
  let trying: Promise<EngineConnection> | undefined;
  let isAway = false;
  let next = 0;
  let pause = RETRY_MS;
  let why = '';

  const failed = (error: unknown): void => {
    // Any other error is a bug of toile and must not be hidden.
    if (!(error instanceof EngineUnavailableError)) throw error;
    engine = undefined;
    isAway = true;
    why = error.message;
    next = elapsed() + pause;
    pause = Math.min(MAX_RETRY_MS, pause * 2);
  };
  const now = (): Promise<EngineConnection> => {
    if (engine?.isOpen) return Promise.resolve(engine);
    trying ??= connect()
      .then((made) => {
        [engine, isAway, pause] = [made, false, RETRY_MS];
        return made;
      })
      .catch((error: unknown) => {
        failed(error);
        throw error;
      })
      .finally(() => {
        trying = undefined;
      });
    return trying;
  };

  return {
    connectNow: now,
    async engine() {
      if (isAway) return undefined;
      return now().catch(() => undefined);
    },
    isAway() {
      if (elapsed() >= next + FORGET_FAILURE_MS) isAway = false;
      if (isAway && trying === undefined && elapsed() >= next) now().catch(() => undefined);
      return isAway;
    },
    reportFailure(error) {
      void engine?.close();
      failed(error);
    },
    get reason() {
      return why;
    },
    async close() {
      await trying?.catch(() => undefined);
      await engine?.close();
    },
  };
};
