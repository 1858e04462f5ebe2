import { script } from './connection.ts';

/**
 * The book of purchases, one sealed text, changed only by who has seen it as it is; and who is at a request, until a
 * moment by the clock of the engine.
 *
 * KEYS book holders; ARGV what, holder, milliseconds for which it holds, and to change it: the digest of what was
 * seen, the new text, and after how many milliseconds it may go (0: never).
 *
 * Answers: whether it was changed, the text, and who lives.
 */
export const JOURNAL = script(`
local book, holders = KEYS[1], KEYS[2]
local what, holder, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ms = function(number) return string.format('%.0f', number) end
redis.call('ZREMRANGEBYSCORE', holders, '-inf', ms(now))
if redis.call('STRLEN', book) > 1048576 then return { -1, '', {} } end
local text = redis.call('GET', book) or ''
local changed = 0
if what == 'change' and (text == '' and '' or redis.sha1hex(text)) == ARGV[4] then
  text = ARGV[5]
  changed = 1
  if ARGV[6] == '0' then redis.call('SET', book, text) else redis.call('SET', book, text, 'PX', ARGV[6]) end
end
if what == 'aside' and text ~= '' then
  redis.call('RENAME', book, book .. ':aside')
  redis.call('PEXPIRE', book .. ':aside', ARGV[6])
  changed = 1
end
if changed == 1 or what == 'hold' then
  redis.call('ZADD', holders, ms(now + lease), holder)
  redis.call('PEXPIRE', holders, ms(2 * lease))
end
return { changed, text, redis.call('ZRANGE', holders, 0, -1) }
`);
