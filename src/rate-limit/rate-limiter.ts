import type { Path } from '../border/path.ts';
import type { Rate } from '../contract.ts';
import type { Host, Tell } from '../system/host.ts';
import { sha256 } from '../system/sha256.ts';
import { sharedLog } from './shared-log.ts';
import { type Standing, slidingWindow } from './sliding-window.ts';

/** The moment at which one request may be sent. */
export interface Turn {
  /** Milliseconds until then. To be asked again after waiting: a 429 to anybody moves it. */
  wait(): number;
  /** It was sent, whatever came of it: it counts from now until the window is over. */
  sent(): void;
  /** It does not count: never sent, or refused because of the limit. */
  withdrawn(): void;
}

/**
 * What all processes of this machine together have sent with one key. Nothing here throws: where the folder cannot
 * be used, this process counts for itself alone.
 */
export interface RateLimiter {
  /** Takes the next free place. */
  turn(): Turn;
  /** Nobody sends for so many milliseconds, at most for one window: the service said so. */
  hold(ms: number): void;
  standing(): Standing;
  /** Milliseconds until a request could be sent that leaves so many others free. Takes no place. */
  room(reserve: number): number;
  /** Milliseconds until so many more have been sent, as far as the limit decides. */
  estimate(requests: number, reserve: number): number;
}

/** Files are told apart by a digest: the key is in no name and in no file. */
export const sharedLogName = (origin: string, credential: string): string =>
  sha256(`${origin}\n${credential}`).slice(0, 24);

let turns = 0;

/** The ledger of that name in `folder`. Costs a few system calls a request. */
export const createRateLimiter = (
  folder: Path,
  name: string,
  rate: Rate,
  host: Pick<Host, 'pid' | 'now'>,
  tell: Tell,
): RateLimiter => {
  const counted = slidingWindow(rate);
  const file = sharedLog(folder, name, rate.windowMs, tell);
  const birth = Math.floor(host.now()).toString(36);

  const catchUp = (): number => {
    const now = host.now();
    for (const line of file.fresh(now)) counted.apply(line, now);
    return now;
  };
  const write = (...lines: string[]): void => file.append(lines, host.now());

  const place = (): { id: string; at: number } => {
    turns += 1;
    const id = `${host.pid.toString(36)}.${birth}.${turns.toString(36)}`;
    const now = Math.floor(host.now());
    write(`a ${id} ${now}`);
    catchUp();
    // Not there where the line was torn by a full disk; one request more or less is no reason to stop.
    return { id, at: counted.slot(id) ?? now };
  };

  return {
    turn() {
      let { id, at } = place();
      return {
        wait() {
          const now = catchUp();
          if (counted.blockedUntil() > Math.max(now, at)) {
            write(`x ${id}`);
            ({ id, at } = place());
          }
          return Math.max(0, at - now);
        },
        sent: () => write(`d ${id} ${Math.ceil(host.now())}`),
        withdrawn: () => write(`x ${id}`),
      };
    },
    hold(ms) {
      if (ms > 0) write(`b ${Math.ceil(host.now() + Math.min(ms, rate.windowMs))}`);
    },
    standing: () => counted.standing(catchUp()),
    room: (reserve) => counted.room(catchUp(), reserve),
    estimate: (requests, reserve) => counted.estimate(catchUp(), requests, reserve),
  };
};
