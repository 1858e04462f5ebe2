import type { Rate } from '../contract.ts';
import { longestCount } from '../rate-limit/sliding-window.ts';
import type { Engine } from './connection.ts';
import { LEDGER } from './ledger-script.ts';
import type { LedgerNames } from './names.ts';
import { foreign, isText, listIn, numberIn } from './replies.ts';

/** What the engine says of the ledger. Times in milliseconds from now. */
export interface Told {
  /** For so long every machine keeps to its own share: the engine was started anew, or has lost what it knew. */
  readonly grace: number;
  /** Whether it has heard all that this machine knows. */
  readonly isKnown: boolean;
  readonly used: number;
  readonly machines: number;
  readonly silence: number;
  /** How many of the places that were asked for are given. */
  readonly given: number;
  /** Until they may be used, or until it makes sense to ask again. */
  readonly wait: number;
  /** Until the one behind may be used, where that was asked for too. */
  readonly later: number;
  /** The limit, less what is kept for machines that cannot ask. */
  readonly usable: number;
}

/** A machine that shares the limit, by a name that only the key makes. */
export interface MachineUse {
  readonly machine: string;
  readonly used: number;
}

export interface Look extends Told {
  readonly nextIn: number;
  readonly resetIn: number;
  readonly uses: readonly MachineUse[];
}

/** What became of a place: how many milliseconds ago its request ended, or one of the two below. */
export interface Became {
  readonly id: string;
  readonly ago: number;
}
export const GIVEN_BACK = -1;
export const UNDER_WAY = -2;

export type What = 'turn' | 'again' | 'bulk' | 'hold' | 'note' | 'all' | 'look';

/** Whoever asks the ledger. */
export interface Asker {
  readonly machine: string;
  readonly process: string;
  readonly rate: Rate;
}

/** So many a process takes at once at most, and is told to wait for half of them. */
export const batchOf = ({ limit }: Rate): number => Math.min(8, Math.max(1, Math.floor(limit / 32)));

/** Kept for machines that cannot ask the engine and have sent little, so that their first requests break no limit. */
export const spareOf = ({ limit }: Rate): number => (limit < 50 ? 0 : Math.ceil(limit / 50));

/** Kept for each machine that has sent nothing lately, as far as all of them leave four fifths to the others. */
const eachOf = ({ limit }: Rate): number => (limit < 50 ? 0 : Math.max(1, Math.floor(limit / 60)));

/** How many a machine may send when it cannot ask, whatever the others do; the engine keeps them for it. */
export const assuredOf = (rate: Rate, machines: number): number =>
  Math.min(eachOf(rate), Math.floor((rate.limit - spareOf(rate)) / 5 / machines));

/** The most that is said of oneself at a time; what is beyond it was sent long ago, or by nobody honest. */
const MOST_BECAME = 2_000;
const MOST_MACHINES = 10_000;

/** Nobody waits for so many windows: there would be more waiting than any team has. */
const MOST_WINDOWS = 100;

const toldIn = (reply: unknown, { limit, windowMs }: Rate): Told => {
  const [, grace, known, used, machines, silence, given, wait, later, usable] = listIn(reply)
    .slice(0, 10)
    .map(numberIn);
  if (usable === undefined) throw foreign();
  const told = { grace, used, machines, silence, given, wait, later, usable };
  const most = {
    grace: longestCount(windowMs) + 1,
    used: MOST_WINDOWS * limit,
    machines: MOST_MACHINES,
    silence: windowMs,
    given: limit,
    wait: MOST_WINDOWS * windowMs,
    later: MOST_WINDOWS * windowMs,
    usable: limit,
  };
  for (const [name, one] of Object.entries(told))
    if (one === undefined || one < 0 || one > (Reflect.get(most, name) as number)) throw foreign();
  return { ...(told as Omit<Told, 'isKnown'>), isKnown: known === 1 };
};

const lookIn = (reply: unknown, rate: Rate): Look => {
  const [nextIn, resetIn] = listIn(reply).slice(10, 12).map(numberIn);
  const pairs = listIn(listIn(reply)[12]);
  if (nextIn === undefined || resetIn === undefined || pairs.length > 2 * MOST_MACHINES) throw foreign();
  const uses = pairs.flatMap((machine, place) => {
    if (place % 2 === 1) return [];
    if (!isText(machine) || !/^[0-9a-f]{1,24}$/.test(machine)) throw foreign();
    return [{ machine, used: numberIn(pairs[place + 1]) }];
  });
  const byUse = uses.toSorted(
    (one, other) => other.used - one.used || (one.machine < other.machine ? -1 : 1),
  );
  return { ...toldIn(reply, rate), nextIn, resetIn, uses: byUse };
};

/** One question to the ledger of that engine: one step there, one way there and back. */
export const ledgerOn = (engine: Engine, names: LedgerNames, { machine, process, rate }: Asker) => {
  const { limit, windowMs } = rate;
  const fixed = [
    windowMs,
    limit - spareOf(rate),
    Math.ceil(longestCount(windowMs)),
    machine,
    process,
    engine.portrait.run,
    windowMs / limit / 32,
    Math.ceil(batchOf(rate) / 2),
  ];
  const put = (what: What, reserve: number, ids: readonly string[], became: readonly Became[]) =>
    engine.run(LEDGER, names.ledger, [
      what,
      ...fixed,
      Math.ceil(reserve),
      ids.length,
      eachOf(rate),
      ...ids,
      ...became.slice(-MOST_BECAME).flatMap(({ id, ago }) => [id, Math.floor(ago)]),
    ]);
  return {
    async ask(what: What, reserve: number, ids: readonly string[], became: readonly Became[]): Promise<Told> {
      return toldIn(await put(what, reserve, ids, became), rate);
    },
    async look(became: readonly Became[]): Promise<Look> {
      return lookIn(await put('look', 0, [], became), rate);
    },
  };
};

export type Ledger = ReturnType<typeof ledgerOn>;
