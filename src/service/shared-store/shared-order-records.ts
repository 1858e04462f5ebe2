import { Failure, ToileError, Unavailable } from '../../platform/errors.ts';
import { hintText, nextCommand } from '../../platform/escape/shell.ts';
import { groupByKey } from '../../platform/group-items.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import { appendAll } from '../../platform/lists.ts';
import type { JsonReadResult } from '../../platform/system/json-file.ts';
import {
  listForgottenRecords,
  type OrderFile,
  parseOrderFile,
  replaceOrderRecords,
  requireReadableRecords,
} from '../tech-packs/order-file.ts';
import { findTransition } from '../tech-packs/order-machine.ts';
import type { OrderRecord } from '../tech-packs/order-record.ts';
import type { OrderRecords } from '../tech-packs/order-records.ts';
import {
  getAddressOrigin,
  isBeingSent,
  type ListedOrder,
  type OrderSituation,
  toListedOrders,
} from '../tech-packs/order-situation.ts';
import { EngineUnavailableError } from './engine-replies.ts';
import { type SharedOrderStore, StoreRefusedError } from './shared-order-store.ts';

interface FallbackOptions {
  readonly displayAddress: string;
  /** Returns true if --local-guard is set. */
  isLocalGuard(): boolean;
  note(text: string): void;
}

/**
 * A function that calls `work`, which uses the order records on the shared server. If the server is unavailable, the
 * function either calls `workLocally`, which uses the records of this machine, or throws Unavailable.
 */
type FallbackRunner = <T>(work: () => Promise<T>, workLocally: () => Promise<T>) => Promise<T>;

/**
 * Creates `runForOrder`, for work that may lead to an order, and `runForReading`, for work that only reads. Both call
 * `work`, which uses the shared store. If the shared store is unavailable, `runForReading` calls `workLocally`, and
 * `runForOrder` does so only with --local-guard. After `runForOrder` has called `workLocally` once, both call only
 * `workLocally`, and `isLocal` returns true.
 */
const createLocalFallback = ({ displayAddress, isLocalGuard, note }: FallbackOptions) => {
  let isLocal = false;
  /**
   * Calls `work`, which may lead to an order of a Tech Pack. If the shared store is unavailable, calls `workLocally`
   * with the flag --local-guard, and throws Unavailable without it.
   */
  const runForOrder: FallbackRunner = async (work, workLocally) => {
    if (isLocal) return workLocally();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineUnavailableError)) throw error;
      if (!isLocalGuard())
        throw new Unavailable(
          `the shared store is unavailable (${displayAddress}: ${error.message}), so requests of other machines are unknown; nothing was sent`,
          {
            code: 'shared_away',
            hint: hintText`${nextCommand`toile doctor`} checks it; to use only the records of this machine: --local-guard`,
            cause: error,
          },
        );
      isLocal = true;
      note(
        `using only the records of this machine (${displayAddress}: ${error.message}); requests of other machines are unknown`,
      );
      return workLocally();
    }
  };
  /**
   * Calls `work`, which only reads order records. If the shared store cannot be used, prints a note and calls
   * `workLocally`.
   */
  const runForReading: FallbackRunner = async (work, workLocally) => {
    try {
      return isLocal ? await workLocally() : await work();
    } catch (error) {
      if (!(error instanceof EngineUnavailableError) && !(error instanceof StoreRefusedError)) throw error;
      note(`requests of other machines are missing: ${error.message}`);
      return workLocally();
    }
  };
  return { runForOrder, runForReading, isLocal: () => isLocal };
};

/**
 * The maximum number of designs for which the order records of this machine are copied to the shared store at the same
 * time.
 */
const MAX_PARALLEL = 100;

const listForgottenRefs = (found: JsonReadResult): ReadonlySet<unknown> =>
  new Set(listForgottenRecords(found).map((record) => (isRecord(record) ? record.ref : undefined)));

/**
 * Merges the orders of a design in the store (`found`) with those of this machine (`localRecords`). Returns all records
 * to save; undefined if the store needs no change. Throws a Failure if a record in the store is unreadable.
 */
const mergeLocalRecords = (
  found: JsonReadResult,
  localRecords: readonly OrderRecord[],
  path: string,
): readonly OrderRecord[] | undefined => {
  const all = requireReadableRecords(parseOrderFile(found), path);
  const forgottenRefs = listForgottenRefs(found);
  // The store may say that an order is still being sent, although this machine has a later state of the order. For
  // example, this machine may have completed the order while the server was unavailable.
  const mergedRecords = all.map((record) => {
    const localRecord = localRecords.find(({ ref }) => ref === record.ref);
    const isLocalNewer =
      isBeingSent(record) &&
      localRecord &&
      (!isBeingSent(localRecord) || (record.state === 'intended' && localRecord.state === 'sent'));
    return isLocalNewer ? localRecord : record;
  });
  // The store needs only orders that can prevent another order. An order that was refused or never sent cannot, so it
  // is not copied to the store.
  const missing = localRecords.filter(
    ({ ref, state }) =>
      state !== 'refused' &&
      state !== 'intended' &&
      !forgottenRefs.has(ref) &&
      !all.some((record) => record.ref === ref),
  );
  const isSame = missing.length === 0 && mergedRecords.every((record, index) => record === all[index]);
  return isSame ? undefined : [...mergedRecords, ...missing];
};

/**
 * Copies to the store the orders that only this machine has. Removes the local records of orders that the user removed
 * on another machine.
 */
const mergeOrderRecords = async (
  { local, localFile, store, userId }: SharedOrderRecordsOptions,
  isMine: (record: OrderRecord) => boolean,
): Promise<void> => {
  const localRecords = requireReadableRecords(parseOrderFile(await localFile.read()), localFile.path).filter(
    isMine,
  );
  const byField = groupByKey(localRecords, (record) => store.getField(record.design_id));
  const forgotten = new Set<unknown>();
  const mergeDesign = ([field, localRecords]: readonly [string, readonly OrderRecord[]]): Promise<void> => {
    const file = store.openFile(field);
    return file.change((found) => {
      const next = mergeLocalRecords(found, localRecords, file.path)?.map((record) => ({
        ...record,
        user_id: userId,
      }));
      for (const ref of listForgottenRefs(found)) forgotten.add(ref);
      return { ...(next && { next: replaceOrderRecords(found, next) }), result: undefined };
    });
  };
  const all = [...byField];
  for (let from = 0; from < all.length; from += MAX_PARALLEL)
    await Promise.all(all.slice(from, from + MAX_PARALLEL).map(mergeDesign));
  for (const record of localRecords)
    if (forgotten.has(record.ref) && !isBeingSent(record)) await local.forget(record.ref);
};

interface SharedOrderRecordsOptions extends FallbackOptions {
  readonly local: OrderRecords;
  readonly localFile: OrderFile;
  readonly store: SharedOrderStore;
  openRecords(file: OrderFile): OrderRecords;
  isGone(purchase: OrderRecord): boolean;
  readonly baseUrl: string;
  readonly account: string | undefined;
  readonly userId: string;
  /** Called with true before this process sends an order, and with false when the result of the order is known. */
  setWorking(isWorking: boolean): void;
}

const canSendAgain = ({ state }: OrderSituation): boolean => findTransition(state, 'same').action === 'send';

/**
 * Creates the functions that read and write the order records of all machines. An order is saved in the store and on
 * this machine before it is sent, so it survives the loss of either. Orders that only this machine has are added to the
 * store. If the server is unavailable, only local records are shown, and orders are sent only with --local-guard.
 */
export const createSharedOrderRecords = (options: SharedOrderRecordsOptions): OrderRecords => {
  const { local, store, displayAddress, userId } = options;
  /**
   * Maps each known order to its design. The key is the purchase id of the order. For an order that this process sends,
   * the key is the reference of the order instead.
   */
  const designs = new Map<string, string>();
  /**
   * The ids for which the store has no order. They are remembered, so that the whole store is not read again for the
   * same id.
   */
  const unknownIds = new Set<string>();
  let pendingMerge: Promise<void> | undefined;

  const openDesign = (design: string): OrderRecords =>
    options.openRecords(store.openFile(store.getField(design)));
  const isMine = (record: OrderRecord): boolean =>
    getAddressOrigin(record.base_url) === getAddressOrigin(options.baseUrl) &&
    (record.user_id === undefined ? record.account === options.account : record.user_id === userId);
  const isStored = (record: OrderRecord): boolean => record.user_id === userId && isMine(record);
  const mergeOnce = (): Promise<void> => {
    pendingMerge ??= mergeOrderRecords(options, isMine);
    return pendingMerge;
  };
  const mergeIfPossible = (): Promise<void> =>
    mergeOnce().catch((error: unknown) => {
      if (!(error instanceof ToileError) || error instanceof StoreRefusedError) throw error;
    });

  const { runForOrder, runForReading, isLocal } = createLocalFallback(options);
  const rememberDesign = ({ purchase_id, design_id }: OrderRecord): void => {
    if (typeof purchase_id === 'string') designs.set(purchase_id.toLowerCase(), design_id);
  };
  /** Yields the orders of this user in the shared store, as one list for each design. */
  const listStoredRecords = async function* (): AsyncIterable<readonly OrderRecord[]> {
    for await (const { found } of store.listAll()) {
      const storedRecords = parseOrderFile(found).records.filter(isStored);
      for (const record of storedRecords) rememberDesign(record);
      if (storedRecords.length > 0) yield storedRecords;
    }
  };
  const findDesign = async (id: string): Promise<string | undefined> => {
    const key = id.toLowerCase();
    if (designs.has(key) || unknownIds.has(key)) return designs.get(key);
    for await (const all of listStoredRecords())
      for (const record of all) if (record.ref === key || designs.has(key)) return record.design_id;
    unknownIds.add(key);
    return undefined;
  };

  return {
    list: () =>
      runForReading(
        async () => {
          // If the local records cannot be copied to the store, for example because one is unreadable, the records of
          // other machines are listed anyway.
          await mergeIfPossible();
          const localList = await local.list();
          let damaged = localList.damaged;
          const requests: ListedOrder[] = [];
          for await (const { found } of store.listAll()) {
            const content = parseOrderFile(found);
            damaged += content.damaged.length + (content.lost === undefined ? 0 : 1);
            const storedRefs = new Set(content.records.filter(isStored).map(({ ref }) => ref));
            appendAll(
              requests,
              toListedOrders(content.records, options.isGone).filter(({ ref }) => storedRefs.has(ref)),
            );
          }
          const knownRefs = new Set(requests.map(({ ref }) => ref));
          appendAll(
            requests,
            localList.requests.filter(({ ref }) => !knownRefs.has(ref)),
          );
          requests.sort((a, b) => (a.requested_at < b.requested_at ? -1 : 1));
          return { requests, damaged };
        },
        () => local.list(),
      ),
    find: (id, baseUrl) =>
      runForReading(
        async () => {
          const localRecord = await local.find(id, baseUrl);
          const design = localRecord?.design_id ?? (await findDesign(id));
          return (
            (design === undefined ? undefined : await openDesign(design).find(id, baseUrl)) ?? localRecord
          );
        },
        () => local.find(id, baseUrl),
      ),
    findLast: (baseUrl) =>
      runForReading(
        async () => {
          await mergeOnce();
          let last: OrderRecord | undefined;
          for await (const all of listStoredRecords())
            for (const record of all)
              if (typeof record.purchase_id === 'string' && record.requested_at >= (last?.requested_at ?? ''))
                last = record;
          return last ?? local.findLast(baseUrl);
        },
        () => local.findLast(baseUrl),
      ),
    summarize: (design, baseUrl) =>
      runForOrder(
        async () => {
          await store.assertSafe();
          await mergeOnce();
          const all = await openDesign(design).summarize(design, baseUrl);
          if (all.record) rememberDesign(all.record);
          const situation = canSendAgain(all) ? await local.summarize(design, baseUrl) : all;
          return canSendAgain(situation) ? all : situation;
        },
        () => local.summarize(design, baseUrl),
      ),
    intend: (intent, again) =>
      runForOrder(
        async () => {
          await store.assertSafe();
          const owned = { ...intent, user_id: userId };
          const shared = openDesign(intent.design_id);
          const intended = await shared.intend(owned, again);
          if (!intended.isRecorded) return intended;
          const { ref } = intended;
          const withdraw = (): Promise<unknown> =>
            shared.recordOutcome(ref, 'refusal', { http_status: 0, code: 'not_sent' });
          try {
            const localResult = await local.intend(owned, again, ref);
            if (!localResult.isRecorded) await withdraw();
            else {
              designs.set(ref, intent.design_id);
              options.setWorking(true);
            }
            return localResult;
          } catch (error) {
            await withdraw();
            throw error;
          }
        },
        () => local.intend(intent, again),
      ),
    markSent: (ref) => {
      const design = designs.get(ref);
      if (design === undefined) return local.markSent(ref);
      return runForOrder(
        async () => {
          // Marks the order as sent in the shared store first. The local records are changed only if that succeeded.
          await store.assertSafe();
          return (await openDesign(design).markSent(ref)) && (await local.markSent(ref));
        },
        () => local.markSent(ref),
      );
    },
    async recordOutcome(ref, event, details) {
      const design = designs.get(ref);
      if (design === undefined) return local.recordOutcome(ref, event, details);
      options.setWorking(false);
      const [localResult, sharedResult] = await Promise.allSettled([
        local.recordOutcome(ref, event, details),
        openDesign(design).recordOutcome(ref, event, details),
      ]);
      if (localResult.status === 'rejected') throw localResult.reason;
      if (sharedResult.status === 'fulfilled') return localResult.value;
      if (!(sharedResult.reason instanceof EngineUnavailableError)) throw sharedResult.reason;
      throw new Failure(
        `${displayAddress} does not have this record yet (${sharedResult.reason.message}); the next Tech Pack command of this machine sends it`,
        { code: 'shared_away' },
      );
    },
    async recordOrderEvent(id, baseUrl, event, details) {
      await local.recordOrderEvent(id, baseUrl, event, details);
      const design = isLocal() ? undefined : await findDesign(id);
      if (design !== undefined) await openDesign(design).recordOrderEvent(id, baseUrl, event, details);
    },
    forget: (id) =>
      runForOrder(
        async () => {
          await mergeOnce();
          const design = await findDesign(id);
          const forgottenRecords = design === undefined ? undefined : await openDesign(design).forget(id);
          const localResult = await local.forget(id);
          return forgottenRecords ?? localResult;
        },
        () => local.forget(id),
      ),
    forgetDamaged: () =>
      runForOrder(
        async () => {
          let { entries, kept_as } = await local.forgetDamaged();
          for await (const { field, found } of store.listAll()) {
            const { lost, damaged } = parseOrderFile(found);
            if (lost === undefined && damaged.length === 0) continue;
            const forgottenRecords = await options.openRecords(store.openFile(field)).forgetDamaged();
            entries += forgottenRecords.entries;
            kept_as ??= forgottenRecords.kept_as;
          }
          return { entries, kept_as };
        },
        () => local.forgetDamaged(),
      ),
  };
};
