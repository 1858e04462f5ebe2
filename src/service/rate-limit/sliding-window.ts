import type { RateLimit } from '../../platform/shared-types.ts';

/** The state of a rate limit. Times are milliseconds since 1970. */
export interface RateLimitStatus {
  /** The number of requests that count towards the limit now. */
  readonly used: number;
  /** The number of requests that may be sent now; 0 during a pause. */
  readonly left: number;
  /** The time when the next request may be sent, which may be now. */
  readonly nextAt: number;
  /** The time at which the whole rate limit is available again; undefined if it is available now. */
  readonly resetAt: number | undefined;
  /** The end of a pause that the service requested; undefined without a pause. */
  readonly blockedUntil: number | undefined;
}

/**
 * A request without a recorded end may still be running. So it counts for one window of the rate limit and an
 * additional fifth of a window.
 */
const UNKNOWN_END_SHARE = 1 / 5;
/** Waiting requests are sent at least (windowMs / limit) / 32 apart, so that they are not sent in one burst. */
const SPACING_SHARE = 1 / 32;

/**
 * The difference in milliseconds that is tolerated between the clocks of two processes. Only a larger difference is
 * corrected.
 */
const CLOCK_DRIFT_MS = 1_000;

/**
 * Returns the milliseconds for which a request without a known end counts towards the limit: 1.2 times the window, from
 * the start of the request.
 */
export const computeMaxCountedMs = (windowMs: number): number => windowMs * (1 + UNKNOWN_END_SHARE);

/**
 * How many requests this machine may send while the server of TOILE_SHARED is unavailable. `first` is the number until
 * the time `until` (milliseconds since 1970). `later` is the number for each window after that time.
 */
export interface LimitShare {
  readonly first: number;
  readonly until: number;
  readonly later: number;
}

/**
 * Creates the sliding window of a rate limit. Its state is computed from the lines of a log, in their order. All
 * processes read the same lines and compute the same slots, so no lock is needed: a process reserves a slot by
 * appending a line.
 *
 * The lines, with times (AT, UNTIL) in milliseconds since 1970:
 * - `a ID AT` reserves a slot.
 * - `d ID AT` records the end of the request.
 * - `x ID` releases the slot.
 * - `b UNTIL` records that the service requested a pause.
 *
 * The lines with TOILE_SHARED:
 * - `g ID AT` records a slot that the server has granted.
 * - `o AT` records that the server was unavailable.
 * - `l FIRST UNTIL LATER` sets the share of this machine (see LimitShare).
 */
export const createSlidingWindow = ({ limit, windowMs }: RateLimit) => {
  /** For each request in the window, the time at which it leaves the window. In ascending order. */
  let leaves: number[] = [];
  const open = new Map<string, { readonly at: number; readonly leave: number }>();
  let blocked = 0;
  let lastWaited = 0;
  const wholeLimit: LimitShare = { first: limit, until: 0, later: limit };
  let share = wholeLimit;
  /**
   * `awaySince` is the time when the server of TOILE_SHARED became unavailable. `lastAway` is the latest time at which,
   * according to the log, it was still unavailable.
   */
  let awaySince: number | undefined;
  let lastAway = 0;
  /** The time of the last call of `setTime`. A lower time shows that the clock was set back. */
  let latest = 0;
  const gap = (windowMs / limit) * SPACING_SHARE;

  /**
   * Returns the index of the first time in `leaves` that is not earlier than `instant`. `leaves` has the times at which
   * requests stop counting towards the limit, in ascending order.
   */
  const findIndexAt = (instant: number): number => {
    let [from, to] = [0, leaves.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((leaves[middle] ?? 0) < instant) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const add = (leave: number): void => void leaves.splice(findIndexAt(leave), 0, leave);
  const remove = (leave: number): void => {
    const at = findIndexAt(leave);
    if (leaves[at] === leave) leaves.splice(at, 1);
  };
  /**
   * Subtracts `ms` from all recorded times. It is called after the clock was set back, because the requests would
   * otherwise count against the limit for too long.
   */
  const shiftTimes = (ms: number): void => {
    leaves = leaves.map((leave) => leave - ms);
    for (const [id, { at, leave }] of open) open.set(id, { at: at - ms, leave: leave - ms });
    blocked -= ms;
    lastWaited -= ms;
    share = { ...share, until: share.until - ms };
    lastAway -= ms;
    if (awaySince !== undefined) awaySince -= ms;
  };
  const setTime = (now: number): void => {
    if (now < latest - CLOCK_DRIFT_MS) shiftTimes(latest - now);
    latest = now;
  };
  const prune = (now: number): void => {
    setTime(now);
    const gone = findIndexAt(now + 1e-9);
    if (gone > 64 || gone === leaves.length) leaves = leaves.slice(gone);
    else if (gone > 0) leaves.splice(0, gone);
  };
  /**
   * Returns the earliest time at which fewer than `maxCount` requests count towards the limit. The result is never
   * before `from`.
   */
  const findTimeBelow = (from: number, maxCount: number): number => {
    const first = findIndexAt(from + 1e-9);
    const count = leaves.length - first;
    return count < maxCount ? from : Math.max(from, leaves[leaves.length - maxCount] ?? from);
  };
  const getLimitAt = (now: number): number => (now < share.until ? share.first : share.later);
  /**
   * Returns the earliest time, at or after `from`, at which a request may be sent. `reserve` is the number of requests
   * of the rate limit that must stay free for other requests at that time.
   */
  const findFreeTime = (from: number, reserve = 0): number => {
    if (from < share.until) {
      const slot = share.first > 0 ? findTimeBelow(from, Math.max(1, share.first - reserve)) : share.until;
      if (slot < share.until) return Math.max(slot, blocked);
    }
    return Math.max(findTimeBelow(Math.max(from, share.until), Math.max(1, share.later - reserve)), blocked);
  };

  const reserveSlot = (id: string, at: number): void => {
    let slot = findFreeTime(at);
    if (slot > at) {
      slot = Math.max(slot, lastWaited + gap);
      lastWaited = slot;
    }
    countRequest(id, slot);
  };
  const countRequest = (id: string, at: number): void => {
    const leave = at + computeMaxCountedMs(windowMs);
    add(leave);
    open.set(id, { at, leave });
  };
  const endRequest = (id: string, at: number | undefined): void => {
    const request = open.get(id);
    if (request === undefined) return;
    open.delete(id);
    remove(request.leave);
    if (at !== undefined) add(at + windowMs);
    else if (lastWaited === request.at) lastWaited -= gap;
  };

  const parseShare = (words: readonly string[], now: number): LimitShare | undefined => {
    const [first = -1, until = -1, later = -1] = words.map(Number);
    const isCount = (value: number, minimum: number) =>
      Number.isSafeInteger(value) && value >= minimum && value <= limit;
    const isValid = isCount(first, 0) && isCount(later, 1) && until >= 0 && until <= now + 2 * windowMs;
    return isValid ? { first, until, later } : undefined;
  };

  const replaceShare = (newShare: LimitShare | undefined): void => {
    share = newShare ?? share;
    // In a new share, the value 0 for `until` means that the server of TOILE_SHARED is available again. So its outage
    // has ended.
    if (newShare?.until === 0) awaySince = undefined;
  };

  const hold = (until: number): void => {
    blocked = Math.max(blocked, until);
  };

  const isAwayOutdated = (now: number): boolean => now - lastAway > computeMaxCountedMs(windowMs);
  const recordAway = (at: number): void => {
    if (isAwayOutdated(at)) awaySince = undefined;
    awaySince ??= at;
    lastAway = at;
  };

  return {
    hold,
    setTime,
    /**
     * Counts a request that has just ended. Called only for a request that was sent without a reserved slot (the right
     * to send one request).
     */
    countEnded(now: number): void {
      setTime(now);
      add(now + windowMs);
    },
    apply(line: string, now: number): void {
      const [kind, ...words] = line.split(' ');
      setTime(now);
      const statedTime = Number(words.at(-1));
      // A line with a time far in the future is ignored. Such lines can remain after the clock was set back, and they
      // would block all requests.
      const isTime = statedTime > 0 && statedTime <= now + 2 * windowMs;
      // A time should not be later than now. Only the end of a pause (kind `b`) may be later, by the duration of the
      // window. Any time that is too late is replaced by the latest valid time, unless it is too late by at most
      // CLOCK_DRIFT_MS, because clocks may differ.
      const latestTime = now + (kind === 'b' ? windowMs : 0);
      const number = isTime && statedTime > latestTime + CLOCK_DRIFT_MS ? latestTime : statedTime;
      const [id = ''] = words;
      if (kind === 'a' && isTime && words.length === 2) {
        reserveSlot(id, number);
        if (awaySince !== undefined && !isAwayOutdated(number)) lastAway = number;
      } else if (kind === 'd' && isTime && words.length === 2) endRequest(id, number);
      else if (kind === 'x' && words.length === 1) endRequest(id, undefined);
      else if (kind === 'b' && isTime && words.length === 1) hold(number);
      else if (kind === 'g' && isTime && words.length === 2) countRequest(id, number);
      else if (kind === 'o' && isTime && words.length === 1) recordAway(number);
      else if (kind === 'l' && words.length === 3) replaceShare(parseShare(words, now));
    },
    /**
     * Returns `share`, the part of the rate limit that this machine may use, and `away`, the time at which the server
     * of TOILE_SHARED became unavailable. `away` is undefined if the server is available, or if this machine was idle
     * for a long time.
     */
    getShare: (now: number) => ({ share, away: isAwayOutdated(now) ? undefined : awaySince }),
    findSlotTime: (id: string): number | undefined => open.get(id)?.at,
    getBlockedUntil: (): number => blocked,
    getStatus(now: number): RateLimitStatus {
      prune(now);
      const used = leaves.length;
      const isBlocked = blocked > now;
      return {
        used,
        left: isBlocked ? 0 : Math.max(0, getLimitAt(now) - used),
        nextAt: findFreeTime(now),
        resetAt: used === 0 && !isBlocked ? undefined : Math.max(leaves.at(-1) ?? 0, blocked),
        blockedUntil: isBlocked ? blocked : undefined,
      };
    },
    getBulkWaitMs(now: number, reserve: number): number {
      prune(now);
      return findFreeTime(now, reserve) - now;
    },
    estimate(now: number, requests: number, reserve: number): number {
      prune(now);
      const usable = Math.max(1, getLimitAt(now) - reserve);
      const pauseMs = Math.max(0, blocked - now);
      const excess = requests - (usable - leaves.length);
      if (excess <= 0) return pauseMs;
      // Each request without a free slot waits until an earlier request leaves the window. For the last of these
      // requests, this is at the time `first` plus `rounds` full windows.
      const rounds = Math.floor((excess - 1) / usable);
      const first = leaves[(excess - 1) % usable] ?? now + windowMs;
      return Math.max(pauseMs, first + windowMs * rounds - now);
    },
  };
};
