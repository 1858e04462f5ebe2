import type { SafePath } from '../../platform/files/safe-path.ts';
import type { LineReporter, ProcessInfo, RateLimit } from '../../platform/shared-types.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';
import { openSharedLog } from './shared-log.ts';
import {
  computeMaxCountedMs,
  createSlidingWindow,
  type LimitShare,
  type RateLimitStatus,
} from './sliding-window.ts';

/** A reserved slot of the rate limit: the time at which one request may be sent. */
export interface RateLimitSlot {
  /**
   * Returns the milliseconds until the request may be sent. Call it again after the wait, because a 429 in any process
   * changes the result.
   */
  getWaitMs(): number | Promise<number>;
  /** Returns true if the slot may have moved to an earlier time during the wait. */
  hasMoved?(): boolean;
  /** Records that the request was sent. It counts for one window from now, even if it fails. */
  markSent(): void;
  /** Gives the slot back, because the request was not sent or got a 429. */
  release(): void;
}

/** Counts the requests of all processes and machines that share a rate limit. Its functions never throw. */
export interface RateLimiter {
  /** Reserves the next free slot. */
  reserveSlot(): RateLimitSlot;
  /** Pauses all requests for `ms` milliseconds, as the service requested; at most for one window. */
  hold(ms: number): void;
  getStatus(): RateLimitStatus | Promise<RateLimitStatus>;
  /** Returns the milliseconds until a request can be sent that leaves `reserve` requests of the limit free. */
  room(reserve: number): number | Promise<number>;
  /** Estimates the milliseconds until `requests` more requests are sent. Only the rate limit is considered. */
  estimate(requests: number, reserve: number): number;
  /** Returns the machines that share the limit. Absent if TOILE_SHARED is not set. */
  readSharers?(): Promise<LimitSharers>;
}

/** The machines that share a rate limit through the server of TOILE_SHARED. */
export interface LimitSharers {
  /** The address of the server, without credentials. */
  readonly engine: string;
  /** The machines, as digests that only the owner of the credential can compute. Empty if the server is unavailable. */
  readonly machines: readonly { readonly machine: string; readonly used: number; readonly here: boolean }[];
  /** The reason why the server is unavailable; undefined if it is available. */
  readonly away: string | undefined;
}

/** A request of this machine that counts towards the limit. */
interface CountedRequest {
  readonly id: string;
  /** Milliseconds since its end; undefined while it runs. */
  readonly endedMsAgo: number | undefined;
  /** True if the server granted its slot. */
  readonly byEngine: boolean;
}

/** A slot in the log of this machine. */
interface LocalSlot extends RateLimitSlot {
  /** The id of the slot. It changes if a pause makes the slot be reserved again. */
  readonly id: string;
  getWaitMs(): number;
}

/**
 * The rate limiter of all processes of this machine, which share a log. If the folder of the log cannot be used, it
 * counts only the requests of this process. The members from `createSlotId` on are for machines that share a server.
 */
export interface LocalRateLimiter extends RateLimiter {
  reserveSlot(): LocalSlot;
  getStatus(): RateLimitStatus;
  room(reserve: number): number;
  createSlotId(): string;
  /** Records a slot that the server has granted, without checking it against the local log. */
  recordGrantedSlot(id: string): Pick<RateLimitSlot, 'markSent' | 'release'>;
  /** Records that the server is unavailable. Returns the time when that began, in milliseconds since 1970. */
  recordEngineAway(): number;
  /** Sets how much of the limit this machine may use from now on. */
  setShare(share: LimitShare): void;
  /** Returns the share, and the time since which the server has been unavailable. */
  getShare(): { readonly share: LimitShare; readonly away: number | undefined };
  /** Lists the requests of this machine that may still count. */
  listRecentRequests(): readonly CountedRequest[];
}

/** Returns the file name of the log for an origin and a credential. It is a digest, so the key is in no file name. */
export const createLogName = (origin: string, credential: string): string =>
  computeSha256(`${origin}\n${credential}`).slice(0, 24);

let slotCount = 0;

/**
 * Creates the rate limiter that uses the log `name` in `folder`. `tell` is called once if another user can write to the
 * log. Each request costs a few system calls.
 */
export const createLocalRateLimiter = (
  folder: SafePath,
  name: string,
  rate: RateLimit,
  host: Pick<ProcessInfo, 'pid' | 'now'>,
  tell: LineReporter,
): LocalRateLimiter => {
  const counted = createSlidingWindow(rate);
  const file = openSharedLog(folder, name, rate.windowMs, tell);
  const birth = Math.floor(host.now()).toString(36);

  const catchUp = (): number => {
    const now = host.now();
    counted.meet(now);
    for (const line of file.readNew(now)) counted.apply(line, now);
    return now;
  };
  const write = (...lines: string[]): void => file.append(lines, host.now());

  const newId = (): string => {
    slotCount += 1;
    return `${host.pid.toString(36)}.${birth}.${slotCount.toString(36)}`;
  };
  const place = (): string => {
    const id = newId();
    write(`a ${id} ${Math.floor(host.now())}`);
    catchUp();
    return id;
  };

  return {
    reserveSlot() {
      let id = place();
      return {
        get id() {
          return id;
        },
        getWaitMs() {
          const now = catchUp();
          // The slot is missing if a full disk cut its line. The request is sent anyway, because one uncounted request
          // does no harm.
          const at = (): number => counted.slot(id) ?? now;
          if (counted.blockedUntil() > Math.max(now, at())) {
            write(`x ${id}`);
            id = place();
          }
          return Math.max(0, at() - now);
        },
        markSent: () => write(`d ${id} ${Math.ceil(host.now())}`),
        release: () => write(`x ${id}`),
      };
    },
    hold(ms) {
      if (ms > 0) write(`b ${Math.ceil(host.now() + Math.min(ms, rate.windowMs))}`);
    },
    getStatus: () => counted.standing(catchUp()),
    room: (reserve) => counted.room(catchUp(), reserve),
    estimate: (requests, reserve) => counted.estimate(catchUp(), requests, reserve),
    createSlotId: newId,
    recordGrantedSlot(id) {
      write(`g ${id} ${Math.floor(host.now())}`);
      return {
        markSent: () => write(`d ${id} ${Math.ceil(host.now())}`),
        release: () => write(`x ${id}`),
      };
    },
    recordEngineAway() {
      const now = catchUp();
      const { away } = counted.shared(now);
      if (away !== undefined) return away;
      write(`o ${Math.ceil(now)}`);
      return now;
    },
    setShare: ({ first, until, later }) => write(`l ${first} ${Math.ceil(until)} ${later}`),
    getShare() {
      return counted.shared(catchUp());
    },
    listRecentRequests: () =>
      parseCountedRequests(file.readAll(host.now()), host.now(), computeMaxCountedMs(rate.windowMs)),
  };
};

/** Parses the lines of a log. Returns the requests that began within the last `most` milliseconds. */
const parseCountedRequests = (
  lines: readonly string[],
  now: number,
  most: number,
): readonly CountedRequest[] => {
  const found = new Map<string, CountedRequest & { readonly at: number }>();
  for (const line of lines) {
    const [kind, id = '', time] = line.split(' ');
    const at = Number(time);
    const known = found.get(id);
    if ((kind === 'a' || kind === 'g') && now - at < most)
      found.set(id, { id, at, endedMsAgo: undefined, byEngine: kind === 'g' });
    else if (kind === 'd' && known) found.set(id, { ...known, endedMsAgo: Math.max(0, now - at) });
    else if (kind === 'x') found.delete(id);
  }
  return [...found.values()].map(({ at: _, ...sent }) => sent);
};
