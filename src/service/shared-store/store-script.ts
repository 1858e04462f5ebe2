import { createScript } from './engine-connection.ts';

/**
 * The store of Tech Pack orders: one key for each order (service, caller and design), and one hash with the store id,
 * the run of the server that it belongs to, a version that every change increases, and the digest of each order. The
 * digests reveal an order that was lost or restored separately.
 *
 * KEYS: store, holders, record. ARGV: operation, store id, run, holder, milliseconds of the lease, and then
 * for `change`: field, digest of the text that was read, new text, milliseconds after which it expires (0: never);
 * for `look` and for moving a damaged record: field; for `list`: cursor. `init` sets store id and run, `retire`
 * removes the store id.
 *
 * Replies: status, whether the run is the same, version, living holders; then for `look` and `change` whether it
 * changed and the text, for `list` the next cursor and for each order field, whether it is intact, and text.
 * Status: 0 success, 1 no id, 2 another id, 3 the order was lost or restored.
 */
export const STORE_SCRIPT = createScript(`
local store, holders, record = KEYS[1], KEYS[2], KEYS[3]
local what, id, run, holder, lease = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ms = function(number) return string.format('%.0f', number) end
redis.call('ZREMRANGEBYSCORE', holders, '-inf', ms(now))
local known = redis.call('HMGET', store, 'id', 'run', 'version')

local answer = function(status, ...)
  return { status, known[2] == run and 1 or 0, tonumber(known[3] or 0), redis.call('ZRANGE', holders, 0, -1), ... }
end
if what == 'init' then
  redis.call('HSET', store, 'id', id, 'run', run)
  known = redis.call('HMGET', store, 'id', 'run', 'version')
end
if not known[1] then return answer(1) end
if known[1] ~= id then return answer(2) end

-- Whether the text is what was written last. A finished one expires.
local is_whole = function(field, text)
  local digest, ends = string.match(redis.call('HGET', store, field) or '', '^(%x+) (%d+)$')
  if not digest then return text == '' end
  if text == '' and ends ~= '0' and tonumber(ends) <= now + 1000 then
    redis.call('HDEL', store, field)
    return true
  end
  return redis.sha1hex(text) == digest
end

if what == 'retire' then redis.call('HDEL', store, 'id') end
if what == 'list' then
  local found = redis.call('HSCAN', store, ARGV[6], 'MATCH', 'd:*', 'COUNT', '100')
  local all = {}
  for n = 1, #found[2], 2 do
    local field = found[2][n]
    local text = redis.call('GET', store .. ':' .. field) or ''
    local whole = is_whole(field, text)
    if text ~= '' or not whole then
      table.insert(all, field)
      table.insert(all, whole and 1 or 0)
      table.insert(all, text)
    end
  end
  return answer(0, found[1], all)
end

local changed, text = 0, ''
local field = ARGV[6]
if what == 'look' or what == 'change' then
  text = redis.call('GET', record) or ''
  if not is_whole(field, text) then return answer(3) end
end
if what == 'change' and (text == '' and '' or redis.sha1hex(text)) == ARGV[7] then
  local after = tonumber(ARGV[9])
  text = ARGV[8]
  if after == 0 then redis.call('SET', record, text) else redis.call('SET', record, text, 'PX', ms(after)) end
  redis.call('HSET', store, field, redis.sha1hex(text) .. ' ' .. (after == 0 and '0' or ms(now + after)))
  known[3] = redis.call('HINCRBY', store, 'version', 1)
  changed = 1
end
if what == 'aside' then
  if redis.call('EXISTS', record) == 1 then redis.call('RENAME', record, record .. ':aside') end
  redis.call('HDEL', store, field)
  changed = 1
end
if changed == 1 or what == 'hold' then
  redis.call('ZADD', holders, ms(now + lease), holder)
  redis.call('PEXPIRE', holders, ms(2 * lease))
end
return answer(0, changed, text)
`);
