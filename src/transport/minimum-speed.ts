import { typeable } from '../border/shell.ts';
import type { Clock } from '../contract.ts';
import { Unavailable } from '../errors.ts';
import { PROGRESS } from '../size-limits.ts';

/** Holds a download to a pace at which it ends some day, however few bytes come at a time. */
export interface Progress {
  /** So many bytes of the document have come. Throws Unavailable where they come too slowly. */
  reached(at: number): void;
  /** It comes again from its first byte. */
  fromStart(): void;
  /** The server asked for so many milliseconds of silence. */
  waited(ms: number): void;
  /** A connection broke off. Throws Unavailable where too many did. */
  tried(): void;
}

export const progress = ({ now }: Pick<Clock, 'now'>): Progress => {
  let mark = { at: 0, since: now() };
  let tries = 0;
  return {
    reached(at) {
      if (at - mark.at >= PROGRESS.bytes) {
        mark = { at, since: now() };
        tries = 0;
      } else if (now() - mark.since > PROGRESS.within) {
        throw tooSlow(`${PROGRESS.within / 60_000} minutes`);
      }
    },
    fromStart() {
      mark = { at: 0, since: now() };
    },
    waited(ms) {
      mark = { ...mark, since: mark.since + ms };
    },
    tried() {
      tries += 1;
      if (tries >= PROGRESS.tries) throw tooSlow(`${PROGRESS.tries} connections`);
    },
  };
};

const tooSlow = (during: string): Unavailable =>
  new Unavailable(`the download does not get on: less than ${PROGRESS.bytes / 1024} KiB came in ${during}`, {
    code: 'too_slow',
    hint: typeable`try again later, or from another network`,
  });
