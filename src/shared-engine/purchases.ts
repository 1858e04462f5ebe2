import { Failure, ToileError } from '../errors.ts';
import { at } from '../purchases/machine.ts';
import type { Purchase } from '../purchases/record.ts';
import { originOf, type Situation } from '../purchases/situation.ts';
import { type Listed, listRecords } from '../purchases/standing.ts';
import type { Purchases } from '../purchases/store.ts';
import { bookIn, type PurchasesFile } from '../purchases/store-entries.ts';
import { createFallback, type FallbackOptions } from './fallback.ts';
import { mergeRecords } from './merge.ts';
import { type OrderStore, StoreRefused } from './order-store.ts';
import { EngineAway } from './replies.ts';

export interface SharedPurchasesOptions extends FallbackOptions {
  /** The record of this machine, and the file that it is in. */
  readonly local: Purchases;
  readonly localFile: PurchasesFile;
  readonly store: OrderStore;
  /** The requests for one design, in that file of the store. */
  over(file: PurchasesFile): Purchases;
  isGone(purchase: Purchase): boolean;
  readonly baseUrl: string;
  readonly account: string | undefined;
  readonly userId: string;
  /** This process is at a request, and then it is not. */
  setWorking(isWorking: boolean): void;
}

const isIdle = ({ state }: Situation): boolean => at(state, 'same').does === 'send';

/**
 * The purchases of all machines. Each machine keeps its own record too: what is written to both before anything leaves
 * survives the loss of either. While the engine is away the own record is shown, and nothing is sent.
 */
export const createSharedPurchases = (options: SharedPurchasesOptions): Purchases => {
  const { local, localFile, store, shown, userId } = options;
  /** The design of each request of this process, and of each purchase that it has seen. */
  const designs = new Map<string, string>();
  /** Ids that the store did not have: a long wait does not read all of it each time. */
  const unknown = new Set<string>();
  let merged: Promise<void> | undefined;

  const of = (design: string): Purchases => options.over(store.file(store.fieldOf(design)));
  const isMine = (one: Purchase): boolean =>
    originOf(one.base_url) === originOf(options.baseUrl) &&
    (one.user_id === undefined ? one.account === options.account : one.user_id === userId);
  const isStored = (one: Purchase): boolean => one.user_id === userId && isMine(one);
  const mergeOnce = (): Promise<void> => {
    merged ??= mergeRecords({ local, localFile, store, userId, isMine });
    return merged;
  };
  const mergeIfPossible = (): Promise<void> =>
    mergeOnce().catch((error: unknown) => {
      if (!(error instanceof ToileError) || error instanceof StoreRefused) throw error;
    });

  const { guarded, shownBy, isLocal } = createFallback(options);
  const learn = ({ purchase_id, design_id }: Purchase): void => {
    if (typeof purchase_id === 'string') designs.set(purchase_id.toLowerCase(), design_id);
  };
  /** Requests of this caller in the store, those of one design after the other. */
  const walk = async function* (): AsyncIterable<readonly Purchase[]> {
    for await (const { found } of store.walk()) {
      const mine = bookIn(found).purchases.filter(isStored);
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
          // A record of this machine that cannot be read hides nothing of the others'.
          await mergeIfPossible();
          const own = await local.list();
          let damaged = own.damaged;
          const requests: Listed[] = [];
          for await (const { found } of store.walk()) {
            const book = bookIn(found);
            damaged += book.damaged.length + (book.lost === undefined ? 0 : 1);
            const mine = new Set(book.purchases.filter(isStored).map(({ ref }) => ref));
            requests.push(...listRecords(book.purchases, options.isGone).filter(({ ref }) => mine.has(ref)));
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
    last: (baseUrl) =>
      shownBy(
        async () => {
          await mergeOnce();
          let last: Purchase | undefined;
          for await (const all of walk())
            for (const one of all)
              if (typeof one.purchase_id === 'string' && one.requested_at >= (last?.requested_at ?? ''))
                last = one;
          return last ?? local.last(baseUrl);
        },
        () => local.last(baseUrl),
      ),
    about: (design, baseUrl) =>
      guarded(
        async () => {
          await store.assertSafe();
          await mergeOnce();
          const all = await of(design).about(design, baseUrl);
          if (all.purchase) learn(all.purchase);
          const own = isIdle(all) ? await local.about(design, baseUrl) : all;
          return isIdle(own) ? all : own;
        },
        () => local.about(design, baseUrl),
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
            shared.settle(ref, 'refusal', { http_status: 0, code: 'not_sent' });
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
    leave: (ref) => {
      const design = designs.get(ref);
      if (design === undefined) return local.leave(ref);
      return guarded(
        async () => {
          // The mark on both, while the store is still the one in which it was written down.
          await store.assertSafe();
          return (await of(design).leave(ref)) && (await local.leave(ref));
        },
        () => local.leave(ref),
      );
    },
    async settle(ref, event, learnt) {
      const design = designs.get(ref);
      if (design === undefined) return local.settle(ref, event, learnt);
      options.setWorking(false);
      const [own, shared] = await Promise.allSettled([
        local.settle(ref, event, learnt),
        of(design).settle(ref, event, learnt),
      ]);
      if (own.status === 'rejected') throw own.reason;
      if (shared.status === 'fulfilled') return own.value;
      if (!(shared.reason instanceof EngineAway)) throw shared.reason;
      throw new Failure(
        `${shown} was not told of it (${shared.reason.message}); only this machine has it written down, and tells it with its next Tech Pack command`,
        { code: 'shared_away' },
      );
    },
    async seen(id, baseUrl, event, learnt) {
      await local.seen(id, baseUrl, event, learnt);
      const design = isLocal() ? undefined : await designOf(id);
      if (design !== undefined) await of(design).seen(id, baseUrl, event, learnt);
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
          for await (const { field, found } of store.walk()) {
            const { lost, damaged } = bookIn(found);
            if (lost === undefined && damaged.length === 0) continue;
            const aside = await options.over(store.file(field)).forgetDamaged();
            entries += aside.entries;
            kept_as ??= aside.kept_as;
          }
          return { entries, kept_as };
        },
        () => local.forgetDamaged(),
      ),
  };
};
