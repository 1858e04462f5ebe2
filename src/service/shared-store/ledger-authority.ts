import type { RateLimit } from '../../platform/shared-types.ts';
import type { LocalRateLimiter } from '../rate-limit/rate-limiter.ts';
import { computeMaxCountedMs } from '../rate-limit/sliding-window.ts';
import type { EngineConnection } from './engine-connection.ts';
import type { EngineLink } from './engine-link.ts';
import {
  computeAssuredSlots,
  IN_PROGRESS,
  type LedgerQuestion,
  type LedgerReply,
  type LedgerStatus,
  type RequestLedger,
  type SlotResult,
} from './request-ledger.ts';

/** Options of `createLedgerAuthority`. */
export interface LedgerAuthorityOptions {
  readonly rate: RateLimit;
  readonly machine: string;
  /** The address of the server, for messages. */
  readonly shown: string;
  readonly local: LocalRateLimiter;
  readonly link: EngineLink;
  ledger(engine: EngineConnection): RequestLedger;
  /** Returns how many machines shared the limit when the server last answered. */
  machines(): number;
  saveMachineCount(machines: number): void;
  /** Returns milliseconds of a monotonic clock. */
  elapsed(): number;
  /** Milliseconds since 1970. */
  now(): number;
  /** Called when this machine continues alone, with its share of the requests. */
  onAlone(why: string, share: number): void;
}

/**
 * Creates the authority over the rate limit. While the server is available, it decides and this machine
 * only counts. While it is unavailable, or does not know yet what was sent, this machine uses its own
 * ledger and its share of the limit: at first no more than it had in progress when the server was lost,
 * after one window an equal part. So all machines together stay within the limit, whenever each of them
 * notices.
 */
export const createLedgerAuthority = (sharing: LedgerAuthorityOptions) => {
  const { rate, machine, local, link, elapsed } = sharing;
  const { limit, windowMs } = rate;
  const longest = computeMaxCountedMs(windowMs);
  /** Counts up whenever it changes who decides. */
  let version = 0;
  let isAlone = false;
  let graceUntil = 0;
  /** Something may have been sent that the engine has not heard of. */
  let owes = local.listRecentRequests().some(({ byEngine }) => !byEngine);

  const named = (id: string): string => `${machine}.${id}`;
  const shareByHeads = (): number => Math.max(1, Math.floor(limit / Math.max(2, sharing.machines())));

  /** By the share of this machine, which is its part by heads from then on; never more than one of it has heard. */
  const goAlone = (until: number): void => {
    const { share } = local.getShare();
    const later = Math.min(share.later, shareByHeads());
    if (share.later === limit || until - share.until > windowMs / 100) {
      const assured = computeAssuredSlots(rate, Math.max(2, sharing.machines()));
      local.setShare({ first: Math.min(later, Math.max(assured, local.getStatus().used)), until, later });
    } else if (later < share.later) local.setShare({ ...share, first: Math.min(later, share.first), later });
    if (!isAlone) version += 1;
    isAlone = true;
  };
  const lost = (): void => {
    owes = true;
    goAlone(local.recordEngineAway() + longest);
    sharing.onAlone(link.reason, shareByHeads());
  };
  const goTogether = (): void => {
    const { share, away } = local.getShare();
    if (share.later !== limit || away !== undefined) local.setShare({ first: limit, until: 0, later: limit });
    if (isAlone) version += 1;
    isAlone = false;
  };

  /** With a mark where the engine has to know it already; what is about to leave the window is let go. */
  const everything = (): readonly SlotResult[] =>
    local.listRecentRequests().map(({ id, endedMsAgo, byEngine }) => ({
      id: `${named(id)}${byEngine && (endedMsAgo ?? 0) < windowMs / 2 ? '!' : ''}`,
      ago: endedMsAgo ?? IN_PROGRESS,
    }));

  const heard = <T extends LedgerReply>(told: T): T => {
    graceUntil = elapsed() + told.grace;
    // An engine that has just begun may not have heard of all of them yet, and knows of no more than there are.
    const isSure = told.grace === 0 && told.isKnown;
    sharing.saveMachineCount(isSure ? told.machines : Math.max(told.machines, sharing.machines()));
    return told;
  };

  /** Does it with the engine; undefined where that is away. */
  const withEngine = async <T>(work: (ledger: RequestLedger) => Promise<T>): Promise<T | undefined> => {
    const engine = await link.engine();
    if (engine === undefined) {
      lost();
      return undefined;
    }
    try {
      return await work(sharing.ledger(engine));
    } catch (error) {
      link.reportFailure(error);
      lost();
      return undefined;
    }
  };

  return {
    named,
    /** Whether the engine decides, or could again. */
    isTogether: (): boolean => !isAlone || (!link.isAway() && elapsed() >= graceUntil),
    isAlone: (): boolean => isAlone,
    version: (): number => version,
    /** Asks the engine. Undefined where this machine has to go by its own share for now. */
    async ask(
      what: LedgerQuestion,
      reserve: number,
      ids: readonly string[],
      became: () => readonly SlotResult[],
    ): Promise<LedgerReply | undefined> {
      const told = await withEngine(async (ledger) => {
        const put = async (): Promise<LedgerReply> =>
          heard(await ledger.ask(what, reserve, ids.map(named), became()));
        const first = owes ? undefined : await put();
        if (first?.isKnown) return first;
        await ledger.ask('all', 0, [], everything());
        owes = false;
        return put();
      });
      if (told === undefined) return undefined;
      // Who has been alone all along has had nothing from it that others may still have under way.
      const { away } = local.getShare();
      if (told.grace > 0) goAlone(away === undefined ? sharing.now() + told.grace : away + longest);
      else goTogether();
      return told.grace > 0 ? undefined : told;
    },
    /** Before anything is sent by its own share: another process of this machine may have found the engine there. */
    stayAlone(): void {
      if (isAlone && local.getShare().share.later === limit) goAlone(local.recordEngineAway() + longest);
    },
    look: (became: readonly SlotResult[]): Promise<LedgerStatus | undefined> =>
      withEngine(async (ledger) => heard(await ledger.look(became))),
    /** Tells the engine, as far as it is there, what was sent by this machine's own share. */
    note(id: string, ago: number): void {
      if (isAlone && !link.isAway())
        void withEngine(async (ledger) => heard(await ledger.ask('note', 0, [], [{ id: named(id), ago }])));
    },
  };
};

/** Decides whether the server or this machine assigns slots. */
export type LedgerAuthority = ReturnType<typeof createLedgerAuthority>;
