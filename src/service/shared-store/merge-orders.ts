import { isRecord } from '../../platform/json/json-values.ts';
import type { JsonReadResult } from '../../platform/system/json-file.ts';
import {
  listForgotten,
  type OrderFile,
  parseOrderFile,
  requireReadableRecords,
  withOrderRecords,
} from '../tech-packs/order-file.ts';
import type { OrderRecord } from '../tech-packs/order-record.ts';
import type { OrderRecords } from '../tech-packs/order-records.ts';
import type { SharedOrderStore } from './shared-order-store.ts';

const isBeingSent = ({ state }: OrderRecord): boolean => state === 'intended' || state === 'sent';
/** Designs that are requested at the same time. */
const MAX_PARALLEL = 100;

/** Returns the references of removed orders. */
const listForgottenRefs = (found: JsonReadResult): ReadonlySet<unknown> =>
  new Set(listForgotten(found).map((one) => (isRecord(one) ? one.ref : undefined)));

/**
 * Returns the orders of a design including those that only this machine has; undefined if nothing changes.
 */
const mergeLocalRecords = (
  found: JsonReadResult,
  own: readonly OrderRecord[],
  path: string,
): readonly OrderRecord[] | undefined => {
  const all = requireReadableRecords(parseOrderFile(found), path);
  const forgotten = listForgottenRefs(found);
  // An order may have been completed on this machine while the server was unavailable.
  const settled = all.map((one) => {
    const mine = own.find(({ ref }) => ref === one.ref);
    const isFurther =
      isBeingSent(one) && mine && (!isBeingSent(mine) || (one.state === 'intended' && mine.state === 'sent'));
    return isFurther ? mine : one;
  });
  // An order without effect does not block another one, so it is not copied.
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

/** Options of `mergeOrderRecords`. */
interface MergeOptions {
  readonly local: OrderRecords;
  readonly localFile: OrderFile;
  readonly store: SharedOrderStore;
  readonly userId: string;
  isMine(one: OrderRecord): boolean;
}

/** Copies orders that only this machine has to the store, and removes here what was removed elsewhere. */
export const mergeOrderRecords = async (options: MergeOptions): Promise<void> => {
  const { local, localFile, store, userId, isMine } = options;
  const own = requireReadableRecords(parseOrderFile(await localFile.read()), localFile.path).filter(isMine);
  const byField = new Map<string, OrderRecord[]>();
  for (const one of own) {
    const field = store.getField(one.design_id);
    byField.set(field, [...(byField.get(field) ?? []), one]);
  }
  const forgotten = new Set<unknown>();
  const mergeDesign = ([field, mine]: readonly [string, readonly OrderRecord[]]): Promise<void> => {
    const file = store.openFile(field);
    return file.change((found) => {
      const next = mergeLocalRecords(found, mine, file.path)?.map((one) => ({ ...one, user_id: userId }));
      for (const ref of listForgottenRefs(found)) forgotten.add(ref);
      return { ...(next && { next: withOrderRecords(found, next) }), result: undefined };
    });
  };
  const all = [...byField];
  for (let from = 0; from < all.length; from += MAX_PARALLEL)
    await Promise.all(all.slice(from, from + MAX_PARALLEL).map(mergeDesign));
  for (const one of own) if (forgotten.has(one.ref) && !isBeingSent(one)) await local.forget(one.ref);
};
