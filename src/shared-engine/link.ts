import type { Engine } from './connection.ts';
import { EngineAway } from './replies.ts';

/** The way to the engine: there, away, or not tried yet. */
export interface Link {
  /** The engine, where it is there; tries at once if nobody has tried yet. Undefined where it is away. */
  engine(): Promise<Engine | undefined>;
  /** Tries now, whatever was found before. Rejects with EngineAway. */
  now(): Promise<Engine>;
  /** Whether it is known to be away; tries again meanwhile, in the background. */
  isAway(): boolean;
  /** It failed: every later question waits until it is there again. */
  failed(error: unknown): void;
  /** Why it was away when it was last tried. */
  readonly why: string;
  close(): Promise<void>;
}

/** Milliseconds between two tries; what is away for long is tried less often. */
const AGAIN_MS = 500;
const SELDOM_MS = 5_000;
/** What nobody has asked about for so long is as if it had not been tried yet. */
const FORGOTTEN_MS = 10_000;

/** `elapsed` in milliseconds of a clock that nobody sets. */
export const linkBy = (connect: () => Promise<Engine>, elapsed: () => number): Link => {
  let engine: Engine | undefined;
  let trying: Promise<Engine> | undefined;
  let isAway = false;
  let next = 0;
  let pause = AGAIN_MS;
  let why = '';

  const failed = (error: unknown): void => {
    // What is no failure of the engine is a fault of toile's own, and is not to be hidden.
    if (!(error instanceof EngineAway)) throw error;
    engine = undefined;
    isAway = true;
    why = error.message;
    next = elapsed() + pause;
    pause = Math.min(SELDOM_MS, pause * 2);
  };
  const now = (): Promise<Engine> => {
    if (engine?.isOpen) return Promise.resolve(engine);
    trying ??= connect()
      .then((made) => {
        [engine, isAway, pause] = [made, false, AGAIN_MS];
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
    now,
    async engine() {
      if (isAway) return undefined;
      return now().catch(() => undefined);
    },
    isAway() {
      if (elapsed() >= next + FORGOTTEN_MS) isAway = false;
      if (isAway && trying === undefined && elapsed() >= next) now().catch(() => undefined);
      return isAway;
    },
    failed(error) {
      void engine?.close();
      failed(error);
    },
    get why() {
      return why;
    },
    async close() {
      await trying?.catch(() => undefined);
      await engine?.close();
    },
  };
};
