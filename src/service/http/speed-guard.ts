import { Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { Clock } from '../../platform/shared-types.ts';
import { MIN_DOWNLOAD_PROGRESS } from '../../platform/size-limits.ts';

/** Ends downloads that are too slow to finish. */
export interface SpeedGuard {
  /** Records the received bytes. Throws Unavailable when they arrive too slowly. */
  recordPosition(at: number): void;
  /** Restarts after the download began again from its first byte. */
  restart(): void;
  /** Excludes a wait that the server requested. */
  addWait(ms: number): void;
  /** Records an interrupted connection. Throws Unavailable after too many. */
  recordConnection(): void;
}

/** Creates the guard of one download. */
export const createSpeedGuard = ({ now }: Pick<Clock, 'now'>): SpeedGuard => {
  let mark = { at: 0, since: now() };
  let tries = 0;
  return {
    recordPosition(at) {
      if (at - mark.at >= MIN_DOWNLOAD_PROGRESS.bytes) {
        mark = { at, since: now() };
        tries = 0;
      } else if (now() - mark.since > MIN_DOWNLOAD_PROGRESS.within) {
        throw createTooSlowError(`${MIN_DOWNLOAD_PROGRESS.within / 60_000} minutes`);
      }
    },
    restart() {
      mark = { at: 0, since: now() };
    },
    addWait(ms) {
      mark = { ...mark, since: mark.since + ms };
    },
    recordConnection() {
      tries += 1;
      if (tries >= MIN_DOWNLOAD_PROGRESS.tries)
        throw createTooSlowError(`${MIN_DOWNLOAD_PROGRESS.tries} connections`);
    },
  };
};

const createTooSlowError = (during: string): Unavailable =>
  new Unavailable(
    `the download does not get on: less than ${MIN_DOWNLOAD_PROGRESS.bytes / 1024} KiB came in ${during}`,
    {
      code: 'too_slow',
      hint: shellText`try again later, or from another network`,
    },
  );
