/**
 * What was requested from this machine, kept in one file: written down before it is sent, marked on the disk before
 * its first byte leaves, completed after, so that no crash and no second process sends it twice unasked.
 */

import { Failure } from '../errors.ts';
import { forgetting } from './forget.ts';
import { at } from './machine.ts';
import type { Book, Purchase, Written } from './record.ts';
import { type Gone, isAbout, originOf, type Situation, situation, typedIn } from './situation.ts';
import { type Listed, listed } from './standing.ts';
import type { Event, State } from './states.ts';
import { bookIn, numberAfter, type PurchasesFile, rewritten, unreadable, wholeIn } from './store-entries.ts';

/** What is known of a request before it is sent. */
export type Intent = Pick<
  Purchase,
  'design_id' | 'base_url' | 'requested_at' | 'account' | 'design_name' | 'ref'
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
  | { readonly go: true; readonly number: number }
  /** How things stand instead; nothing was written. */
  | { readonly go: false; readonly situation: Situation };

/** Those who are at a record: this process, and whether another one is gone. `since` is in ms since 1970. */
export interface Holders {
  readonly me: string;
  isGone(holder: string, since: number): boolean;
}

export interface Purchases {
  /** In the order in which they were made, and how many cannot be read. Throws a Failure where nothing can. */
  list(): Promise<{ readonly requests: readonly Listed[]; readonly damaged: number }>;
  find(purchaseId: string, baseUrl: string): Promise<Purchase | undefined>;
  /** The newest that has a purchase id. Throws a Failure where a record cannot be read. */
  last(baseUrl: string): Promise<Purchase | undefined>;
  /** How requests of a design stand. Throws a Failure where a record, of whichever design, cannot be read. */
  about(designId: string, baseUrl: string): Promise<Situation>;
  /** Looks once more and writes down in one step. Throws a Failure where it cannot; then nothing may be sent. */
  intend(intent: Intent, again: boolean): Promise<Intended>;
  /** On the disk before the first byte leaves. False where the record was taken over: then nothing may be sent. */
  leave(number: number): Promise<boolean>;
  /** What became of it. Throws a Failure where that cannot be written. */
  settle(number: number, event: Event, learnt: Learnt): Promise<State>;
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

/** The purchases in a file that nobody moves unasked. */
export const createPurchases = (file: PurchasesFile, { me, isGone }: Holders): Purchases => {
  const gone: Gone = ({ holder, requested_at }) =>
    holder === undefined || isGone(holder, Date.parse(requested_at));

  const read = async (): Promise<Book> => bookIn(await file.look());
  const whole = (book: Book): readonly Purchase[] => wholeIn(book, file.path);

  /** Changes one record, if it is there and `edit` gives another. Damaged neighbours stay as they are. */
  const amend = (
    fits: (purchase: Purchase) => boolean,
    edit: (purchase: Purchase) => Purchase | undefined,
  ): Promise<Purchase | undefined> =>
    file.change((found) => {
      const book = bookIn(found);
      const old = book.purchases.find(fits);
      const changed = old && edit(old);
      if (old === undefined || changed === undefined) return { result: undefined };
      const purchases = book.purchases.map((one) => (one === old ? changed : one));
      return { next: rewritten(found, [...purchases, ...book.damaged]), result: changed };
    });

  const moved = (purchase: Purchase, event: Event, learnt: Learnt): Purchase => {
    const { next } = at(purchase.state, event);
    const { holder, ...rest } = purchase;
    const busy = next === 'sent' || next === 'intended';
    return { ...rest, ...(busy && holder !== undefined && { holder }), ...learnt, state: next as Written };
  };

  return {
    async list() {
      const book = await read();
      if (book.lost !== undefined) throw unreadable(book, file.path);
      return { requests: listed(book.purchases, gone), damaged: book.damaged.length };
    },
    async find(purchaseId, baseUrl) {
      return (await read()).purchases.find(isSame(purchaseId, baseUrl));
    },
    async last(baseUrl) {
      const all = whole(await read()).filter((one) => bare(one.base_url) === bare(baseUrl));
      return all
        .toSorted((one, other) => one.number - other.number)
        .findLast((one) => typeof one.purchase_id === 'string');
    },
    async about(designId, baseUrl) {
      return situation(whole(await read()).filter(isAbout(designId, baseUrl)), gone);
    },
    async intend(intent, again) {
      try {
        return await file.change<Intended>((found) => {
          const all = whole(bookIn(found));
          const isMine = isAbout(intent.design_id, intent.base_url);
          const as = situation(all.filter(isMine), gone);
          if (at(as.state, typedIn(as, { again, wait: false })).does !== 'send') {
            return { result: { go: false, situation: as } };
          }
          const number = numberAfter(found, all);
          // What was never sent, and whose process is gone, is taken over.
          const before = all.filter((one) => !(isMine(one) && one.state === 'intended' && gone(one)));
          const next = rewritten(found, [...before, { ...intent, number, state: 'intended', holder: me }]);
          return { next, result: { go: true, number } };
        });
      } catch (error) {
        throw error instanceof Failure && error.code !== 'purchases_lost' ? unsent(error) : error;
      }
    },
    async leave(number) {
      const marked = await amend(
        (one) => one.number === number && one.state === 'intended' && one.holder === me,
        (one) => moved(one, 'leave', {}),
      );
      return marked !== undefined;
    },
    async settle(number, event, learnt) {
      const settled = await amend(
        (one) => one.number === number && (one.state === 'sent' || one.state === 'intended'),
        (one) => moved(one, event, learnt),
      );
      return settled?.state ?? at('sent', event).next;
    },
    async seen(purchaseId, baseUrl, event, learnt) {
      await amend(isSame(purchaseId, baseUrl), (one) => {
        const next = moved(one, event, learnt);
        return JSON.stringify(next) === JSON.stringify(one) ? undefined : next;
      });
    },
    ...forgetting(file, gone),
  };
};
