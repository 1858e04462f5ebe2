import { createScript } from './engine-connection.ts';

/**
 * The request ledger as one atomic script that uses the clock of the server. The rules are those of
 * rate-limit/sliding-window.ts. A slot is a member of a sorted set: its score is the millisecond at which it leaves
 * the window, and its name begins with its machine.
 *
 * KEYS: slots, state, machines, waiting processes. ARGV: question, window, limit, longest count, machine, process,
 * run, gap, known share of a waiting process, reserve, number of new ids, slots reserved for each idle machine, the
 * new ids, and then the results of earlier slots: id and how many milliseconds ago it ended, or -1 for released, -2
 * for in progress.
 *
 * Replies: now, milliseconds of grace, whether this machine has to report all that it knows, used, machines, pause,
 * and for the question: slots given, milliseconds until the first, milliseconds until the next, and the limit minus
 * the reserved slots.
 */
export const LEDGER_SCRIPT = createScript(`
local places, state, machines, waiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local what, window, limit, longest = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local machine, process, run, gap = ARGV[5], ARGV[6], ARGV[7], tonumber(ARGV[8])
local bulk, reserve, count, each = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ms = function(number) return string.format('%.0f', number) end

redis.call('ZREMRANGEBYSCORE', places, '-inf', ms(now))
local kept = redis.call('HMGET', state, 'run', 'grace', 'blocked', 'last', 'm' .. machine)
local grace, blocked, last = tonumber(kept[2] or 0) or 0, tonumber(kept[3] or 0) or 0, tonumber(kept[4] or 0) or 0
local is_known = kept[5]
-- Where its clock was set back, what was ahead of it is no further ahead than it can be.
grace, blocked = math.min(grace, now + longest), math.min(blocked, now + window)
if kept[1] ~= run then
  -- It was started anew: what was sent meanwhile, and what it has lost, every machine has to say first.
  if kept[1] then grace = now + longest end
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
-- A few for every other machine: so many it may have sent when it cannot ask.
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
    -- A place that the engine gave and has lost: it does not know what else it has lost.
    if what == 'all' and string.sub(id, -1) == '!' then
      id = string.sub(id, 1, -2)
      if not redis.call('ZSCORE', places, id) then grace = math.max(grace, now + longest) end
    end
    local leaves = ago == -2 and now + longest or now - ago + window
    if leaves > now then redis.call('ZADD', places, ms(leaves), id) end
  end
  place = place + 2
end
if what == 'all' then
  redis.call('HSET', state, 'm' .. machine, '1', 'grace', ms(grace))
  is_known = '1'
end

local leave_of = function(rank)
  local one = redis.call('ZREVRANGE', places, rank, rank, 'WITHSCORES')
  return tonumber(one[2] or now)
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

local given, wait, later = 0, 0, 0
local is_open = is_known and grace <= now
if what == 'hold' then
  blocked = math.max(blocked, now + reserve)
  redis.call('HSET', state, 'blocked', ms(blocked))
elseif what == 'turn' and is_open then
  wait = ask(ARGV[13]) - now
  given = 1
  -- For who sends much, a few more at once, while more than half of the limit is free.
  while given < count and wait == 0 and redis.call('ZCARD', places) * 2 < limit do
    redis.call('ZADD', places, ms(now + longest), ARGV[13 + given])
    given = given + 1
  end
elseif what == 'again' and is_open then
  local leaves = tonumber(redis.call('ZSCORE', places, ARGV[13]) or 0)
  local slot = leaves - longest
  if leaves == 0 or (blocked > now and blocked > slot) then
    redis.call('ZREM', places, ARGV[13])
    slot = ask(ARGV[13])
  end
  given = 1
  wait = math.max(0, slot - now)
  -- Who sends much takes its next place in the queue with the same question.
  if wait == 0 and count > 1 then
    later = ask(ARGV[14]) - now
    given = 2
  end
elseif what == 'bulk' and is_open then
  local most = math.max(1, limit - reserve)
  local room = most - redis.call('ZCARD', places)
  redis.call('ZREMRANGEBYSCORE', waiting, '-inf', ms(now - 2000))
  local mine = tonumber(redis.call('ZSCORE', waiting, process) or 0)
  local ahead = redis.call('ZCOUNT', waiting, '-inf', mine > 0 and '(' .. ms(mine) or '+inf')
  local left = room - ahead * bulk
  if blocked > now then wait = blocked - now
  elseif left > 0 then
    given = math.min(left, count)
    for n = 0, given - 1 do redis.call('ZADD', places, ms(now + longest), ARGV[13 + n]) end
    redis.call('ZREM', waiting, process)
  else
    -- When there is room for those who came before, and for a few more.
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
  redis.call('ZCARD', machines), ms(math.max(0, blocked - now)), given, ms(wait), ms(later), limit }
if what == 'look' then
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
