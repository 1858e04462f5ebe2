import { createHash } from 'node:crypto';
import { Unavailable } from '../errors.ts';
import { isRecord } from '../json/values.ts';
import { bookIn, forgottenIn, type PurchasesFile } from '../purchases/store-entries.ts';
import type { Found, Versioned } from '../system/json-file.ts';
import type { Engine } from './connection.ts';
import { JOURNAL } from './journal-script.ts';
import type { Names } from './names.ts';
import { foreign, isText, listIn, numberIn } from './replies.ts';
import { sealed, unsealed } from './seal.ts';

/** The book that machines share, as a file that nobody moves unasked. */
export interface Journal extends PurchasesFile {
  /** Whether whoever has that name was at a request when the book was last seen. */
  lives(holder: string): boolean;
  /** This process goes on being at its request. */
  hold(): Promise<void>;
}

export interface JournalSetting {
  readonly names: Names;
  readonly me: string;
  readonly shown: string;
  /** Rejects where the engine is away. */
  engine(): Promise<Engine>;
  /** Milliseconds since 1970. */
  now(): number;
  redact(text: string): string;
}

/** Who says nothing for so long is taken for gone, in milliseconds. */
export const LEASE_MS = 90_000;
/** What came to its end is kept for so long, in milliseconds. */
const KEPT_MS = 400 * 24 * 3_600_000;
/** So often somebody else may be quicker. */
const TRIES = 200;
const CLOSED = new Set(['refused', 'fetched']);

interface Seen {
  readonly text: string;
  readonly found: Found;
}

const isOld = (entry: unknown, now: number): boolean =>
  isRecord(entry) && now - Date.parse(String(entry.requested_at)) > KEPT_MS;

/** Without what came to its end long ago. */
const pruned = (book: Versioned, now: number): Versioned => ({
  ...book,
  ...(Array.isArray(book.purchases) && {
    purchases: book.purchases.filter(
      (one) => !(isRecord(one) && CLOSED.has(String(one.state)) && isOld(one, now)),
    ),
  }),
  ...(Array.isArray(book.forgotten) && { forgotten: book.forgotten.filter((one) => !isOld(one, now)) }),
});

/** All of it may go by itself once nothing in it is open. */
const isClosed = (book: Versioned): boolean => {
  const found: Found = { is: 'read', value: book };
  const { purchases, damaged } = bookIn(found);
  return (
    damaged.length === 0 &&
    purchases.every(({ state }) => CLOSED.has(state)) &&
    forgottenIn(found).length === 0
  );
};

export const journalOn = (setting: JournalSetting): Journal => {
  const { names, me, shown } = setting;
  const mine = names.digest(me);
  let living: ReadonlySet<string> = new Set();

  const put = async (what: string, ...rest: readonly (string | number)[]) => {
    const engine = await setting.engine();
    const reply = listIn(await engine.run(JOURNAL, names.journal, [what, mine, LEASE_MS, ...rest]));
    const [changed, text, holders] = [numberIn(reply[0]), reply[1], listIn(reply[2])];
    if (!isText(text) || changed < 0) throw foreign();
    living = new Set(holders.filter(isText));
    return { isChanged: changed === 1, text };
  };
  const read = (text: string): Found => {
    if (text === '') return { is: 'absent' };
    const plain = unsealed(text, names.seal);
    if (plain === undefined) return { is: 'unreadable', why: 'it was not sealed with this key' };
    try {
      const value: unknown = JSON.parse(plain);
      const isBook = isRecord(value) && Number.isSafeInteger(value.version);
      return isBook ? { is: 'read', value: value as unknown as Versioned } : { is: 'corrupted' };
    } catch {
      return { is: 'corrupted' };
    }
  };
  const look = async (): Promise<Seen> => {
    const { text } = await put('look');
    return { text, found: read(text) };
  };
  const digestOf = (text: string): string =>
    text === '' ? '' : createHash('sha1').update(text).digest('hex');

  return {
    path: `the journal at ${shown}`,
    look: async () => (await look()).found,
    async change(edit) {
      let seen = await look();
      for (let left = TRIES; left > 0; left -= 1) {
        const { next, result } = edit(seen.found);
        if (next === undefined) return result;
        const book = pruned(next, setting.now());
        const text = sealed(setting.redact(JSON.stringify(book)), names.seal);
        const after = await put('change', digestOf(seen.text), text, isClosed(book) ? KEPT_MS : 0);
        if (after.isChanged) return result;
        seen = { text: after.text, found: read(after.text) };
      }
      throw new Unavailable('others change the shared journal all the time, so nothing was written to it', {
        code: 'shared_busy',
      });
    },
    async setAside() {
      await put('aside', '', '', KEPT_MS);
      return `${shown}, under another name`;
    },
    lives: (holder) => living.has(names.digest(holder)),
    async hold() {
      await put('hold');
    },
  };
};
