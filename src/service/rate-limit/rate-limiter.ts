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

/** A reserved slot of the rate limit: the right to send one request at a certain time. */
export interface RateLimitSlot {
  /**
   * Returns the milliseconds until the request may be sent. The caller waits and then calls this method again, because
   * the wait becomes longer if any process gets a response with status 429 in the meantime.
   */
  getWaitMs(): number | Promise<number>;
  /**
   * Returns true if it may be possible to send the request earlier than the last call of `getWaitMs` said. The caller
   * then calls `getWaitMs` again.
   */
  hasMoved?(): boolean;
  /**
   * Records that the request for which this slot was reserved was sent. The request counts towards the rate limit for
   * one window from now, even if it fails.
   */
  markSent(): void;
  /**
   * Gives the slot (the right to send one request) back to the rate limiter. Called if the request was not sent, or if
   * the service responded with 429.
   */
  release(): void;
}

/** Counts the requests of all processes and machines that share a rate limit, and reserves slots. Never throws. */
export interface RateLimiter {
  reserveSlot(): RateLimitSlot;
  /**
   * Pauses all requests for `ms` milliseconds, as the service requested, but at most for one window of the rate limit.
   */
  hold(ms: number): void;
  getStatus(): RateLimitStatus | Promise<RateLimitStatus>;
  /**
   * Returns the milliseconds until bulk work, for example `toile pull`, may send its next request. `reserve` is the
   * number of requests of the rate limit that bulk work leaves free for other work.
   */
  getBulkWaitMs(reserve: number): number | Promise<number>;
  /**
   * Estimates the milliseconds that bulk work, for example `toile pull`, needs for `requests` more requests if only the
   * rate limit delays it. `reserve` is the number of requests that bulk work leaves free for other work.
   */
  estimate(requests: number, reserve: number): number;
  /** Returns the machines that share the limit. This method is absent without TOILE_SHARED. */
  readSharers?(): Promise<LimitSharers>;
}

/** The machines that share a rate limit through the server of TOILE_SHARED. */
export interface LimitSharers {
  /** The address of the server that TOILE_SHARED names, without credentials. */
  readonly engine: string;
  /**
   * The machines that share the limit; empty if the server is unavailable. `machine` is a digest of the name of the
   * machine. `used` is the number of its requests that count towards the limit at present. `here` is true for the
   * machine on which this process runs.
   */
  readonly machines: readonly { readonly machine: string; readonly used: number; readonly here: boolean }[];
  /** The reason why the server of TOILE_SHARED is unavailable; undefined if it is available. */
  readonly unavailable: string | undefined;
}

interface CountedRequest {
  readonly id: string;
  /** Milliseconds since the request ended; undefined while it runs. */
  readonly endedMsAgo: number | undefined;
  /** True if the server of TOILE_SHARED granted the slot, false if it was reserved in the log of this machine. */
  readonly isGranted: boolean;
}

/** A slot (the right to send one request) that is recorded in the log that all processes of this machine share. */
interface LocalSlot extends RateLimitSlot {
  /**
   * The id of the slot (a permission to send one request). If the service demands a pause that ends after the time of
   * the slot, the slot is reserved again and gets another id.
   */
  readonly id: string;
  getWaitMs(): number;
}

/**
 * The rate limiter that all processes of this machine share through a log. If the log cannot be used, the limiter
 * counts only the requests of this process. The methods from `createSlotId` on are called only if TOILE_SHARED is set.
 */
export interface LocalRateLimiter extends RateLimiter {
  reserveSlot(): LocalSlot;
  getStatus(): RateLimitStatus;
  getBulkWaitMs(reserve: number): number;
  createSlotId(): string;
  /**
   * Records in the log of this machine that the shared server has granted a slot, which is the permission to send one
   * request.
   */
  recordGrantedSlot(id: string): Pick<RateLimitSlot, 'markSent' | 'release'>;
  /**
   * Records that the server of TOILE_SHARED is unavailable. Returns the time since which it is unavailable, in
   * milliseconds since 1970.
   */
  recordEngineAway(): number;
  setShare(share: LimitShare): void;
  /**
   * Returns the recorded share of the limit that this machine may use. `away` is the time since which the server of
   * TOILE_SHARED is unavailable. It is undefined if the server is available. It is also undefined after a long idle
   * time of this machine, because other machines may have used the whole limit.
   */
  getShare(): { readonly share: LimitShare; readonly away: number | undefined };
  /** Returns the recent requests of this machine: those that may still count against the rate limit. */
  listRecentRequests(): readonly CountedRequest[];
}

/**
 * Returns the name of the rate limit for an origin and a credential: a digest of both, which reveals neither. The names
 * of the log files begin with this name.
 */
export const createLogName = (origin: string, credential: string): string =>
  computeSha256(`${origin}\n${credential}`).slice(0, 24);

let slotCount = 0;

/**
 * Creates the rate limiter that uses the log `name` in `folder`. `report` gets a warning if another user can write to
 * the log.
 */
export const createLocalRateLimiter = (
  folder: SafePath,
  name: string,
  rate: RateLimit,
  host: Pick<ProcessInfo, 'pid' | 'now'>,
  report: LineReporter,
): LocalRateLimiter => {
  const window = createSlidingWindow(rate);
  const log = openSharedLog(folder, name, rate.windowMs, report);
  const startStamp = Math.floor(host.now()).toString(36);

  const catchUp = (): number => {
    const now = host.now();
    window.setTime(now);
    for (const line of log.readNew(now)) window.apply(line, now);
    return now;
  };
  const write = (...lines: string[]): void => log.append(lines, host.now());

  const createSlotId = (): string => {
    slotCount += 1;
    return `${host.pid.toString(36)}.${startStamp}.${slotCount.toString(36)}`;
  };
  const reserveSlotId = (): string => {
    const id = createSlotId();
    write(`a ${id} ${Math.floor(host.now())}`);
    catchUp();
    return id;
  };

  return {
    reserveSlot() {
      let id = reserveSlotId();
      return {
        get id() {
          return id;
        },
        getWaitMs() {
          const now = catchUp();
          // The log may lack the slot `id`, for example because the disk is full. `findSlotTime` then returns
          // undefined, and the request is sent at once.
          const at = (): number => window.findSlotTime(id) ?? now;
          if (window.getBlockedUntil() > Math.max(now, at())) {
            write(`x ${id}`);
            id = reserveSlotId();
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
    getStatus: () => window.getStatus(catchUp()),
    getBulkWaitMs: (reserve) => window.getBulkWaitMs(catchUp(), reserve),
    estimate: (requests, reserve) => window.estimate(catchUp(), requests, reserve),
    createSlotId,
    recordGrantedSlot(id) {
      write(`g ${id} ${Math.floor(host.now())}`);
      return {
        markSent: () => write(`d ${id} ${Math.ceil(host.now())}`),
        release: () => write(`x ${id}`),
      };
    },
    recordEngineAway() {
      const now = catchUp();
      const { away } = window.getShare(now);
      if (away !== undefined) return away;
      write(`o ${Math.ceil(now)}`);
      return now;
    },
    setShare: ({ first, until, later }) => write(`l ${first} ${Math.ceil(until)} ${later}`),
    getShare() {
      return window.getShare(catchUp());
    },
    listRecentRequests: () =>
      parseCountedRequests(log.readAll(host.now()), host.now(), computeMaxCountedMs(rate.windowMs)),
  };
};

const parseCountedRequests = (
  lines: readonly string[],
  now: number,
  maxAgeMs: number,
): readonly CountedRequest[] => {
  const requests = new Map<string, CountedRequest & { readonly at: number }>();
  for (const line of lines) {
    const [kind, id = '', time] = line.split(' ');
    const at = Number(time);
    const request = requests.get(id);
    if ((kind === 'a' || kind === 'g') && now - at < maxAgeMs)
      requests.set(id, { id, at, endedMsAgo: undefined, isGranted: kind === 'g' });
    else if (kind === 'd' && request) requests.set(id, { ...request, endedMsAgo: Math.max(0, now - at) });
    else if (kind === 'x') requests.delete(id);
  }
  return [...requests.values()].map(({ at: _, ...sent }) => sent);
};
