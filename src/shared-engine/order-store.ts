import { createHash } from 'node:crypto';
import { advice, toType } from '../border/shell.ts';
import { Unavailable } from '../errors.ts';
import { isRecord } from '../json/values.ts';
import { bookIn, type PurchasesFile } from '../purchases/store-entries.ts';
import type { Found, Versioned } from '../system/json-file.ts';
import type { Engine } from './connection.ts';
import type { StoreNames } from './names.ts';
import { foreign, isText, listIn, numberIn } from './replies.ts';
import { sealText, unsealText } from './seal.ts';
import { STORE } from './store-script.ts';

/** The store is not the one that TOILE_SHARED names, or has lost something: nothing is sent, not even alone. */
export class StoreRefused extends Unavailable {}

const refuse = (code: string, why: string): StoreRefused =>
  new StoreRefused(`${why}; nothing was sent`, {
    code,
    hint: advice`look at the purchases on the service's own site; then a person starts the store anew: ${toType`toile shared init`}`,
  });

/** Refuses orders where TOILE_SHARED has no store id. */
export const refuseNoId = (shown: string): StoreRefused =>
  refuse('shared_no_id', `TOILE_SHARED (${shown}) has no store id`);

/** The requests of all machines that use a store. */
export interface OrderStore {
  fieldOf(design: string): string;
  /** The requests for one design, as a file. */
  file(field: string): PurchasesFile;
  /** Every request of every caller; those that cannot be read are damaged files. */
  walk(): AsyncIterable<{ readonly field: string; readonly found: Found }>;
  /** Throws where an order could be forgotten: the engine drops keys, was started anew, or the store is older. */
  assertSafe(): Promise<void>;
  /** Whether a process was at a request when the store was last asked. */
  lives(holder: string): boolean;
  /** Keeps this process at its request for a further lease. */
  hold(): Promise<void>;
}

export interface OrderStoreOptions {
  readonly names: StoreNames;
  readonly origin: string;
  readonly userId: string;
  readonly me: string;
  readonly shown: string;
  /** Rejects where the engine is away. */
  engine(): Promise<Engine>;
  /** The highest version of this store that this machine has seen. */
  readonly version: { count(): number; heard(version: number): void };
}

/** A holder that says nothing for so long counts as gone, in milliseconds. */
export const LEASE_MS = 90_000;
/** A request that came to its end is kept for so long, in milliseconds. */
const CLOSED_MS = 400 * 24 * 3_600_000;
/** So often another machine may be quicker. */
const MOST_TRIES = 200;
const CLOSED = new Set(['refused', 'fetched']);

const digestOf = (text: string): string => (text === '' ? '' : createHash('sha1').update(text).digest('hex'));

const isClosed = (book: Versioned): boolean => {
  const found: Found = { is: 'read', value: book };
  const { purchases, damaged } = bookIn(found);
  return damaged.length === 0 && purchases.every(({ state }) => CLOSED.has(state));
};

export const createOrderStore = (options: OrderStoreOptions): OrderStore => {
  const { names, shown } = options;
  const path = `the store at ${shown}`;
  const me = names.digest(options.me);
  let living: ReadonlySet<string> = new Set();

  const ask = async (what: string, field: string, ...rest: readonly (string | number)[]) => {
    const engine = await options.engine();
    const keys = [names.store, names.holders, `${names.store}:${field}`];
    const fixed = [what, names.id, engine.portrait.run, me, LEASE_MS];
    const reply = listIn(await engine.run(STORE, keys, [...fixed, ...rest]));
    const [status, isSameRun, version] = reply.slice(0, 3).map(numberIn);
    if (status === 1)
      throw refuse('shared_lost', `${path} has no id: it was emptied, or lost what it held, or is a new one`);
    if (status === 2) throw refuse('shared_lost', `${path} has another id than TOILE_SHARED`);
    if (isSameRun === undefined || version === undefined) throw foreign();
    living = new Set(listIn(reply[3]).filter(isText));
    if (version < options.version.count()) {
      // Every machine has to know it, also one that was never here before.
      if (what !== 'retire') await ask('retire', '');
      throw refuse('shared_lost', `${path} is older than this machine has seen it, as a restored backup is`);
    }
    options.version.heard(version);
    return { isLost: status === 3, isSameRun: isSameRun === 1, rest: reply.slice(4) };
  };

  const read = (text: string, field: string): Found => {
    if (text === '') return { is: 'absent' };
    const plain = unsealText(text, names.seal, field);
    if (plain === undefined) return { is: 'unreadable', why: 'it was not sealed for this place' };
    try {
      const value: unknown = JSON.parse(plain);
      const isBook = isRecord(value) && Number.isSafeInteger(value.version);
      return isBook ? { is: 'read', value: value as unknown as Versioned } : { is: 'corrupted' };
    } catch {
      return { is: 'corrupted' };
    }
  };
  const LOST: Found = { is: 'unreadable', why: 'it was lost or replaced in the engine' };

  const put = async (what: string, field: string, ...rest: readonly (string | number)[]) => {
    const reply = await ask(what, field, field, ...rest);
    if (reply.isLost) return { isChanged: false, text: '', found: LOST };
    const [changed, text] = reply.rest;
    if (!isText(text)) throw foreign();
    return { isChanged: changed === 1, text, found: read(text, field) };
  };

  return {
    fieldOf: (design) => names.field(options.origin, options.userId, design),
    file: (field) => ({
      path,
      look: async () => (await put('look', field)).found,
      async change(edit) {
        let seen = await put('look', field);
        for (let left = MOST_TRIES; left > 0; left -= 1) {
          const { next, result } = edit(seen.found);
          if (next === undefined) return result;
          const text = sealText(JSON.stringify(next), names.seal, field);
          seen = await put('change', field, digestOf(seen.text), text, isClosed(next) ? CLOSED_MS : 0);
          if (seen.isChanged) return result;
        }
        throw new Unavailable(
          'other machines change this request all the time, so nothing was written to it',
          {
            code: 'shared_busy',
          },
        );
      },
      async setAside() {
        await put('aside', field);
        return `${shown}, under another name`;
      },
    }),
    async *walk() {
      const seen = new Set<string>();
      for (let cursor = '0'; ; ) {
        const { rest } = await ask('list', '', cursor);
        const [next, all] = [rest[0], listIn(rest[1])];
        for (let at = 0; at + 2 < all.length; at += 3) {
          const [field, whole, text] = all.slice(at, at + 3);
          if (!isText(field) || !isText(text)) throw foreign();
          // A scan may give one twice.
          if (!seen.has(field)) yield { field, found: whole === 1 ? read(text, field) : LOST };
          seen.add(field);
        }
        if (!isText(next) || !/^\d{1,20}$/.test(next)) throw foreign();
        if (next === '0') return;
        cursor = next;
      }
    },
    async assertSafe() {
      const { isEvicting } = await (await options.engine()).look();
      if (isEvicting)
        throw new StoreRefused(
          `the engine at ${shown} drops what it holds when its memory is full, and could forget a request; nothing was sent`,
          {
            code: 'shared_evicting',
            hint: advice`set its maxmemory-policy to noeviction; ${toType`toile doctor`} looks at it`,
          },
        );
      const { isSameRun } = await ask('look', '', '');
      if (!isSameRun)
        throw new StoreRefused(
          `the engine at ${shown} was started anew, or another one took its place: whether it lost requests cannot be told from here; nothing was sent`,
          {
            code: 'shared_restarted',
            hint: advice`if it lost nothing: ${toType`toile shared init --keep`}; after a restored backup, or if it may have lost something: ${toType`toile shared init`}`,
          },
        );
    },
    lives: (holder) => living.has(names.digest(holder)),
    async hold() {
      await ask('hold', '');
    },
  };
};

/** What the database of TOILE_SHARED holds: no store, the one that is named, or another. */
export type StoreStatus = 'none' | 'same' | 'other';

/** Looks at the id of a store, or gives it this one for the engine as it runs now. */
export const touchStore = async (
  engine: Engine,
  names: StoreNames,
  what: 'look' | 'init',
): Promise<StoreStatus> => {
  const keys = [names.store, names.holders, `${names.store}:`];
  const reply = await engine.run(STORE, keys, [what, names.id, engine.portrait.run, '', LEASE_MS, '']);
  const status = numberIn(listIn(reply)[0]);
  return status === 1 ? 'none' : status === 2 ? 'other' : 'same';
};
