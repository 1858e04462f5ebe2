import { isRecord } from '../json/values.ts';
import type { Purchase } from '../purchases/record.ts';
import type { Purchases } from '../purchases/store.ts';
import { bookIn, forgottenIn, type PurchasesFile, rewritten, wholeIn } from '../purchases/store-entries.ts';
import type { Found } from '../system/json-file.ts';
import type { OrderStore } from './order-store.ts';

const isBusy = ({ state }: Purchase): boolean => state === 'intended' || state === 'sent';
/** How many designs are asked about at once. */
const AT_ONCE = 100;

const forgottenRefs = (found: Found): ReadonlySet<unknown> =>
  new Set(forgottenIn(found).map((one) => (isRecord(one) ? one.ref : undefined)));

/** The requests of a design with what this machine knows of them; undefined where nothing is added. */
const mergeOwn = (found: Found, own: readonly Purchase[], path: string): readonly Purchase[] | undefined => {
  const all = wholeIn(bookIn(found), path);
  const forgotten = forgottenRefs(found);
  // It was settled here while the engine was away.
  const settled = all.map((one) => {
    const mine = own.find(({ ref }) => ref === one.ref);
    const isFurther =
      isBusy(one) && mine && (!isBusy(mine) || (one.state === 'intended' && mine.state === 'sent'));
    return isFurther ? mine : one;
  });
  // A request that took nothing stands in the way of no other.
  const missing = own.filter(
    ({ ref, state }) =>
      state !== 'refused' &&
      state !== 'intended' &&
      !forgotten.has(ref) &&
      !all.some((one) => one.ref === ref),
  );
  const isSame = missing.length === 0 && settled.every((one, place) => one === all[place]);
  return isSame ? undefined : [...settled, ...missing];
};

interface MergeOptions {
  readonly local: Purchases;
  readonly localFile: PurchasesFile;
  readonly store: OrderStore;
  readonly userId: string;
  isMine(one: Purchase): boolean;
}

/** Writes to the store what only this machine knows, and forgets here what was forgotten elsewhere. */
export const mergeRecords = async (options: MergeOptions): Promise<void> => {
  const { local, localFile, store, userId, isMine } = options;
  const own = wholeIn(bookIn(await localFile.look()), localFile.path).filter(isMine);
  const byField = new Map<string, Purchase[]>();
  for (const one of own) {
    const field = store.fieldOf(one.design_id);
    byField.set(field, [...(byField.get(field) ?? []), one]);
  }
  const forgotten = new Set<unknown>();
  const mergeDesign = ([field, mine]: readonly [string, readonly Purchase[]]): Promise<void> => {
    const file = store.file(field);
    return file.change((found) => {
      const next = mergeOwn(found, mine, file.path)?.map((one) => ({ ...one, user_id: userId }));
      for (const ref of forgottenRefs(found)) forgotten.add(ref);
      return { ...(next && { next: rewritten(found, next) }), result: undefined };
    });
  };
  const all = [...byField];
  for (let from = 0; from < all.length; from += AT_ONCE)
    await Promise.all(all.slice(from, from + AT_ONCE).map(mergeDesign));
  for (const one of own) if (forgotten.has(one.ref) && !isBusy(one)) await local.forget(one.ref);
};
