import type {
  LimitSharers,
  LocalRateLimiter,
  RateLimiter,
  RateLimitSlot,
} from '../rate-limit/rate-limiter.ts';
import {
  createLedgerAuthority,
  type LedgerAuthority,
  type LedgerAuthorityOptions,
} from './ledger-authority.ts';
import {
  computeBatchSize,
  IN_PROGRESS,
  type LedgerReply,
  RELEASED,
  type SlotReport,
} from './request-ledger.ts';

interface SharedSlotOptions {
  readonly local: LocalRateLimiter;
  readonly authority: LedgerAuthority;
  /**
   * Reserves a slot on the server. Returns its id and the milliseconds until the request may be sent, or undefined if
   * the server is unavailable.
   */
  takeSlot(): Promise<{ readonly id: string; readonly wait: number } | undefined>;
  /** Returns the milliseconds until a reserved slot may be used; undefined if the server is unavailable. */
  retrySlot(id: string): Promise<number | undefined>;
  /**
   * Records that a request has ended. `id` is the id of its slot (the right to send it). The next call to the server
   * reports the end.
   */
  recordEnd(id: string): void;
  /**
   * Records that a slot (the right to send one request) is given back, because its request was not sent or got a 429.
   * The next call to the server returns the slot.
   */
  giveBack(id: string): void;
}

/**
 * Creates a slot (the right to send one request) that the server grants. While the server is unavailable, the slot is
 * taken from the share of this machine. If the server becomes unavailable or available during the wait, the slot is
 * given back and a new one is reserved.
 */
export const createSharedSlot = ({
  local,
  authority,
  takeSlot,
  retrySlot,
  recordEnd,
  giveBack,
}: SharedSlotOptions): RateLimitSlot => {
  /**
   * The id of the slot (permission to send one request) that the server granted. `loggedSlot` is the record of this
   * slot in the log of this machine. This record is made when the request may be sent.
   */
  let serverSlotId: string | undefined;
  let loggedSlot: ReturnType<LocalRateLimiter['recordGrantedSlot']> | undefined;
  let localSlot: ReturnType<LocalRateLimiter['reserveSlot']> | undefined;
  let isReported = false;
  let seenVersion = authority.getVersion();

  const releaseSlots = (): void => {
    loggedSlot?.release();
    if (serverSlotId !== undefined) giveBack(serverSlotId);
    localSlot?.release();
    if (localSlot !== undefined && isReported) authority.note(localSlot.id, RELEASED);
    [serverSlotId, loggedSlot, localSlot, isReported] = [undefined, undefined, undefined, false];
  };
  const hasMoved = (): boolean =>
    seenVersion !== authority.getVersion() || (localSlot !== undefined && authority.shouldAskEngine());

  const getServerWait = async (): Promise<number | undefined> => {
    if (serverSlotId !== undefined) return retrySlot(serverSlotId);
    const slot = await takeSlot();
    serverSlotId = slot?.id;
    return slot?.wait;
  };

  return {
    async getWaitMs() {
      if (hasMoved()) releaseSlots();
      const wait = localSlot === undefined && authority.shouldAskEngine() ? await getServerWait() : undefined;
      seenVersion = authority.getVersion();
      if (wait !== undefined && serverSlotId !== undefined) {
        if (wait === 0) loggedSlot ??= local.recordGrantedSlot(serverSlotId);
        return wait;
      }
      if (serverSlotId !== undefined) releaseSlots();
      if (localSlot === undefined) authority.stayAlone();
      localSlot ??= local.reserveSlot();
      const waitMs = localSlot.getWaitMs();
      if (waitMs === 0 && !isReported) {
        isReported = true;
        authority.note(localSlot.id, IN_PROGRESS);
      }
      return waitMs;
    },
    hasMoved,
    markSent() {
      loggedSlot?.markSent();
      if (serverSlotId !== undefined) recordEnd(serverSlotId);
      if (localSlot === undefined) return;
      localSlot.markSent();
      authority.note(localSlot.id, 0);
    },
    release: releaseSlots,
  };
};

interface SharedLimiter extends RateLimiter {
  readSharers(): Promise<LimitSharers>;
  /**
   * Gives the unused slots (rights to send one request) back to the server, and reports the requests that the server
   * does not know yet.
   */
  close(): Promise<void>;
}

/**
 * The fraction of the rate limit window for which a reserved slot (the right to send one request) is kept. If it is not
 * used by then, it is returned to the server.
 */
const FRESH_PART = 1 / 10;
/**
 * After this number of requests, a process reserves slots (permissions to send one request) in batches: one call to the
 * server reserves several slots.
 */
const BATCH_AFTER = 3;

/**
 * A slot (the right to send one request) that the server has granted and that is not used yet. It may be used from the
 * time `at`.
 */
interface ReservedSlot {
  readonly id: string;
  readonly at: number;
}

/**
 * Creates the rate limiter of one process for a limit that machines share. It calls the server for each request, or
 * less often if the process sends many requests.
 */
export const createSharedLimiter = (options: LedgerAuthorityOptions): SharedLimiter => {
  const { rate, local, link, elapsed } = options;
  const { limit, windowMs } = rate;
  const batchSize = computeBatchSize(rate);
  const authority = createLedgerAuthority(options);
  let heldSlots: readonly ReservedSlot[] = [];
  const endedSlots: (ReservedSlot & { readonly isUnused: boolean })[] = [];
  let requestCount = 0;
  let [used, usable] = [0, limit];
  /**
   * `bulkAt` is the time at which bulk work such as `toile pull` may send its next request. `pausedUntil` is the end of
   * a pause that the service requested.
   */
  let [bulkAt, pausedUntil] = [0, 0];

  const isFresh = ({ at }: ReservedSlot): boolean => elapsed() - at <= windowMs * FRESH_PART;
  const holdSlots = (ids: readonly string[], at: number): void => {
    heldSlots = [...heldSlots, ...ids.map((id) => ({ id, at }))];
  };
  const createSlotIds = (maxCount: number): readonly string[] =>
    Array.from({ length: requestCount > BATCH_AFTER ? maxCount : 1 }, local.createSlotId);
  const giveBack = (id: string): void => void endedSlots.push({ id, at: 0, isUnused: true });

  /**
   * Returns the reports about earlier slots (rights to send one request) for the next call to the server. A reserved
   * slot that is too old to be used is reported as released.
   */
  const takeReports = (): readonly SlotReport[] => {
    const now = elapsed();
    for (const { id } of heldSlots.filter((slot) => !isFresh(slot))) giveBack(id);
    heldSlots = heldSlots.filter(isFresh);
    return endedSlots.splice(0).map(({ id, at, isUnused }) => ({
      id: authority.formatSlotId(id),
      ago: isUnused ? RELEASED : now - at,
    }));
  };
  const recordReply = (reply: LedgerReply | undefined): LedgerReply | undefined => {
    if (reply === undefined) return undefined;
    ({ used, usable } = reply);
    pausedUntil = elapsed() + reply.pause;
    return reply;
  };

  const giveAllBack = (): void => {
    for (const { id } of heldSlots) giveBack(id);
    heldSlots = [];
  };

  const takeSlot = async (): Promise<{ readonly id: string; readonly wait: number } | undefined> => {
    requestCount += 1;
    const now = elapsed();
    const freshSlot = heldSlots.find(isFresh);
    if (freshSlot !== undefined) {
      heldSlots = heldSlots.filter((slot) => slot !== freshSlot);
      return { id: freshSlot.id, wait: Math.max(0, freshSlot.at - now) };
    }
    const ids = createSlotIds(batchSize);
    const reply = recordReply(await authority.ask('turn', 0, ids, takeReports));
    const [id] = ids;
    if (reply === undefined || id === undefined) return undefined;
    holdSlots(ids.slice(1, reply.granted), now);
    return { id, wait: reply.wait };
  };
  const retrySlot = async (id: string): Promise<number | undefined> => {
    const ids = [id, ...(requestCount > BATCH_AFTER && heldSlots.length === 0 ? createSlotIds(1) : [])];
    const reply = recordReply(await authority.ask('again', 0, ids, takeReports));
    if (reply !== undefined && reply.granted > 1) holdSlots(ids.slice(1), elapsed() + reply.later);
    return reply?.wait;
  };
  const recordEnd = (id: string): void => void endedSlots.push({ id, at: elapsed(), isUnused: false });
  const readLedger = () => authority.look(takeReports());

  return {
    reserveSlot: (): RateLimitSlot =>
      createSharedSlot({ local, authority, takeSlot, retrySlot, recordEnd, giveBack }),
    hold(ms) {
      local.hold(ms);
      giveAllBack();
      void authority.ask('hold', Math.min(ms, windowMs), [], takeReports).then(recordReply);
    },
    async getBulkWaitMs(reserve) {
      if (!authority.shouldAskEngine()) return local.getBulkWaitMs(reserve);
      const now = elapsed();
      if (heldSlots.some((slot) => isFresh(slot) && slot.at <= now)) return 0;
      if (bulkAt > now) return bulkAt - now;
      const ids = Array.from({ length: batchSize }, local.createSlotId);
      const reply = recordReply(await authority.ask('bulk', reserve, ids, takeReports));
      if (reply === undefined) return local.getBulkWaitMs(reserve);
      holdSlots(ids.slice(0, reply.granted), now);
      bulkAt = elapsed() + reply.wait;
      return reply.granted > 0 ? 0 : reply.wait;
    },
    estimate(requests, reserve) {
      if (authority.isAlone()) return local.estimate(requests, reserve);
      const now = elapsed();
      const first = Math.max(0, pausedUntil - now, bulkAt - now);
      const maxUsable = Math.max(1, usable - reserve);
      const excess = requests - Math.max(0, maxUsable - used) - heldSlots.length;
      return requests <= 1 || excess <= 0 ? first : Math.max(first, (excess / maxUsable) * windowMs);
    },
    async getStatus() {
      const status = await readLedger();
      if (status === undefined) return local.getStatus();
      recordReply(status);
      const now = options.now();
      const isPaused = status.pause > 0;
      return {
        used: status.used,
        left: isPaused ? 0 : Math.max(0, status.usable - status.used),
        nextAt: now + status.nextIn,
        resetAt: status.used === 0 && !isPaused ? undefined : now + Math.max(status.resetIn, status.pause),
        blockedUntil: isPaused ? now + status.pause : undefined,
      };
    },
    async readSharers() {
      const status = await readLedger();
      const machines = status?.uses.map((use) => ({ ...use, here: use.machine === options.machine })) ?? [];
      return {
        engine: options.displayAddress,
        machines,
        unavailable: status === undefined ? link.reason : undefined,
      };
    },
    async close() {
      giveAllBack();
      if (endedSlots.length > 0 && !authority.isAlone()) await authority.ask('note', 0, [], takeReports);
    },
  };
};
