/**
 * What was requested from this machine, kept in one file: written down before it is sent, marked on the disk before
 * its first byte leaves, completed after, so that no crash and no second process sends it twice unasked.
 */

import { asUuid } from '../border/identity.ts';
import { toType } from '../border/shell.ts';
import { Failure } from '../errors.ts';
import { forgetting } from './forget.ts';
import { at } from './machine.ts';
import type { Book, Purchase, Written } from './record.ts';
import { type Gone, isAbout, originOf, type Situation, situation, typedIn } from './situation.ts';
import { type Listed, listRecords } from './standing.ts';
import type { Event, State } from './states.ts';
import { bookIn, type PurchasesFile, rewritten, unreadable, wholeIn } from './store-entries.ts';

/** What is known of a request before it is sent. */
export type Intent = Pick<
  Purchase,
  'design_id' | 'base_url' | 'requested_at' | 'account' | 'design_name' | 'body_digests' | 'user_id'
>;

/** What became known of a request, beside its state. */
export type Learnt = Partial<
  Pick<
    Purchase,
    | 'purchase_id'
    | 'checkout_url'
    | 'amount'
    | 'currency'
    | 'http_status'
    | 'code'
    | 'reason'
    | 'status'
    | 'sha256'
  >
>;

type Intended =
  /** Written and on the disk: it may be sent once it is marked so. */
  | { readonly go: true; readonly ref: string }
  /** How things stand instead; nothing was written. */
  | { readonly go: false; readonly situation: Situation };

/** The process that keeps records. */
export interface RecordKeeper {
  /** This process, in a form that tells it from every other. */
  readonly me: string;
  /** Whether another process is gone. `since` is in ms since 1970. */
  isGone(holder: string, since: number): boolean;
  /** A random reference for a new record. */
  newRef(): string;
  /** Takes credentials out of a text; the service may have repeated them. */
  redact(text: string): string;
}

export interface Purchases {
  /** In the order in which they were made, and how many cannot be read. Throws a Failure where nothing can. */
  list(): Promise<{ readonly requests: readonly Listed[]; readonly damaged: number }>;
  find(purchaseId: string, baseUrl: string): Promise<Purchase | undefined>;
  /** The newest that has a purchase id. Throws a Failure where a record cannot be read. */
  last(baseUrl: string): Promise<Purchase | undefined>;
  /** How requests of a design stand. Throws a Failure where a record, of whichever design, cannot be read. */
  about(designId: string, baseUrl: string): Promise<Situation>;
  /**
   * Looks once more and writes down in one step. Throws a Failure where it cannot; then nothing may be sent. `ref` is
   * given where the same record is written to a second place.
   */
  intend(intent: Intent, again: boolean, ref?: string): Promise<Intended>;
  /** On the disk before the first byte leaves. False where the record was taken over: then nothing may be sent. */
  leave(ref: string): Promise<boolean>;
  /** Writes what became of it, and reads that back. Throws a Failure where it is not written. */
  settle(ref: string, event: Event, learnt: Learnt): Promise<State>;
  /** What was seen of a purchase; one that is not in the file is left alone. */
  seen(purchaseId: string, baseUrl: string, event: Event, learnt: Learnt): Promise<void>;
  /** Takes one out. Undefined where there is none; throws a Failure where a living process is at it. */
  forget(id: string): Promise<readonly Listed[] | undefined>;
  /** Puts aside what cannot be read: how many entries, and the file where it is all of it. */
  forgetDamaged(): Promise<{ readonly entries: number; readonly kept_as: string | null }>;
}

const bare = (address: string): string => address.replace(/\/+$/, '');

const isSame = (purchaseId: string, baseUrl: string) => (one: Purchase) =>
  one.purchase_id?.toLowerCase() === purchaseId.toLowerCase() && originOf(one.base_url) === originOf(baseUrl);

const unsent = (error: Failure): Failure =>
  new Failure(`nothing was sent, because the request could not be written down first: ${error.message}`, {
    code: error.code,
    hint: error.advice,
    cause: error,
  });

const unrecorded = (path: string): Failure =>
  new Failure(`what became of the request could not be written to ${path}`, {
    code: 'unrecorded',
    hint: toType`toile techpack ls`,
  });

/** The service's free texts. An id, an address or a state that a redactor rewrote would be another one. */
const FREE_TEXTS = ['checkout_url', 'currency', 'code', 'reason', 'status'] as const;

const redactTexts = (learnt: Learnt, redact: (text: string) => string): Learnt => {
  const safe: Record<string, unknown> = { ...learnt };
  for (const member of FREE_TEXTS) if (learnt[member] !== undefined) safe[member] = redact(learnt[member]);
  const { purchase_id } = learnt;
  // An id that is no uuid is never asked about: it is a text like the others.
  if (typeof purchase_id === 'string' && asUuid(purchase_id) === undefined)
    safe.purchase_id = redact(purchase_id);
  return safe;
};

const isBusy = ({ state }: Purchase): boolean => state === 'sent' || state === 'intended';

/** The purchases in a file that is only moved when a person says so. */
export const createPurchases = (file: PurchasesFile, keeper: RecordKeeper): Purchases => {
  const { me, isGone, redact } = keeper;
  const gone: Gone = ({ holder, requested_at }) =>
    holder === undefined || isGone(holder, Date.parse(requested_at));
  /** Requests of this process, by reference: an answer is written down also where their record was lost meanwhile. */
  const own = new Map<string, Purchase>();

  const read = async (): Promise<Book> => bookIn(await file.look());
  const whole = (book: Book): readonly Purchase[] => wholeIn(book, file.path);

  /** Changes the records that fit. Damaged neighbours stay as they are. Undefined where nothing changed. */
  const amend = (
    fits: (purchase: Purchase) => boolean,
    edit: (purchase: Purchase) => Purchase,
    lost?: Purchase,
  ): Promise<Purchase | undefined> =>
    file.change((found) => {
      const book = bookIn(found);
      const isKnown = lost === undefined || book.purchases.some((one) => one.ref === lost.ref);
      const all = isKnown ? book.purchases : [...book.purchases, lost];
      const changes = new Map(all.filter(fits).map((one) => [one, edit(one)]));
      const [changed] = changes.values();
      const isSame = [...changes].every(([old, now]) => JSON.stringify(old) === JSON.stringify(now));
      if (book.lost !== undefined || changed === undefined || isSame) return { result: undefined };
      const next = all.map((one) => changes.get(one) ?? one);
      return { next: rewritten(found, next, { damaged: book.damaged }), result: changed };
    });

  const moved = (purchase: Purchase, event: Event, learnt: Learnt): Purchase => {
    const { next } = at(purchase.state, event);
    const { holder, ...rest } = purchase;
    const busy = next === 'sent' || next === 'intended';
    const safe = redactTexts(learnt, redact);
    return { ...rest, ...(busy && holder !== undefined && { holder }), ...safe, state: next as Written };
  };

  return {
    async list() {
      const book = await read();
      if (book.lost !== undefined) throw unreadable(book, file.path);
      return { requests: listRecords(book.purchases, gone), damaged: book.damaged.length };
    },
    async find(purchaseId, baseUrl) {
      return (await read()).purchases.find(isSame(purchaseId, baseUrl));
    },
    async last(baseUrl) {
      return whole(await read()).findLast(
        (one) => bare(one.base_url) === bare(baseUrl) && typeof one.purchase_id === 'string',
      );
    },
    async about(designId, baseUrl) {
      return situation(whole(await read()).filter(isAbout(designId, baseUrl)), gone);
    },
    async intend(intent, again, ref = keeper.newRef()) {
      try {
        return await file.change<Intended>((found) => {
          const all = whole(bookIn(found));
          const isMine = isAbout(intent.design_id, intent.base_url);
          const as = situation(all.filter(isMine), gone);
          if (at(as.state, typedIn(as, { again, wait: false })).does !== 'send') {
            return { result: { go: false, situation: as } };
          }
          // What was never sent, and whose process is gone, is taken over.
          const before = all.filter((one) => !(isMine(one) && one.state === 'intended' && gone(one)));
          const made: Purchase = { ref, ...intent, state: 'intended', holder: me };
          return { next: rewritten(found, [...before, made]), result: { go: true, ref } };
        });
      } catch (error) {
        throw error instanceof Failure && error.code !== 'purchases_lost' ? unsent(error) : error;
      }
    },
    async leave(ref) {
      const marked = await amend(
        (one) => one.ref === ref && one.state === 'intended' && one.holder === me,
        (one) => moved(one, 'leave', {}),
      );
      if (marked !== undefined) own.set(ref, marked);
      return marked !== undefined;
    },
    async settle(ref, event, learnt) {
      const settled = await amend(
        (one) => one.ref === ref && isBusy(one),
        (one) => moved(one, event, learnt),
        own.get(ref),
      );
      const written = settled && (await read()).purchases.find((one) => one.ref === ref);
      // Another process may have gone on with it since: a record that is settled is enough.
      if (written === undefined || isBusy(written)) throw unrecorded(file.path);
      return written.state;
    },
    async seen(purchaseId, baseUrl, event, learnt) {
      await amend(isSame(purchaseId, baseUrl), (one) => moved(one, event, learnt));
    },
    ...forgetting(file, gone),
  };
};
