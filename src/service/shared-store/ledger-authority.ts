import type { RateLimit } from '../../platform/shared-types.ts';
import type { LocalRateLimiter } from '../rate-limit/rate-limiter.ts';
import { computeMaxCountedMs } from '../rate-limit/sliding-window.ts';
import type { EngineConnection, EngineLink } from './engine-connection.ts';
import {
  computeAssuredSlots,
  IN_PROGRESS,
  type LedgerCall,
  type LedgerReply,
  type LedgerStatus,
  type RequestLedger,
  type SlotReport,
} from './request-ledger.ts';

/**
 * The options of `createLedgerAuthority`: the rate limit, the name of this machine, its log, and the link to the
 * server.
 */
export interface LedgerAuthorityOptions {
  readonly rate: RateLimit;
  readonly machine: string;
  readonly displayAddress: string;
  readonly local: LocalRateLimiter;
  readonly link: EngineLink;
  openLedger(engine: EngineConnection): RequestLedger;
  /** Returns how many machines shared the limit when the server was last available. */
  getMachineCount(): number;
  saveMachineCount(machines: number): void;
  /** Returns the current time of a monotonic clock in milliseconds. */
  elapsed(): number;
  now(): number;
  /**
   * Called when the server of TOILE_SHARED is unavailable. `share` is the number of requests that this machine may then
   * send in one window of the rate limit.
   */
  onAlone(reason: string, share: number): void;
}

/**
 * Creates the object that decides whether the shared server or this machine assigns slots (rights to send one request).
 * This machine assigns them while the server is unavailable or may not know all earlier requests. The machine then uses
 * only its share of the rate limit, so that all machines together stay within the limit.
 */
export const createLedgerAuthority = (options: LedgerAuthorityOptions) => {
  const { rate, machine, local, link, elapsed } = options;
  const { limit, windowMs } = rate;
  const maxCountedMs = computeMaxCountedMs(windowMs);
  /** The number of times that the task of assigning slots moved from the server to this machine or back. */
  let version = 0;
  let isAlone = false;
  let graceUntil = 0;
  /**
   * True if the server may not know all requests of this machine. This machine must then report them before it requests
   * the next slot.
   */
  let isReportDue = local.listRecentRequests().some(({ isGranted }) => !isGranted);

  const formatSlotId = (id: string): string => `${machine}.${id}`;
  const computeEqualShare = (): number =>
    Math.max(1, Math.floor(limit / Math.max(2, options.getMachineCount())));

  /**
   * Makes this machine grant slots (rights to send a request) without the server. Until `endsAt`, its share of the rate
   * limit depends on the requests that it has sent. After `endsAt`, the share is at most the limit divided by the
   * number of machines.
   */
  const goAlone = (endsAt: number): void => {
    const { share } = local.getShare();
    const later = Math.min(share.later, computeEqualShare());
    if (share.later === limit || endsAt - share.until > windowMs / 100) {
      const assured = computeAssuredSlots(rate, Math.max(2, options.getMachineCount()));
      local.setShare({
        first: Math.min(later, Math.max(assured, local.getStatus().used)),
        until: endsAt,
        later,
      });
    } else if (later < share.later) local.setShare({ ...share, first: Math.min(later, share.first), later });
    if (!isAlone) version += 1;
    isAlone = true;
  };
  const recordOutage = (): void => {
    isReportDue = true;
    goAlone(local.recordEngineAway() + maxCountedMs);
    options.onAlone(link.reason, computeEqualShare());
  };
  const useEngineAgain = (): void => {
    const { share, away } = local.getShare();
    if (share.later !== limit || away !== undefined) local.setShare({ first: limit, until: 0, later: limit });
    if (isAlone) version += 1;
    isAlone = false;
  };

  /**
   * Returns a report about each recent request of this machine, with the id of its slot (the right to send one
   * request). A `!` after the id marks a slot that the server granted. If the server does not know such a slot, it has
   * lost data. Requests that ended more than half a rate limit window ago get no `!`, because the server may soon
   * remove their slots.
   */
  const listAllReports = (): readonly SlotReport[] =>
    local.listRecentRequests().map(({ id, endedMsAgo, isGranted }) => ({
      id: `${formatSlotId(id)}${isGranted && (endedMsAgo ?? 0) < windowMs / 2 ? '!' : ''}`,
      ago: endedMsAgo ?? IN_PROGRESS,
    }));

  const recordReply = <T extends LedgerReply>(reply: T): T => {
    graceUntil = elapsed() + reply.grace;
    // After a restart, the server learns only gradually which machines share the rate limit. Until it knows all of
    // them, its replies can raise the saved number of machines but not lower it.
    const isComplete = reply.grace === 0 && reply.isKnown;
    options.saveMachineCount(
      isComplete ? reply.machines : Math.max(reply.machines, options.getMachineCount()),
    );
    return reply;
  };

  /**
   * Calls `work` with the ledger of the server. If the server is unavailable, returns undefined. This machine then
   * assigns the slots (permissions to send one request) itself, from its own share of the rate limit.
   */
  const withEngine = async <T>(work: (ledger: RequestLedger) => Promise<T>): Promise<T | undefined> => {
    const engine = await link.findConnection();
    if (engine === undefined) {
      recordOutage();
      return undefined;
    }
    try {
      return await work(options.openLedger(engine));
    } catch (error) {
      link.reportFailure(error);
      recordOutage();
      return undefined;
    }
  };

  return {
    /** Returns the id by which the server knows a slot, for example `3f0c.a1.b2.c3` for the local id `a1.b2.c3`. */
    formatSlotId,
    /**
     * Returns true if this machine should request the next slot from the server. This is the case if the server assigns
     * the slots. It is also the case if the server is available again and its time of grace (after a restart or a loss
     * of data) has ended.
     */
    shouldAskEngine: (): boolean => !isAlone || (!link.isAway() && elapsed() >= graceUntil),
    isAlone: (): boolean => isAlone,
    getVersion: (): number => version,
    /**
     * Sends a call about slots (permissions to send one request) to the server. If the server does not know all recent
     * requests of this machine, reports them too. Returns undefined if the server cannot assign slots now. The caller
     * must then use the part of the rate limit that is reserved for this machine.
     */
    async ask(
      call: LedgerCall,
      reserve: number,
      ids: readonly string[],
      takeReports: () => readonly SlotReport[],
    ): Promise<LedgerReply | undefined> {
      const reply = await withEngine(async (ledger) => {
        const askLedger = async (): Promise<LedgerReply> =>
          recordReply(await ledger.ask(call, reserve, ids.map(formatSlotId), takeReports()));
        const first = isReportDue ? undefined : await askLedger();
        if (first?.isKnown) return first;
        await ledger.ask('all', 0, [], listAllReports());
        isReportDue = false;
        return askLedger();
      });
      if (reply === undefined) return undefined;
      // The server became unavailable at the time `away` and has granted no slots since. So its earlier slots count
      // towards the rate limit until `away + maxCountedMs` at the latest.
      const { away } = local.getShare();
      if (reply.grace > 0) goAlone(away === undefined ? options.now() + reply.grace : away + maxCountedMs);
      else useEngineAgain();
      return reply.grace > 0 ? undefined : reply;
    },
    /**
     * Restores this machine's share of the rate limit, if another process of the machine has removed it. Processes of
     * the machine use this share while the server is unavailable. Call it before each request that uses the share. Does
     * nothing if the server assigns the slots of this process.
     */
    stayAlone(): void {
      if (isAlone && local.getShare().share.later === limit) goAlone(local.recordEngineAway() + maxCountedMs);
    },
    look: (reports: readonly SlotReport[]): Promise<LedgerStatus | undefined> =>
      withEngine(async (ledger) => recordReply(await ledger.look(reports))),
    /**
     * Tells the server about a request for which this machine assigned the slot (the right to send one request) itself.
     * `ago` is the number of milliseconds since the request ended, or RELEASED or IN_PROGRESS. Does nothing if the
     * server is unavailable, or if the server assigns the slots.
     */
    note(id: string, ago: number): void {
      if (isAlone && !link.isAway())
        void withEngine(async (ledger) =>
          recordReply(await ledger.ask('note', 0, [], [{ id: formatSlotId(id), ago }])),
        );
    },
  };
};

/** Requests slots from the server, reports requests to it, and decides whether it or this machine assigns slots. */
export type LedgerAuthority = ReturnType<typeof createLedgerAuthority>;
