import type { RateLimit } from '../../platform/shared-types.ts';
import { computeMaxCountedMs } from '../rate-limit/sliding-window.ts';
import type { EngineConnection } from './engine-connection.ts';
import { createForeignReplyError, isTextReply, readReplyList, readReplyNumber } from './engine-replies.ts';
import type { LedgerNames } from './key-names.ts';
import { LEDGER_SCRIPT } from './ledger-script.ts';

/** The reply of the ledger on the server. Times are milliseconds from now. */
export interface LedgerReply {
  /** For this long every machine uses only its own share: the server was restarted or lost data. */
  readonly grace: number;
  /** True if the server knows everything that this machine sent. */
  readonly isKnown: boolean;
  readonly used: number;
  readonly machines: number;
  readonly silence: number;
  /** How many of the requested slots were given. */
  readonly given: number;
  /** Time until the slots may be used, or until the next attempt. */
  readonly wait: number;
  /** Time until the next slot may be used, if it was requested too. */
  readonly later: number;
  /** The limit minus slots that are reserved for machines without a connection. */
  readonly usable: number;
}

/** A machine that shares the limit, as a digest. */
export interface MachineUse {
  readonly machine: string;
  readonly used: number;
}

/** The state of the shared limit. */
export interface LedgerStatus extends LedgerReply {
  readonly nextIn: number;
  readonly resetIn: number;
  readonly uses: readonly MachineUse[];
}

/** The result of a slot: how many milliseconds ago its request ended, or one of the constants below. */
export interface SlotResult {
  readonly id: string;
  readonly ago: number;
}
/** The slot was released unused. */
export const RELEASED = -1;
/** The request is in progress. */
export const IN_PROGRESS = -2;

/** The kinds of questions to the ledger. */
export type LedgerQuestion = 'turn' | 'again' | 'bulk' | 'hold' | 'note' | 'all' | 'look';

/** The process that asks the ledger. */
export interface LedgerCaller {
  readonly machine: string;
  readonly process: string;
  readonly rate: RateLimit;
}

/** Returns how many slots a process reserves at once at most. */
export const computeBatchSize = ({ limit }: RateLimit): number =>
  Math.min(8, Math.max(1, Math.floor(limit / 32)));

/** Returns how many slots are reserved for machines that cannot reach the server and have sent little. */
export const computeSpareSlots = ({ limit }: RateLimit): number => (limit < 50 ? 0 : Math.ceil(limit / 50));

/** Returns how many slots are reserved for each idle machine, within a fifth of the limit. */
const computeMachineReserve = ({ limit }: RateLimit): number =>
  limit < 50 ? 0 : Math.max(1, Math.floor(limit / 60));

/** Returns how many requests a machine may always send without the server. */
export const computeAssuredSlots = (rate: RateLimit, machines: number): number =>
  Math.min(computeMachineReserve(rate), Math.floor((rate.limit - computeSpareSlots(rate)) / 5 / machines));

/** Results beyond this number are too old to matter. */
const MAX_RESULTS = 2_000;
const MAX_MACHINES = 10_000;

/** Longer waits than this many windows are not plausible. */
const MAX_WINDOWS = 100;

const parseLedgerReply = (reply: unknown, { limit, windowMs }: RateLimit): LedgerReply => {
  const numbers = readReplyList(reply).slice(0, 10).map(readReplyNumber);
  const readUpTo = (most: number, place: number): number => {
    const one = numbers[place];
    if (one === undefined || one < 0 || one > most) throw createForeignReplyError();
    return one;
  };
  return {
    grace: readUpTo(computeMaxCountedMs(windowMs) + 1, 1),
    isKnown: numbers[2] === 1,
    used: readUpTo(MAX_WINDOWS * limit, 3),
    machines: readUpTo(MAX_MACHINES, 4),
    silence: readUpTo(windowMs, 5),
    given: readUpTo(limit, 6),
    wait: readUpTo(MAX_WINDOWS * windowMs, 7),
    later: readUpTo(MAX_WINDOWS * windowMs, 8),
    usable: readUpTo(limit, 9),
  };
};

const parseLedgerStatus = (reply: unknown, rate: RateLimit): LedgerStatus => {
  const [nextIn, resetIn] = readReplyList(reply).slice(10, 12).map(readReplyNumber);
  const pairs = readReplyList(readReplyList(reply)[12]);
  if (nextIn === undefined || resetIn === undefined || pairs.length > 2 * MAX_MACHINES)
    throw createForeignReplyError();
  const uses = pairs.flatMap((machine, place) => {
    if (place % 2 === 1) return [];
    if (!isTextReply(machine) || !/^[0-9a-f]{1,24}$/.test(machine)) throw createForeignReplyError();
    return [{ machine, used: readReplyNumber(pairs[place + 1]) }];
  });
  const byUse = uses.toSorted(
    (one, other) => other.used - one.used || (one.machine < other.machine ? -1 : 1),
  );
  return { ...parseLedgerReply(reply, rate), nextIn, resetIn, uses: byUse };
};

/** Creates the ledger on a server. Each question is one script call. */
export const createRequestLedger = (
  engine: EngineConnection,
  names: LedgerNames,
  { machine, process, rate }: LedgerCaller,
) => {
  const { limit, windowMs } = rate;
  const fixed = [
    windowMs,
    limit - computeSpareSlots(rate),
    Math.ceil(computeMaxCountedMs(windowMs)),
    machine,
    process,
    engine.serverInfo.runId,
    windowMs / limit / 32,
    Math.ceil(computeBatchSize(rate) / 2),
  ];
  const put = (
    what: LedgerQuestion,
    reserve: number,
    ids: readonly string[],
    became: readonly SlotResult[],
  ) =>
    engine.run(LEDGER_SCRIPT, names.ledger, [
      what,
      ...fixed,
      Math.ceil(reserve),
      ids.length,
      computeMachineReserve(rate),
      ...ids,
      ...became.slice(-MAX_RESULTS).flatMap(({ id, ago }) => [id, Math.floor(ago)]),
    ]);
  return {
    async ask(
      what: LedgerQuestion,
      reserve: number,
      ids: readonly string[],
      became: readonly SlotResult[],
    ): Promise<LedgerReply> {
      return parseLedgerReply(await put(what, reserve, ids, became), rate);
    },
    async look(became: readonly SlotResult[]): Promise<LedgerStatus> {
      return parseLedgerStatus(await put('look', 0, [], became), rate);
    },
  };
};

/** Asks the ledger on a server. */
export type RequestLedger = ReturnType<typeof createRequestLedger>;
