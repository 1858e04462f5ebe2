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
  /** Reserves a slot on the server and returns its wait in milliseconds; undefined if the server is unavailable. */
  reserveSlot(): Promise<{ readonly id: string; readonly wait: number } | undefined>;
  /** Returns the remaining wait for a reserved slot; undefined if the server is unavailable. */
  pollSlot(id: string): Promise<number | undefined>;
  /** Records that the request of a slot has ended. The next call to the server reports it. */
  markEnded(id: string): void;
  /** Records that a slot was not used. The next call to the server gives it back. */
  releaseSlot(id: string): void;
}

/**
 * Creates a slot for one request, granted by the server or, while it is unavailable, taken from the share of this
 * machine. If the server becomes unavailable or available during the wait, another slot is reserved.
 */
export const createSharedSlot = ({
  local,
  authority,
  reserveSlot,
  pollSlot,
  markEnded,
  releaseSlot,
}: SharedSlotOptions): RateLimitSlot => {
  /** The id of the slot on the server. A used slot is recorded in the local log too. */
  let serverSlotId: string | undefined;
  let kept: ReturnType<LocalRateLimiter['recordGrantedSlot']> | undefined;
  let own: ReturnType<LocalRateLimiter['reserveSlot']> | undefined;
  let isNoted = false;
  let since = authority.version();

  const drop = (): void => {
    kept?.release();
    if (serverSlotId !== undefined) releaseSlot(serverSlotId);
    own?.release();
    if (own !== undefined && isNoted) authority.note(own.id, RELEASED);
    [serverSlotId, kept, own, isNoted] = [undefined, undefined, undefined, false];
  };
  const hasMoved = (): boolean =>
    since !== authority.version() || (own !== undefined && authority.isTogether());

  const byEngine = async (): Promise<number | undefined> => {
    if (serverSlotId !== undefined) return pollSlot(serverSlotId);
    const slot = await reserveSlot();
    serverSlotId = slot?.id;
    return slot?.wait;
  };

  return {
    async getWaitMs() {
      if (hasMoved()) drop();
      const wait = own === undefined && authority.isTogether() ? await byEngine() : undefined;
      since = authority.version();
      if (wait !== undefined && serverSlotId !== undefined) {
        if (wait === 0) kept ??= local.recordGrantedSlot(serverSlotId);
        return wait;
      }
      if (serverSlotId !== undefined) drop();
      if (own === undefined) authority.stayAlone();
      own ??= local.reserveSlot();
      const waitMs = own.getWaitMs();
      if (waitMs === 0 && !isNoted) {
        isNoted = true;
        authority.note(own.id, IN_PROGRESS);
      }
      return waitMs;
    },
    hasMoved,
    markSent() {
      kept?.markSent();
      if (serverSlotId !== undefined) markEnded(serverSlotId);
      if (own === undefined) return;
      own.markSent();
      authority.note(own.id, 0);
    },
    release: drop,
  };
};

interface SharedLimiter extends RateLimiter {
  readSharers(): Promise<LimitSharers>;
  /** Reports the last requests and gives unused slots back. */
  close(): Promise<void>;
}

/** A granted slot is given back if it is not used within this part of a window. */
const FRESH_PART = 1 / 10;
/** After this many requests, a process reserves several slots in one call. */
const BATCH_AFTER = 3;

/** A granted slot that is not used yet, and the time from which it may be used. */
interface ReservedSlot {
  readonly id: string;
  readonly at: number;
}

/**
 * Creates the rate limiter of one process for a limit that machines share. It calls the server for each request, or
 * less often if the process sends many requests.
 */
export const createSharedLimiter = (sharing: LedgerAuthorityOptions): SharedLimiter => {
  const { rate, local, link, elapsed } = sharing;
  const { limit, windowMs } = rate;
  const batch = computeBatchSize(rate);
  const deciding = createLedgerAuthority(sharing);
  let heldSlots: readonly ReservedSlot[] = [];
  const became: (ReservedSlot & { readonly isBack: boolean })[] = [];
  let askedCount = 0;
  let [used, usable] = [0, limit];
  /** The time when bulk work may send again, and the end of a pause that the service requested. */
  let [bulkAt, pausedUntil] = [0, 0];

  const isFresh = ({ at }: ReservedSlot): boolean => elapsed() - at <= windowMs * FRESH_PART;
  const keep = (ids: readonly string[], at: number): void => {
    heldSlots = [...heldSlots, ...ids.map((id) => ({ id, at }))];
  };
  /** Creates the ids of new slots: `maxCount` if this process sends many requests, otherwise one. */
  const createSlotIds = (maxCount: number): readonly string[] =>
    Array.from({ length: askedCount > BATCH_AFTER ? maxCount : 1 }, local.createSlotId);
  const gaveBack = (id: string): void => void became.push({ id, at: 0, isBack: true });

  /** Returns the results of earlier slots for a call. Gives back slots that were not used in time. */
  const takeResults = (): readonly SlotReport[] => {
    const now = elapsed();
    for (const { id } of heldSlots.filter((one) => !isFresh(one))) gaveBack(id);
    heldSlots = heldSlots.filter(isFresh);
    return became.splice(0).map(({ id, at, isBack }) => ({
      id: deciding.named(id),
      ago: isBack ? RELEASED : now - at,
    }));
  };
  const recordReply = (reply: LedgerReply | undefined): LedgerReply | undefined => {
    if (reply === undefined) return undefined;
    ({ used, usable } = reply);
    pausedUntil = elapsed() + reply.pause;
    return reply;
  };

  const giveAllBack = (): void => {
    for (const { id } of heldSlots) gaveBack(id);
    heldSlots = [];
  };

  const takeSlot = async (): Promise<{ readonly id: string; readonly wait: number } | undefined> => {
    askedCount += 1;
    const at = elapsed();
    const freshSlot = heldSlots.find(isFresh);
    if (freshSlot !== undefined) {
      heldSlots = heldSlots.filter((one) => one !== freshSlot);
      return { id: freshSlot.id, wait: Math.max(0, freshSlot.at - at) };
    }
    const ids = createSlotIds(batch);
    const reply = recordReply(await deciding.ask('turn', 0, ids, takeResults));
    const [id] = ids;
    if (reply === undefined || id === undefined) return undefined;
    keep(ids.slice(1, reply.given), at);
    return { id, wait: reply.wait };
  };
  const retrySlot = async (id: string): Promise<number | undefined> => {
    const ids = [id, ...(askedCount > BATCH_AFTER && heldSlots.length === 0 ? createSlotIds(1) : [])];
    const reply = recordReply(await deciding.ask('again', 0, ids, takeResults));
    if (reply !== undefined && reply.given > 1) keep(ids.slice(1), elapsed() + reply.later);
    return reply?.wait;
  };
  const recordEnd = (id: string): void => void became.push({ id, at: elapsed(), isBack: false });
  const look = () => deciding.look(takeResults());

  return {
    reserveSlot: (): RateLimitSlot =>
      createSharedSlot({
        local,
        authority: deciding,
        reserveSlot: takeSlot,
        pollSlot: retrySlot,
        markEnded: recordEnd,
        releaseSlot: gaveBack,
      }),
    hold(ms) {
      local.hold(ms);
      giveAllBack();
      void deciding.ask('hold', Math.min(ms, windowMs), [], takeResults).then(recordReply);
    },
    async room(reserve) {
      if (!deciding.isTogether()) return local.room(reserve);
      const now = elapsed();
      if (heldSlots.some((one) => isFresh(one) && one.at <= now)) return 0;
      if (bulkAt > now) return bulkAt - now;
      const ids = Array.from({ length: batch }, local.createSlotId);
      const reply = recordReply(await deciding.ask('bulk', reserve, ids, takeResults));
      if (reply === undefined) return local.room(reserve);
      keep(ids.slice(0, reply.given), now);
      bulkAt = elapsed() + reply.wait;
      return reply.given > 0 ? 0 : reply.wait;
    },
    estimate(requests, reserve) {
      if (deciding.isAlone()) return local.estimate(requests, reserve);
      const now = elapsed();
      const first = Math.max(0, pausedUntil - now, bulkAt - now);
      const maxUsable = Math.max(1, usable - reserve);
      const behind = requests - Math.max(0, maxUsable - used) - heldSlots.length;
      return requests <= 1 || behind <= 0 ? first : Math.max(first, (behind / maxUsable) * windowMs);
    },
    async getStatus() {
      const status = await look();
      if (status === undefined) return local.getStatus();
      recordReply(status);
      const now = sharing.now();
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
      const status = await look();
      const machines = status?.uses.map((one) => ({ ...one, here: one.machine === sharing.machine })) ?? [];
      return { engine: sharing.shown, machines, away: status === undefined ? link.reason : undefined };
    },
    async close() {
      giveAllBack();
      if (became.length > 0 && !deciding.isAlone()) await deciding.ask('note', 0, [], takeResults);
    },
  };
};
