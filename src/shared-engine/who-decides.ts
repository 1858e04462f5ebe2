import type { Rate } from '../contract.ts';
import type { LocalLimiter } from '../rate-limit/rate-limiter.ts';
import { longestCount } from '../rate-limit/sliding-window.ts';
import type { Engine } from './connection.ts';
import { assuredOf, type Became, type Ledger, type Look, type Told, UNDER_WAY, type What } from './ledger.ts';
import type { Link } from './link.ts';

export interface Sharing {
  readonly rate: Rate;
  readonly machine: string;
  /** Where the engine is, fit to be shown. */
  readonly shown: string;
  readonly local: LocalLimiter;
  readonly link: Link;
  ledger(engine: Engine): Ledger;
  /** How many machines shared the limit when that was last heard. */
  machines(): number;
  heard(machines: number): void;
  /** Milliseconds of a clock that nobody sets. */
  elapsed(): number;
  /** Milliseconds since 1970. */
  now(): number;
  /** Says that it goes on alone, and with how many requests of the window. */
  alone(why: string, share: number): void;
}

/**
 * While the engine is there it decides, and the ledger of this machine only keeps count; while it is away, or does not
 * know yet what was sent, this machine goes by its own ledger and its share of the limit. At first that is no more than
 * it had under way when the engine was lost, since others go on as well with what they had; after a window, its part by
 * heads. So all of them together stay within the limit, whenever each of them notices.
 */
export const whoDecides = (sharing: Sharing) => {
  const { rate, machine, local, link, elapsed } = sharing;
  const { limit, windowMs } = rate;
  const longest = longestCount(windowMs);
  /** Counts up whenever it changes who decides. */
  let version = 0;
  let isAlone = false;
  let graceUntil = 0;
  /** Something may have been sent that the engine has not heard of. */
  let owes = local.lately().some(({ byEngine }) => !byEngine);

  const named = (id: string): string => `${machine}.${id}`;
  const shareByHeads = (): number => Math.max(1, Math.floor(limit / Math.max(2, sharing.machines())));

  /** By the share of this machine, which is its part by heads from then on; never more than one of it has heard. */
  const goAlone = (until: number): void => {
    const { share } = local.shared();
    const later = Math.min(share.later, shareByHeads());
    if (share.later === limit || until - share.until > windowMs / 100) {
      const assured = assuredOf(rate, Math.max(2, sharing.machines()));
      local.share({ first: Math.min(later, Math.max(assured, local.standing().used)), until, later });
    } else if (later < share.later) local.share({ ...share, first: Math.min(later, share.first), later });
    if (!isAlone) version += 1;
    isAlone = true;
  };
  const lost = (): void => {
    owes = true;
    goAlone(local.awaySince() + longest);
    sharing.alone(link.why, shareByHeads());
  };
  const goTogether = (): void => {
    const { share, away } = local.shared();
    if (share.later !== limit || away !== undefined) local.share({ first: limit, until: 0, later: limit });
    if (isAlone) version += 1;
    isAlone = false;
  };

  /** With a mark where the engine has to know it already; what is about to leave the window is let go. */
  const everything = (): readonly Became[] =>
    local.lately().map(({ id, endedAgo, byEngine }) => ({
      id: `${named(id)}${byEngine && (endedAgo ?? 0) < windowMs / 2 ? '!' : ''}`,
      ago: endedAgo ?? UNDER_WAY,
    }));

  const heard = <T extends Told>(told: T): T => {
    graceUntil = elapsed() + told.grace;
    // An engine that has just begun may not have heard of all of them yet, and knows of no more than there are.
    const isSure = told.grace === 0 && told.isKnown;
    sharing.heard(isSure ? told.machines : Math.max(told.machines, sharing.machines()));
    return told;
  };

  /** Does it with the engine; undefined where that is away. */
  const withEngine = async <T>(work: (ledger: Ledger) => Promise<T>): Promise<T | undefined> => {
    const engine = await link.engine();
    if (engine === undefined) {
      lost();
      return undefined;
    }
    try {
      return await work(sharing.ledger(engine));
    } catch (error) {
      link.failed(error);
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
      what: What,
      reserve: number,
      ids: readonly string[],
      became: () => readonly Became[],
    ): Promise<Told | undefined> {
      const told = await withEngine(async (ledger) => {
        const put = async (): Promise<Told> =>
          heard(await ledger.ask(what, reserve, ids.map(named), became()));
        const first = owes ? undefined : await put();
        if (first?.isKnown) return first;
        await ledger.ask('all', 0, [], everything());
        owes = false;
        return put();
      });
      if (told === undefined) return undefined;
      // Who has been alone all along has had nothing from it that others may still have under way.
      const { away } = local.shared();
      if (told.grace > 0) goAlone(away === undefined ? sharing.now() + told.grace : away + longest);
      else goTogether();
      return told.grace > 0 ? undefined : told;
    },
    /** Before anything is sent by its own share: another process of this machine may have found the engine there. */
    stayAlone(): void {
      if (isAlone && local.shared().share.later === limit) goAlone(local.awaySince() + longest);
    },
    look: (became: readonly Became[]): Promise<Look | undefined> =>
      withEngine(async (ledger) => heard(await ledger.look(became))),
    /** Tells the engine, as far as it is there, what was sent by this machine's own share. */
    note(id: string, ago: number): void {
      if (isAlone && !link.isAway())
        void withEngine(async (ledger) => heard(await ledger.ask('note', 0, [], [{ id: named(id), ago }])));
    },
  };
};

export type Deciding = ReturnType<typeof whoDecides>;
