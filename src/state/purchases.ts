/**
 * What was asked of the service that costs money: written before it is sent, completed after, so that no crash
 * and no second process makes the same request twice without being asked.
 */

import { type Path, within } from '../border/path.ts';
import { typeable } from '../border/shell.ts';
import { Failure } from '../errors.ts';
import type { Host, Tell } from './host.ts';
import { keptFile, type Versioned } from './kept-file.ts';
import { type Fate, isPurchase, type Purchase } from './purchase.ts';

export interface Intent {
  readonly design_id: string;
  readonly base_url: string;
  /** ISO date-time. */
  readonly requested_at: string;
  readonly account?: string;
  /** The design's name when it was asked for, to be recognised in a list. */
  readonly design_name?: string;
}

type Intended =
  /** Written and on the disk: it may be sent now. */
  | { readonly go: true; readonly purchase: Purchase }
  /** Requests for the same design that stand; nothing was written. */
  | { readonly go: false; readonly standing: readonly Purchase[] };

export interface Purchases {
  /** In the order in which they were made. */
  list(): Promise<readonly Purchase[]>;
  find(purchaseId: string, baseUrl: string): Promise<Purchase | undefined>;
  /** The newest that can be asked about. */
  last(baseUrl: string): Promise<Purchase | undefined>;
  /** Those of which more may come: unsent or unknown, composing, waiting for payment. */
  standing(designId: string, baseUrl: string): Promise<readonly Purchase[]>;
  /**
   * Looks for standing requests and writes the new one down in one step. `again` lets it stand beside them.
   * Throws a Failure where it cannot be written; then nothing may be sent.
   */
  intend(intent: Intent, again: boolean): Promise<Intended>;
  /** What became of it. Throws a Failure where that cannot be written. */
  settle(number: number, fate: Fate): Promise<void>;
  /** What a status read said of it; one that is ready stands no more. Unknown purchases are left alone. */
  seen(purchaseId: string, baseUrl: string, status: string, ready: boolean): Promise<void>;
}

const entries = (file: Versioned): readonly unknown[] =>
  Array.isArray(file.purchases) ? file.purchases : [];

const bare = (address: string): string => address.replace(/\/+$/, '');

const of =
  (baseUrl: string) =>
  (purchase: Purchase): boolean =>
    bare(purchase.base_url) === bare(baseUrl);

const stands = (purchase: Purchase): boolean =>
  purchase.state !== 'refused' && purchase.ready !== true && purchase.superseded_by === undefined;

const standingIn = (all: readonly unknown[], designId: string, baseUrl: string): readonly Purchase[] =>
  all.filter(isPurchase).filter((one) => one.design_id === designId && of(baseUrl)(one) && stands(one));

const unsent = (error: Failure): Failure =>
  new Failure(`nothing was sent, because the request could not be written down first: ${error.message}`, {
    code: error.code,
    ...(error.hint !== undefined && { hint: error.hint }),
    cause: error,
  });

/** The purchases in `purchases.json` of that folder. */
export const createPurchases = (folder: Path, host: Host, tell: Tell): Purchases => {
  const file = keptFile(within(folder, 'purchases.json'), 1, host, tell);
  const list = async () => entries(await file.read()).filter(isPurchase);

  /** Changes the records that fit; writes only where that makes a difference. */
  const amend = (fits: (purchase: Purchase) => boolean, members: object): Promise<void> =>
    file.change((now) => {
      const all = entries(now);
      if (!all.some((one) => isPurchase(one) && fits(one))) return { result: undefined };
      const purchases = all.map((one) => (isPurchase(one) && fits(one) ? { ...one, ...members } : one));
      return { next: { ...now, purchases }, result: undefined };
    });

  return {
    list,
    async find(purchaseId, baseUrl) {
      return (await list()).filter(of(baseUrl)).find((one) => one.purchase_id === purchaseId);
    },
    async last(baseUrl) {
      return (await list()).filter(of(baseUrl)).findLast((one) => typeof one.purchase_id === 'string');
    },
    async standing(designId, baseUrl) {
      return standingIn(await list(), designId, baseUrl);
    },
    async intend(intent, again) {
      try {
        return await file.change<Intended>((now, lost) => {
          // Requests that stood may have been in it: that is for a person to decide, not for a default.
          if (lost && !again) {
            throw new Failure('the record of earlier requests was corrupted', {
              code: 'purchases_lost',
              hint: typeable`Look at the purchases in the service first; then --again sends the request.`,
            });
          }
          const all = entries(now);
          const standing = standingIn(all, intent.design_id, intent.base_url);
          if (standing.length > 0 && !again) return { result: { go: false, standing } };
          const number = 1 + Math.max(0, ...all.filter(isPurchase).map((one) => one.number));
          const purchase: Purchase = { ...intent, number, state: 'intended' };
          const before = all.map((one) =>
            isPurchase(one) && standing.includes(one) ? { ...one, superseded_by: number } : one,
          );
          return {
            next: { ...now, purchases: [...before, purchase] },
            result: { go: true, purchase },
          };
        });
      } catch (error) {
        throw error instanceof Failure ? unsent(error) : error;
      }
    },
    settle: (number, fate) => amend((one) => one.number === number, fate),
    seen: (purchaseId, baseUrl, status, ready) =>
      amend(
        (one) =>
          one.purchase_id === purchaseId &&
          of(baseUrl)(one) &&
          (one.status !== status || (one.ready ?? false) !== ready),
        { status, ready },
      ),
  };
};
