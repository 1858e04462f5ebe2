import type { Path } from '../border/path.ts';
import type { Rate } from '../contract.ts';
import type { Host, Tell } from '../system/host.ts';
import { sha256 } from '../system/sha256.ts';
import { sharedLog } from './shared-log.ts';
import { longestCount, type Share, type Standing, slidingWindow } from './sliding-window.ts';

/** The moment at which one request may be sent. */
export interface Turn {
  /** Milliseconds until then. To be asked again after waiting: a 429 to anybody moves it. */
  wait(): number | Promise<number>;
  /** While it waits: whether it may have moved, so that it is worth asking again at once. */
  moved?(): boolean;
  /** It was sent, whatever came of it: it counts from now until the window is over. */
  sent(): void;
  /** It does not count: never sent, or refused because of the limit. */
  withdrawn(): void;
}

/** What all who share a limit have sent with one key. Nothing here throws. */
export interface RateLimiter {
  /** Takes the next free place. */
  turn(): Turn;
  /** Nobody sends for so many milliseconds, at most for one window: the service said so. */
  hold(ms: number): void;
  standing(): Standing | Promise<Standing>;
  /** Milliseconds until a request could be sent that leaves so many others free. */
  room(reserve: number): number | Promise<number>;
  /** Milliseconds until so many more have been sent, as far as the limit decides. */
  estimate(requests: number, reserve: number): number;
  /** Who shares the limit, where machines do. */
  sharers?(): Promise<Sharers>;
}

/** The machines that share a limit, and by which engine. */
export interface Sharers {
  readonly engine: string;
  /** By names that only the key makes; none where the engine is away. */
  readonly machines: readonly { readonly machine: string; readonly used: number; readonly here: boolean }[];
  /** Why the engine cannot be asked; what is counted is then this machine's own. */
  readonly away: string | undefined;
}

/** A request of this machine that counts: when it ended, or that it runs, and by whose leave it was sent. */
export interface Sent {
  readonly id: string;
  /** Milliseconds ago; undefined while it runs. */
  readonly endedAgo: number | undefined;
  readonly byEngine: boolean;
}

interface LocalTurn extends Turn {
  /** Of the place that it has at this moment. */
  readonly id: string;
  wait(): number;
}

/**
 * The ledger of the processes of this machine: where the folder cannot be used, this process counts for itself alone.
 * What machines share needs to know of it is in the second half.
 */
export interface LocalLimiter extends RateLimiter {
  turn(): LocalTurn;
  standing(): Standing;
  room(reserve: number): number;
  newId(): string;
  /** A place that the engine gave is used now, whatever this ledger thinks of it. */
  given(id: string): Pick<Turn, 'sent' | 'withdrawn'>;
  /** Since when the engine has not been there, in milliseconds since 1970; the first to ask is who says so. */
  awaySince(): number;
  /** How many of the limit are this machine's from now on. */
  share(share: Share): void;
  shared(): { readonly share: Share; readonly away: number | undefined };
  /** What may still count. */
  lately(): readonly Sent[];
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
): LocalLimiter => {
  const counted = slidingWindow(rate);
  const file = sharedLog(folder, name, rate.windowMs, tell);
  const birth = Math.floor(host.now()).toString(36);

  const catchUp = (): number => {
    const now = host.now();
    counted.meet(now);
    for (const line of file.fresh(now)) counted.apply(line, now);
    return now;
  };
  const write = (...lines: string[]): void => file.append(lines, host.now());

  const newId = (): string => {
    turns += 1;
    return `${host.pid.toString(36)}.${birth}.${turns.toString(36)}`;
  };
  const place = (): string => {
    const id = newId();
    write(`a ${id} ${Math.floor(host.now())}`);
    catchUp();
    return id;
  };

  return {
    turn() {
      let id = place();
      return {
        get id() {
          return id;
        },
        wait() {
          const now = catchUp();
          // Not there where the line was torn by a full disk; one request more or less is no reason to stop.
          const at = (): number => counted.slot(id) ?? now;
          if (counted.blockedUntil() > Math.max(now, at())) {
            write(`x ${id}`);
            id = place();
          }
          return Math.max(0, at() - now);
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
    newId,
    given(id) {
      write(`g ${id} ${Math.floor(host.now())}`);
      return {
        sent: () => write(`d ${id} ${Math.ceil(host.now())}`),
        withdrawn: () => write(`x ${id}`),
      };
    },
    awaySince() {
      const now = catchUp();
      const { away } = counted.shared(now);
      if (away !== undefined) return away;
      write(`o ${Math.ceil(now)}`);
      return now;
    },
    share: ({ first, until, later }) => write(`l ${first} ${Math.ceil(until)} ${later}`),
    shared() {
      return counted.shared(catchUp());
    },
    lately: () => sentIn(file.all(host.now()), host.now(), longestCount(rate.windowMs)),
  };
};

/** The requests in a ledger that began or ended no longer ago than that. */
const sentIn = (lines: readonly string[], now: number, most: number): readonly Sent[] => {
  const found = new Map<string, Sent & { readonly at: number }>();
  for (const line of lines) {
    const [kind, id = '', time] = line.split(' ');
    const at = Number(time);
    const known = found.get(id);
    if ((kind === 'a' || kind === 'g') && now - at < most)
      found.set(id, { id, at, endedAgo: undefined, byEngine: kind === 'g' });
    else if (kind === 'd' && known) found.set(id, { ...known, endedAgo: Math.max(0, now - at) });
    else if (kind === 'x') found.delete(id);
  }
  return [...found.values()].map(({ at: _, ...sent }) => sent);
};
