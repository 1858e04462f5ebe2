import { createHash } from 'node:crypto';
import { Unavailable } from '../../platform/errors.ts';
import { hintText, nextCommand } from '../../platform/escape/shell.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import type { JsonReadResult, VersionedJson } from '../../platform/system/json-file.ts';
import { type OrderFile, parseOrderFile } from '../tech-packs/order-file.ts';
import { createScript, type EngineConnection } from './engine-connection.ts';
import { createInvalidReplyError, isTextReply, readReplyList, readReplyNumber } from './engine-replies.ts';
import { decryptText, encryptText, type StoreNames } from './key-names.ts';

/**
 * The Lua script for the Tech Pack orders on the server. The store has one key for the orders of each user and design.
 * It also has one hash with the store id, the run id of the server, a version that every change increases, and the
 * digest of each key's text. A text that does not match its digest was lost or restored from a backup.
 *
 * KEYS: store (the hash), holders (the processes that send an order), record (the key of the orders).
 *
 * ARGV: operation, store id, run id, holder, milliseconds of the lease, and the parameters of the operation:
 * - `look` reads a record: field.
 * - `change` replaces a record, if its text is still the one that was read: field, digest of the text that was read,
 *   new text, milliseconds until the new text expires (0: never).
 * - `set_aside` renames a record: field.
 * - `list` lists the records: cursor.
 * - `init` sets store id and run id, `retire` removes the store id, `hold` renews the lease.
 *
 * The reply is a list: status, 1 if the run id is the same, version, living holders. Then `list` has the next cursor,
 * and for each record its field, 1 if it is intact, and its text. Other operations have 1 if the record changed, and
 * its text. Status: 0 success, 1 no store id, 2 another store id, 3 the record was lost or restored.
 */
export const STORE_SCRIPT = createScript(`
local store, holders, record = KEYS[1], KEYS[2], KEYS[3]
local operation, id, run, holder, lease = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ms = function(number) return string.format('%.0f', number) end
redis.call('ZREMRANGEBYSCORE', holders, '-inf', ms(now))
local known = redis.call('HMGET', store, 'id', 'run', 'version')

local answer = function(status, ...)
  return { status, known[2] == run and 1 or 0, tonumber(known[3] or 0), redis.call('ZRANGE', holders, 0, -1), ... }
end
if operation == 'init' then
  redis.call('HSET', store, 'id', id, 'run', run)
  known = redis.call('HMGET', store, 'id', 'run', 'version')
end
if not known[1] then return answer(1) end
if known[1] ~= id then return answer(2) end

-- Returns true if the text is the one that was written last. The text of a finished order expires.
local is_whole = function(field, text)
  local digest, ends = string.match(redis.call('HGET', store, field) or '', '^(%x+) (%d+)$')
  if not digest then return text == '' end
  if text == '' and ends ~= '0' and tonumber(ends) <= now + 1000 then
    redis.call('HDEL', store, field)
    return true
  end
  return redis.sha1hex(text) == digest
end

if operation == 'retire' then redis.call('HDEL', store, 'id') end
if operation == 'list' then
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
if operation == 'look' or operation == 'change' then
  text = redis.call('GET', record) or ''
  if not is_whole(field, text) then return answer(3) end
end
if operation == 'change' and (text == '' and '' or redis.sha1hex(text)) == ARGV[7] then
  local after = tonumber(ARGV[9])
  text = ARGV[8]
  if after == 0 then redis.call('SET', record, text) else redis.call('SET', record, text, 'PX', ms(after)) end
  redis.call('HSET', store, field, redis.sha1hex(text) .. ' ' .. (after == 0 and '0' or ms(now + after)))
  known[3] = redis.call('HINCRBY', store, 'version', 1)
  changed = 1
end
if operation == 'set_aside' then
  if redis.call('EXISTS', record) == 1 then redis.call('RENAME', record, record .. ':damaged') end
  redis.call('HDEL', store, field)
  changed = 1
end
if changed == 1 or operation == 'hold' then
  redis.call('ZADD', holders, ms(now + lease), holder)
  redis.call('PEXPIRE', holders, ms(2 * lease))
end
return answer(0, changed, text)
`);

/**
 * Thrown if the store of orders has a wrong id or no id, has lost data, or may lose data. toile then sends no order,
 * not even with `--local-guard`, which permits an order while the server is unavailable.
 */
export class StoreRefusedError extends Unavailable {}

const createStoreRefusal = (code: string, why: string): StoreRefusedError =>
  new StoreRefusedError(`${why}; nothing was sent`, {
    code,
    hint: hintText`check the purchases on the website of the service; then create a new store id: ${nextCommand`toile shared init`}`,
  });

/** Creates the error for a TOILE_SHARED without a store id. `displayAddress` is the address without credentials. */
export const createMissingIdError = (displayAddress: string): StoreRefusedError =>
  createStoreRefusal('shared_no_id', `TOILE_SHARED (${displayAddress}) has no store id`);

/**
 * The order records of all machines, in the store on the server. Its functions throw an EngineUnavailableError if the
 * server is unavailable, and a StoreRefusedError if the store lost data or has another id.
 */
export interface SharedOrderStore {
  /**
   * Returns the name under which the store holds the orders of a design. The name is a digest, so it does not reveal
   * the design.
   */
  getField(design: string): string;
  /**
   * Opens the orders of one design. `field` is the name under which the store has these orders, as `getField` returns
   * it.
   */
  openFile(field: string): OrderFile;
  /**
   * Yields the orders of each design (`found`) and their name in the store (`field`). `found` is `unreadable` if the
   * server has lost or replaced the orders.
   */
  listAll(): AsyncIterable<{ readonly field: string; readonly found: JsonReadResult }>;
  /**
   * Throws if the server may have lost orders, or may lose some in the future. This is the case if it removes keys when
   * its memory is full, if it was restarted, or if its data comes from an old backup.
   */
  assertSafe(): Promise<void>;
  /**
   * Returns true if the process `holder` may still be sending an order. This is the case if its lease (a time limit
   * that it renews in the store) had not expired at the last call to the server.
   */
  isHolderAlive(holder: string): boolean;
  renewLease(): Promise<void>;
}

interface SharedOrderStoreOptions {
  readonly names: StoreNames;
  readonly origin: string;
  readonly userId: string;
  readonly me: string;
  readonly displayAddress: string;
  engine(): Promise<EngineConnection>;
  /**
   * `getCount` returns the highest version of the store that this machine has seen. `record` saves a version that the
   * server has sent.
   */
  readonly version: { getCount(): number; record(version: number): void };
}

/**
 * The duration of a lease in milliseconds. A process that sends an order has a lease and renews it. If the lease
 * expires, other machines assume that the process has ended.
 */
export const LEASE_MS = 90_000;
/** The milliseconds after which a finished order expires (400 days). */
const CLOSED_ORDER_MS = 400 * 24 * 3_600_000;
/** The maximum number of attempts to change a record that other machines change at the same time. */
const MAX_CHANGE_TRIES = 200;
const CLOSED_STATES = new Set(['refused', 'fetched']);

const computeSha1 = (text: string): string =>
  text === '' ? '' : createHash('sha1').update(text).digest('hex');

const areOrdersClosed = (content: VersionedJson): boolean => {
  const found: JsonReadResult = { is: 'read', value: content };
  const { records, damaged } = parseOrderFile(found);
  return damaged.length === 0 && records.every(({ state }) => CLOSED_STATES.has(state));
};

const runStoreScript = async (
  engine: EngineConnection,
  names: StoreNames,
  holder: string,
  operation: string,
  field: string,
  ...parameters: readonly (string | number)[]
): Promise<readonly unknown[]> => {
  const keys = [names.store, names.holders, `${names.store}:${field}`];
  const fixedArguments = [operation, names.id, engine.serverInfo.runId, holder, LEASE_MS];
  return readReplyList(await engine.run(STORE_SCRIPT, keys, [...fixedArguments, ...parameters]));
};

/**
 * Creates the functions that read and write the orders in the store on the server. The orders are encrypted with a key
 * that is derived from the id of the store.
 */
export const createSharedOrderStore = (options: SharedOrderStoreOptions): SharedOrderStore => {
  const { names, displayAddress } = options;
  const path = `the store at ${displayAddress}`;
  const me = names.digest(options.me);
  let livingHolders: ReadonlySet<string> = new Set();

  const ask = async (operation: string, field: string, ...parameters: readonly (string | number)[]) => {
    const reply = await runStoreScript(await options.engine(), names, me, operation, field, ...parameters);
    const [status, isSameRun, version] = reply.slice(0, 3).map(readReplyNumber);
    if (status === 1)
      throw createStoreRefusal('shared_lost', `${path} has no id: it is new, was emptied or lost its data`);
    if (status === 2) throw createStoreRefusal('shared_lost', `the id of ${path} differs from TOILE_SHARED`);
    if (isSameRun === undefined || version === undefined) throw createInvalidReplyError();
    livingHolders = new Set(readReplyList(reply[3]).filter(isTextReply));
    // Every reply has the version of the store's data. If this machine has already seen a higher version, the data is
    // an old copy, such as a restored backup. The id of the store is then removed, so that every machine refuses to use
    // the store.
    if (version < options.version.getCount()) {
      if (operation !== 'retire') await ask('retire', '');
      throw createStoreRefusal(
        'shared_lost',
        `${path} has older data than when this machine last used it, for example from a restored backup`,
      );
    }
    options.version.record(version);
    return { isLost: status === 3, isSameRun: isSameRun === 1, rest: reply.slice(4) };
  };

  const read = (text: string, field: string): JsonReadResult => {
    if (text === '') return { is: 'absent' };
    const plain = decryptText(text, names.encryptionKey, field);
    if (plain === undefined) return { is: 'unreadable', why: 'it belongs to another record' };
    try {
      const value: unknown = JSON.parse(plain);
      const isBook = isRecord(value) && Number.isSafeInteger(value.version);
      return isBook ? { is: 'read', value: value as unknown as VersionedJson } : { is: 'corrupted' };
    } catch {
      return { is: 'corrupted' };
    }
  };
  const LOST_RECORD: JsonReadResult = { is: 'unreadable', why: 'it was lost or replaced on the server' };

  const runOnRecord = async (
    operation: string,
    field: string,
    ...parameters: readonly (string | number)[]
  ) => {
    const reply = await ask(operation, field, field, ...parameters);
    if (reply.isLost) return { isChanged: false, text: '', found: LOST_RECORD };
    const [changed, text] = reply.rest;
    if (!isTextReply(text)) throw createInvalidReplyError();
    return { isChanged: changed === 1, text, found: read(text, field) };
  };

  return {
    getField: (design) => names.field(options.origin, options.userId, design),
    openFile: (field) => ({
      path,
      read: async () => (await runOnRecord('look', field)).found,
      async change(edit) {
        let current = await runOnRecord('look', field);
        for (let triesLeft = MAX_CHANGE_TRIES; triesLeft > 0; triesLeft -= 1) {
          const { next, result } = edit(current.found);
          if (next === undefined) return result;
          const text = encryptText(JSON.stringify(next), names.encryptionKey, field);
          current = await runOnRecord(
            'change',
            field,
            computeSha1(current.text),
            text,
            areOrdersClosed(next) ? CLOSED_ORDER_MS : 0,
          );
          if (current.isChanged) return result;
        }
        throw new Unavailable('other machines keep changing this record, so it was not saved', {
          code: 'shared_busy',
        });
      },
      async moveAside() {
        await runOnRecord('set_aside', field);
        return `${displayAddress}, under another name`;
      },
    }),
    async *listAll() {
      const seenFields = new Set<string>();
      for (let cursor = '0'; ; ) {
        const { rest } = await ask('list', '', cursor);
        const [next, all] = [rest[0], readReplyList(rest[1])];
        for (let at = 0; at + 2 < all.length; at += 3) {
          const [field, whole, text] = all.slice(at, at + 3);
          if (!isTextReply(field) || !isTextReply(text)) throw createInvalidReplyError();
          // The Redis command HSCAN may return an entry twice.
          if (!seenFields.has(field)) yield { field, found: whole === 1 ? read(text, field) : LOST_RECORD };
          seenFields.add(field);
        }
        if (!isTextReply(next) || !/^\d{1,20}$/.test(next)) throw createInvalidReplyError();
        if (next === '0') return;
        cursor = next;
      }
    },
    async assertSafe() {
      const { isEvicting } = await (await options.engine()).fetchServerInfo();
      if (isEvicting)
        throw new StoreRefusedError(
          `the server at ${displayAddress} deletes data when its memory is full and could lose a request; nothing was sent`,
          {
            code: 'shared_evicting',
            hint: hintText`set its maxmemory-policy to noeviction; ${nextCommand`toile doctor`} checks it`,
          },
        );
      const { isSameRun } = await ask('look', '', '');
      if (!isSameRun)
        throw new StoreRefusedError(
          `the server at ${displayAddress} was restarted or replaced and may have lost requests; nothing was sent`,
          {
            code: 'shared_restarted',
            hint: hintText`if it lost nothing: ${nextCommand`toile shared init --keep`}\nafter a restored backup, or if it may have lost data: ${nextCommand`toile shared init`}`,
          },
        );
    },
    isHolderAlive: (holder) => livingHolders.has(names.digest(holder)),
    async renewLease() {
      await ask('hold', '');
    },
  };
};

type StoreStatus = 'none' | 'same' | 'other';

/**
 * Compares the store id in the database with the store id in `names`. Returns `same`, `other`, or `none` if the
 * database has no store id. The operation `init` first saves the store id from `names` in the database.
 */
export const checkStoreId = async (
  engine: EngineConnection,
  names: StoreNames,
  operation: 'look' | 'init',
): Promise<StoreStatus> => {
  const [reply] = await runStoreScript(engine, names, '', operation, '', '');
  const status = readReplyNumber(reply);
  return status === 1 ? 'none' : status === 2 ? 'other' : 'same';
};
