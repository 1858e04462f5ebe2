import { Failure, ToileError } from '../../platform/errors.ts';
import { type ListedOrder, listOrderRecords } from '../tech-packs/list-records.ts';
import { type OrderFile, parseOrderFile } from '../tech-packs/order-file.ts';
import { findTransition } from '../tech-packs/order-machine.ts';
import type { OrderRecord } from '../tech-packs/order-record.ts';
import type { OrderRecords } from '../tech-packs/order-records.ts';
import { getAddressOrigin, type OrderSituation } from '../tech-packs/order-situation.ts';
import { EngineUnavailableError } from './engine-replies.ts';
import { createLocalFallback, type FallbackOptions } from './local-fallback.ts';
import { mergeOrderRecords } from './merge-orders.ts';
import { type SharedOrderStore, StoreRefusedError } from './shared-order-store.ts';

/** Options of `createSharedOrderRecords`. */
export interface SharedOrderRecordsOptions extends FallbackOptions {
  /** The records of this machine, and their file. */
  readonly local: OrderRecords;
  readonly localFile: OrderFile;
  readonly store: SharedOrderStore;
  /** Opens the records of one design in a file of the store. */
  openRecords(file: OrderFile): OrderRecords;
  isGone(purchase: OrderRecord): boolean;
  readonly baseUrl: string;
  readonly account: string | undefined;
  readonly userId: string;
  /** Called with true while this process sends an order. */
  setWorking(isWorking: boolean): void;
}

const canSendAgain = ({ state }: OrderSituation): boolean => findTransition(state, 'same').action === 'send';

/**
 * Creates the order records of all machines. Each machine keeps its own records too: an order is saved in
 * both places before it is sent, so it survives the loss of either. If the server is unavailable, only the
 * local records are shown and nothing is sent.
 */
export const createSharedOrderRecords = (options: SharedOrderRecordsOptions): OrderRecords => {
  const { local, localFile, store, shown, userId } = options;
  /** The design of each order of this process, and of each purchase read from the store. */
  const designs = new Map<string, string>();
  /** Ids that the store does not have, so that a long wait does not read the whole store each time. */
  const unknown = new Set<string>();
  let merged: Promise<void> | undefined;

  const of = (design: string): OrderRecords => options.openRecords(store.openFile(store.getField(design)));
  const isMine = (one: OrderRecord): boolean =>
    getAddressOrigin(one.base_url) === getAddressOrigin(options.baseUrl) &&
    (one.user_id === undefined ? one.account === options.account : one.user_id === userId);
  const isStored = (one: OrderRecord): boolean => one.user_id === userId && isMine(one);
  const mergeOnce = (): Promise<void> => {
    merged ??= mergeOrderRecords({ local, localFile, store, userId, isMine });
    return merged;
  };
  const mergeIfPossible = (): Promise<void> =>
    mergeOnce().catch((error: unknown) => {
      if (!(error instanceof ToileError) || error instanceof StoreRefusedError) throw error;
    });

  const { guarded, shownBy, isLocal } = createLocalFallback(options);
  const learn = ({ purchase_id, design_id }: OrderRecord): void => {
    if (typeof purchase_id === 'string') designs.set(purchase_id.toLowerCase(), design_id);
  };
  /** Yields the orders of this caller in the store, design by design. */
  const walk = async function* (): AsyncIterable<readonly OrderRecord[]> {
    for await (const { found } of store.listAll()) {
      const mine = parseOrderFile(found).records.filter(isStored);
      for (const one of mine) learn(one);
      if (mine.length > 0) yield mine;
    }
  };
  const designOf = async (id: string): Promise<string | undefined> => {
    const word = id.toLowerCase();
    if (designs.has(word) || unknown.has(word)) return designs.get(word);
    for await (const all of walk())
      for (const one of all) if (one.ref === word || designs.has(word)) return one.design_id;
    unknown.add(word);
    return undefined;
  };

  return {
    list: () =>
      shownBy(
        async () => {
          // An unreadable local record must not hide the records of other machines.
          await mergeIfPossible();
          const own = await local.list();
          let damaged = own.damaged;
          const requests: ListedOrder[] = [];
          for await (const { found } of store.listAll()) {
            const book = parseOrderFile(found);
            damaged += book.damaged.length + (book.lost === undefined ? 0 : 1);
            const mine = new Set(book.records.filter(isStored).map(({ ref }) => ref));
            requests.push(
              ...listOrderRecords(book.records, options.isGone).filter(({ ref }) => mine.has(ref)),
            );
          }
          const known = new Set(requests.map(({ ref }) => ref));
          requests.push(...own.requests.filter(({ ref }) => !known.has(ref)));
          requests.sort((one, other) => (one.requested_at < other.requested_at ? -1 : 1));
          return { requests, damaged };
        },
        () => local.list(),
      ),
    find: (id, baseUrl) =>
      shownBy(
        async () => {
          const own = await local.find(id, baseUrl);
          const design = own?.design_id ?? (await designOf(id));
          return (design === undefined ? undefined : await of(design).find(id, baseUrl)) ?? own;
        },
        () => local.find(id, baseUrl),
      ),
    findLast: (baseUrl) =>
      shownBy(
        async () => {
          await mergeOnce();
          let last: OrderRecord | undefined;
          for await (const all of walk())
            for (const one of all)
              if (typeof one.purchase_id === 'string' && one.requested_at >= (last?.requested_at ?? ''))
                last = one;
          return last ?? local.findLast(baseUrl);
        },
        () => local.findLast(baseUrl),
      ),
    summarize: (design, baseUrl) =>
      guarded(
        async () => {
          await store.assertSafe();
          await mergeOnce();
          const all = await of(design).summarize(design, baseUrl);
          if (all.record) learn(all.record);
          const own = canSendAgain(all) ? await local.summarize(design, baseUrl) : all;
          return canSendAgain(own) ? all : own;
        },
        () => local.summarize(design, baseUrl),
      ),
    intend: (intent, again) =>
      guarded(
        async () => {
          await store.assertSafe();
          const owned = { ...intent, user_id: userId };
          const shared = of(intent.design_id);
          const intended = await shared.intend(owned, again);
          if (!intended.go) return intended;
          const { ref } = intended;
          const withdraw = (): Promise<unknown> =>
            shared.recordOutcome(ref, 'refusal', { http_status: 0, code: 'not_sent' });
          try {
            const own = await local.intend(owned, again, ref);
            if (!own.go) await withdraw();
            else {
              designs.set(ref, intent.design_id);
              options.setWorking(true);
            }
            return own;
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
      return guarded(
        async () => {
          // Marks both places, but only while the store is still the one in which the order was saved.
          await store.assertSafe();
          return (await of(design).markSent(ref)) && (await local.markSent(ref));
        },
        () => local.markSent(ref),
      );
    },
    async recordOutcome(ref, event, learnt) {
      const design = designs.get(ref);
      if (design === undefined) return local.recordOutcome(ref, event, learnt);
      options.setWorking(false);
      const [own, shared] = await Promise.allSettled([
        local.recordOutcome(ref, event, learnt),
        of(design).recordOutcome(ref, event, learnt),
      ]);
      if (own.status === 'rejected') throw own.reason;
      if (shared.status === 'fulfilled') return own.value;
      if (!(shared.reason instanceof EngineUnavailableError)) throw shared.reason;
      throw new Failure(
        `${shown} was not told of it (${shared.reason.message}); only this machine has it written down, and tells it with its next Tech Pack command`,
        { code: 'shared_away' },
      );
    },
    async recordStatus(id, baseUrl, event, learnt) {
      await local.recordStatus(id, baseUrl, event, learnt);
      const design = isLocal() ? undefined : await designOf(id);
      if (design !== undefined) await of(design).recordStatus(id, baseUrl, event, learnt);
    },
    forget: (id) =>
      guarded(
        async () => {
          await mergeOnce();
          const design = await designOf(id);
          const forgotten = design === undefined ? undefined : await of(design).forget(id);
          const own = await local.forget(id);
          return forgotten ?? own;
        },
        () => local.forget(id),
      ),
    forgetDamaged: () =>
      guarded(
        async () => {
          let { entries, kept_as } = await local.forgetDamaged();
          for await (const { field, found } of store.listAll()) {
            const { lost, damaged } = parseOrderFile(found);
            if (lost === undefined && damaged.length === 0) continue;
            const forgotten = await options.openRecords(store.openFile(field)).forgetDamaged();
            entries += forgotten.entries;
            kept_as ??= forgotten.kept_as;
          }
          return { entries, kept_as };
        },
        () => local.forgetDamaged(),
      ),
  };
};
