import type { RateLimit } from '../../platform/shared-types.ts';
import { computeMaxCountedMs } from '../rate-limit/sliding-window.ts';
import { createScript, type EngineConnection } from './engine-connection.ts';
import { createInvalidReplyError, isTextReply, readReplyList, readReplyNumber } from './engine-replies.ts';
import type { LedgerNames } from './key-names.ts';

/**
 * The Lua script that counts the requests of all machines and grants slots, by the rules of sliding-window.ts. It runs
 * on the server as one atomic step, with the clock of the server. A slot is the right to send one request. Each slot is
 * a member of a sorted set: its score is the millisecond at which the slot leaves the window, and its name begins with
 * the machine.
 *
 * KEYS: slots, state, machines, waiting processes.
 *
 * ARGV, with times in milliseconds:
 * - 1 to 4: call (see LedgerCall), window, limit, longest time that a request counts
 * - 5 to 7: machine, process, run id of the server
 * - 8: least time between two waiting requests
 * - 9: slots kept for each waiting process
 * - 10: slots that bulk work leaves free; for `hold`, the length of the pause
 * - 11: number of ids
 * - 12: slots kept for each other machine, less the slots that it uses
 * - from 13: the ids of new slots (for `again`, the first is the id of the reserved slot), and then the reports about
 *   earlier slots. A report is an id and the milliseconds since the request ended, or -1 for a released slot, or -2 for
 *   a request in progress.
 *
 * The reply is a list (see LedgerReply), with times in milliseconds from now:
 * - 1: the time of the server, in milliseconds since 1970
 * - 2: time of grace
 * - 3: 1 if the server knows all requests of this machine
 * - 4 and 5: used slots, machines
 * - 6: time until the pause ends
 * - 7 to 9: granted slots, time until the first, time until the second that `again` granted
 * - 10: limit without the slots kept for other machines
 * - 11 and 12, only for `look`: time until the next free slot, time until the whole limit is free
 * - 13, only for `look`: a list with each machine and the number of its slots
 */
export const LEDGER_SCRIPT = createScript(`
local places, state, machines, waiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local operation, window, limit, longest = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local machine, process, run, gap = ARGV[5], ARGV[6], ARGV[7], tonumber(ARGV[8])
local bulk, reserve, count, each = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ms = function(number) return string.format('%.0f', number) end

redis.call('ZREMRANGEBYSCORE', places, '-inf', ms(now))
local stored = redis.call('HMGET', state, 'run', 'grace', 'blocked', 'last', 'm' .. machine)
local grace, blocked, last = tonumber(stored[2] or 0) or 0, tonumber(stored[3] or 0) or 0, tonumber(stored[4] or 0) or 0
local is_known = stored[5]
-- If the clock of the server was set back, stored times can be too far in the future: limit them to the longest possible wait.
grace, blocked = math.min(grace, now + longest), math.min(blocked, now + window)
if stored[1] ~= run then
  -- The server was restarted and may have lost slots. Every machine has to report its requests first.
  if stored[1] then grace = now + longest end
  redis.call('DEL', state)
  redis.call('HSET', state, 'run', run, 'grace', ms(grace), 'blocked', ms(blocked), 'last', ms(last))
  is_known = false
end
redis.call('ZREMRANGEBYSCORE', machines, '-inf', ms(now - 3600000))
redis.call('ZADD', machines, ms(now), machine)
local uses = function()
  local used = {}
  for _, id in ipairs(redis.call('ZRANGE', places, 0, -1)) do
    local owner = string.match(id, '^[^.]*')
    used[owner] = (used[owner] or 0) + 1
  end
  return used
end
-- Keep a few slots free for every other machine, because it may send that many requests when it cannot reach the server.
local heads = redis.call('ZCARD', machines)
each = math.min(each, math.floor(limit / 5 / heads))
if heads > 1 and each > 0 then
  local used = uses()
  for _, owner in ipairs(redis.call('ZRANGE', machines, 0, -1)) do
    if owner ~= machine then limit = limit - math.max(0, each - (used[owner] or 0)) end
  end
end

local place = 13 + count
while ARGV[place] do
  local id, ago = ARGV[place], tonumber(ARGV[place + 1])
  if ago == -1 then redis.call('ZREM', places, id)
  else
    -- The server granted this slot and no longer has it, so it may have lost other slots too.
    if operation == 'all' and string.sub(id, -1) == '!' then
      id = string.sub(id, 1, -2)
      if not redis.call('ZSCORE', places, id) then grace = math.max(grace, now + longest) end
    end
    local leaves = ago == -2 and now + longest or now - ago + window
    if leaves > now then redis.call('ZADD', places, ms(leaves), id) end
  end
  place = place + 2
end
if operation == 'all' then
  redis.call('HSET', state, 'm' .. machine, '1', 'grace', ms(grace))
  is_known = '1'
end

local leave_of = function(rank)
  local entry = redis.call('ZREVRANGE', places, rank, rank, 'WITHSCORES')
  return tonumber(entry[2] or now)
end
local free = function(most)
  if redis.call('ZCARD', places) < most then return math.max(now, blocked) end
  return math.max(now, blocked, leave_of(most - 1))
end
local ask = function(id)
  local slot = free(limit)
  if slot > now then
    slot = math.max(slot, last + gap)
    last = slot
    redis.call('HSET', state, 'last', ms(last))
  end
  redis.call('ZADD', places, ms(slot + longest), id)
  return slot
end

local granted, wait, later = 0, 0, 0
local is_open = is_known and grace <= now
if operation == 'hold' then
  blocked = math.max(blocked, now + reserve)
  redis.call('HSET', state, 'blocked', ms(blocked))
elseif operation == 'turn' and is_open then
  wait = ask(ARGV[13]) - now
  granted = 1
  -- A process that sends many requests gets several slots at once, while less than half of the limit is used.
  while granted < count and wait == 0 and redis.call('ZCARD', places) * 2 < limit do
    redis.call('ZADD', places, ms(now + longest), ARGV[13 + granted])
    granted = granted + 1
  end
elseif operation == 'again' and is_open then
  local leaves = tonumber(redis.call('ZSCORE', places, ARGV[13]) or 0)
  local slot = leaves - longest
  if leaves == 0 or (blocked > now and blocked > slot) then
    redis.call('ZREM', places, ARGV[13])
    slot = ask(ARGV[13])
  end
  granted = 1
  wait = math.max(0, slot - now)
  -- A process that sends many requests also reserves its next slot in this call.
  if wait == 0 and count > 1 then
    later = ask(ARGV[14]) - now
    granted = 2
  end
elseif operation == 'bulk' and is_open then
  local most = math.max(1, limit - reserve)
  local room = most - redis.call('ZCARD', places)
  redis.call('ZREMRANGEBYSCORE', waiting, '-inf', ms(now - 2000))
  local mine = tonumber(redis.call('ZSCORE', waiting, process) or 0)
  local ahead = redis.call('ZCOUNT', waiting, '-inf', mine > 0 and '(' .. ms(mine) or '+inf')
  local left = room - ahead * bulk
  if blocked > now then wait = blocked - now
  elseif left > 0 then
    granted = math.min(left, count)
    for n = 0, granted - 1 do redis.call('ZADD', places, ms(now + longest), ARGV[13 + n]) end
    redis.call('ZREM', waiting, process)
  else
    -- Wait until this process, and each one that waited before it, can get the slots it asked for.
    local rank = math.max(0, most - (ahead + 1) * bulk)
    wait = math.max(1, leave_of(rank) - now)
    redis.call('ZADD', waiting, ms(now + wait), process)
    redis.call('PEXPIRE', waiting, ms(wait + longest))
  end
end

local soon = ms(3 * longest)
redis.call('PEXPIRE', places, soon)
redis.call('PEXPIRE', state, soon)
redis.call('PEXPIRE', machines, '3600000')
local answer = { ms(now), ms(math.max(0, grace - now)), is_known and 1 or 0, redis.call('ZCARD', places),
  redis.call('ZCARD', machines), ms(math.max(0, blocked - now)), granted, ms(wait), ms(later), limit }
if operation == 'look' then
  answer[11] = ms(math.max(0, free(limit) - now))
  answer[12] = ms(math.max(0, leave_of(0) - now))
  answer[13] = {}
  local used = uses()
  for _, owner in ipairs(redis.call('ZRANGE', machines, 0, -1)) do
    table.insert(answer[13], owner)
    table.insert(answer[13], used[owner] or 0)
  end
end
return answer
`);

/**
 * The reply to one call of the ledger script: the state of the shared rate limit, and the slots that were granted. All
 * times are in milliseconds from now.
 */
export interface LedgerReply {
  /**
   * The remaining time in which each machine may send only its share of the limit, because the server was restarted or
   * lost data; 0 without this restriction.
   */
  readonly grace: number;
  /** True if the server knows all requests of this machine. False, for example, after a restart of the server. */
  readonly isKnown: boolean;
  /** The number of slots that count towards the limit, as a total over all machines. */
  readonly used: number;
  readonly machines: number;
  /** The time until a pause that the service requested ends; 0 without a pause. */
  readonly pause: number;
  /** The number of slots (permissions to send one request) that the server granted. It may have been asked for more. */
  readonly granted: number;
  /**
   * The time until the process may use the granted slots. If no slot was granted, it is the time until the process may
   * ask the server again.
   */
  readonly wait: number;
  /** If the server granted two slots at once, the time until the process may use the second one. Otherwise 0. */
  readonly later: number;
  /**
   * The number of requests that this machine may send in each window of the rate limit. It is the limit without the
   * requests that are kept free for other machines.
   */
  readonly usable: number;
}

/**
 * A machine that shares the rate limit. `used` is the number of its requests that still count against the limit.
 * `machine` is a digest of its name.
 */
interface MachineUse {
  readonly machine: string;
  readonly used: number;
}

/** The reply to `look`: the state of the shared limit and its machines. Times are milliseconds from now. */
export interface LedgerStatus extends LedgerReply {
  /** The milliseconds until the next request may be sent. */
  readonly nextIn: number;
  /** The milliseconds until all requests sent so far have stopped counting against the limit. */
  readonly resetIn: number;
  /** The machines, those with the most requests first. */
  readonly uses: readonly MachineUse[];
}

/**
 * A report to the server about one slot (a permission to send one request). `ago` is the number of milliseconds since
 * the request ended. It is RELEASED if the request was not sent or got a response with status 429, and IN_PROGRESS if
 * the request has not ended.
 */
export interface SlotReport {
  readonly id: string;
  readonly ago: number;
}
/**
 * A special value of `SlotReport.ago`. It means that the slot was given back, because no request was sent with it or
 * the service responded with 429.
 */
export const RELEASED = -1;
/** A special value of `SlotReport.ago`. It means that the request of the slot is still in progress. */
export const IN_PROGRESS = -2;

/**
 * The operations of the ledger script, which counts requests. `turn` and `bulk` reserve slots (permissions to send one
 * request), and `again` returns how long a request must still wait for its slot. `hold` pauses all machines, and `look`
 * reads the state. Every operation can also report on earlier slots. `note` does only this, and `all` reports on all
 * recent requests of this machine.
 */
export type LedgerCall = 'turn' | 'again' | 'bulk' | 'hold' | 'note' | 'all' | 'look';

/**
 * The caller of the ledger script. `machine` and `process` are digests that identify the machine and the process of the
 * caller. `rate` is the rate limit that all callers share.
 */
interface LedgerCaller {
  readonly machine: string;
  readonly process: string;
  readonly rate: RateLimit;
}

/**
 * Returns the maximum number of slots that a process reserves in one call: a 32nd of the rate limit, but at least 1 and
 * at most 8.
 */
export const computeBatchSize = ({ limit }: RateLimit): number =>
  Math.min(8, Math.max(1, Math.floor(limit / 32)));

/**
 * Returns the number of slots that the shared server never assigns: 2 % of the rate limit, or 0 for a limit below 50.
 * They are left for machines that cannot reach this server.
 */
export const computeSpareSlots = ({ limit }: RateLimit): number => (limit < 50 ? 0 : Math.ceil(limit / 50));

/**
 * Returns the maximum number of slots that one machine must leave free for each other machine. It is a sixtieth of the
 * limit, but at least 1. For a limit below 50, it is 0.
 */
const computeMachineReserve = ({ limit }: RateLimit): number =>
  limit < 50 ? 0 : Math.max(1, Math.floor(limit / 60));

/**
 * Returns the number of requests that a machine may send in one window even if it cannot reach the server. With many
 * `machines`, the number is lower. For a limit below 50, it is 0.
 */
export const computeAssuredSlots = (rate: RateLimit, machines: number): number =>
  Math.min(computeMachineReserve(rate), Math.floor((rate.limit - computeSpareSlots(rate)) / 5 / machines));

/**
 * The maximum number of reports about earlier slots (for example that a request has ended) that are sent to the server
 * in one call of the ledger script. If there are more, the oldest are left out.
 */
const MAX_SLOT_REPORTS = 2_000;
const MAX_MACHINES = 10_000;

/**
 * Limits the numbers in a reply of the server. A reply is invalid if its wait is longer than 100 windows of the rate
 * limit, or if its number of used slots is more than 100 times the rate limit.
 */
const MAX_WINDOWS = 100;

const parseLedgerReply = (reply: unknown, { limit, windowMs }: RateLimit): LedgerReply => {
  const numbers = readReplyList(reply).slice(0, 10).map(readReplyNumber);
  const readUpTo = (maxValue: number, index: number): number => {
    const number = numbers[index];
    if (number === undefined || number < 0 || number > maxValue) throw createInvalidReplyError();
    return number;
  };
  return {
    grace: readUpTo(computeMaxCountedMs(windowMs) + 1, 1),
    isKnown: numbers[2] === 1,
    used: readUpTo(MAX_WINDOWS * limit, 3),
    machines: readUpTo(MAX_MACHINES, 4),
    pause: readUpTo(windowMs, 5),
    granted: readUpTo(limit, 6),
    wait: readUpTo(MAX_WINDOWS * windowMs, 7),
    later: readUpTo(MAX_WINDOWS * windowMs, 8),
    usable: readUpTo(limit, 9),
  };
};

const parseLedgerStatus = (reply: unknown, rate: RateLimit): LedgerStatus => {
  const [nextIn, resetIn] = readReplyList(reply).slice(10, 12).map(readReplyNumber);
  const pairs = readReplyList(readReplyList(reply)[12]);
  if (nextIn === undefined || resetIn === undefined || pairs.length > 2 * MAX_MACHINES)
    throw createInvalidReplyError();
  const uses = pairs.flatMap((machine, index) => {
    if (index % 2 === 1) return [];
    if (!isTextReply(machine) || !/^[0-9a-f]{1,24}$/.test(machine)) throw createInvalidReplyError();
    return [{ machine, used: readReplyNumber(pairs[index + 1]) }];
  });
  const byUse = uses.toSorted((a, b) => b.used - a.used || (a.machine < b.machine ? -1 : 1));
  return { ...parseLedgerReply(reply, rate), nextIn, resetIn, uses: byUse };
};

/**
 * Creates the functions that call the ledger script on a server: `look` reads the state, `ask` makes every other call.
 * They reject with an EngineUnavailableError if the call fails or the reply is invalid.
 */
export const createRequestLedger = (
  engine: EngineConnection,
  names: LedgerNames,
  { machine, process, rate }: LedgerCaller,
) => {
  const { limit, windowMs } = rate;
  const fixedArguments = [
    windowMs,
    limit - computeSpareSlots(rate),
    Math.ceil(computeMaxCountedMs(windowMs)),
    machine,
    process,
    engine.serverInfo.runId,
    windowMs / limit / 32,
    Math.ceil(computeBatchSize(rate) / 2),
  ];
  const runScript = (
    call: LedgerCall,
    reserve: number,
    ids: readonly string[],
    reports: readonly SlotReport[],
  ) =>
    engine.run(LEDGER_SCRIPT, names.ledger, [
      call,
      ...fixedArguments,
      Math.ceil(reserve),
      ids.length,
      computeMachineReserve(rate),
      ...ids,
      ...reports.slice(-MAX_SLOT_REPORTS).flatMap(({ id, ago }) => [id, Math.floor(ago)]),
    ]);
  return {
    async ask(
      call: LedgerCall,
      reserve: number,
      ids: readonly string[],
      reports: readonly SlotReport[],
    ): Promise<LedgerReply> {
      return parseLedgerReply(await runScript(call, reserve, ids, reports), rate);
    },
    async look(reports: readonly SlotReport[]): Promise<LedgerStatus> {
      return parseLedgerStatus(await runScript('look', 0, [], reports), rate);
    },
  };
};

/** The functions that count the requests of all machines. Each runs a script on the server of TOILE_SHARED. */
export type RequestLedger = ReturnType<typeof createRequestLedger>;
