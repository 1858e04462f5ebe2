import { Failure, ToileError } from '../errors.ts';
import { at } from '../purchases/machine.ts';
import type { Situation } from '../purchases/situation.ts';
import type { Intent, Purchases } from '../purchases/store.ts';
import { lost, refusedAsAway, refusedAsLost } from './refusals.ts';
import { EngineAway } from './replies.ts';

export interface SharedJournal {
  /** What this machine has written down for itself. */
  readonly local: Purchases;
  readonly shared: Purchases;
  /** Tells each of them what it does not know of the other. True where the shared one has lost what was in it. */
  agree(): Promise<boolean>;
  readonly shown: string;
  /** Whether the engine drops what it holds when its memory is full. */
  isEvicting(): Promise<boolean>;
  /** Goes by the record of this machine alone where the engine cannot be asked. */
  isInsisted(): boolean;
  /** A name for a request, which nobody else gives. */
  newRef(intent: Intent): string;
  /** This process is at a request, and then it is not. */
  atWork(isAt: boolean): void;
  note(text: string): void;
}

const isIdle = ({ state }: Situation): boolean => at(state, 'same').does === 'send';

/**
 * The purchases of all machines, each of which also keeps its own: what is written to both before anything leaves
 * survives the loss of either. While the engine is away what there is is shown, and nothing is sent.
 */
export const sharedPurchases = (journal: SharedJournal): Purchases => {
  const { local, shared, shown, note } = journal;
  const numbers = new Map<number, number>();
  let isLocal = false;

  const agreed = async (): Promise<void> => {
    if (await journal.agree()) note(lost(shown));
  };
  /** Where what is asked for does not depend on what a machine may find in its own record. */
  const agreedAsFarAsCanBe = (): Promise<void> =>
    agreed().catch((error: unknown) => {
      if (!(error instanceof ToileError)) throw error;
    });
  /** Before what may lead to a request. */
  const agreedOnAll = async (): Promise<void> => {
    if (!(await journal.agree())) return;
    if (journal.isInsisted()) return note(lost(shown));
    throw refusedAsLost(shown);
  };
  /** Where it may lead to a request: with the engine, or as a person insists. */
  const guarded = async <T>(work: () => Promise<T>, alone: () => Promise<T>): Promise<T> => {
    if (isLocal) return alone();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineAway)) throw error;
      if (!journal.isInsisted()) throw refusedAsAway(shown, error);
      isLocal = true;
      note(
        `going by this machine's own record alone (${shown}: ${error.message}): what other machines requested is not known`,
      );
      return alone();
    }
  };
  /** Where nothing can be sent. */
  const shownBy = async <T>(work: () => Promise<T>, alone: () => Promise<T>): Promise<T> => {
    try {
      return isLocal ? await alone() : await work();
    } catch (error) {
      if (!(error instanceof EngineAway)) throw error;
      note(`what other machines requested is not in it: ${shown} cannot be asked (${error.message})`);
      return alone();
    }
  };
  const both = async <T>(one: Promise<T>, other: Promise<unknown>): Promise<T> => {
    const [first, second] = await Promise.allSettled([one, other]);
    if (first.status === 'rejected') throw first.reason;
    if (second.status === 'fulfilled') return first.value;
    const { reason } = second;
    if (!(reason instanceof EngineAway)) throw reason;
    throw new Failure(
      `${shown} was not told of it (${reason.message}); this machine has it written down, and tells it with its next Tech Pack command`,
      { code: 'shared_away' },
    );
  };
  const refusedHere = (number: number): Promise<unknown> =>
    shared.settle(number, 'refusal', { http_status: 0, code: 'not_sent' });

  return {
    list: () =>
      shownBy(
        async () => {
          // A record of this machine that cannot be read hides nothing of the others'.
          await agreedAsFarAsCanBe();
          const [all, own] = [await shared.list(), await local.list()];
          return { requests: all.requests, damaged: all.damaged + own.damaged };
        },
        () => local.list(),
      ),
    find: (id, baseUrl) =>
      shownBy(
        async () => (await shared.find(id, baseUrl)) ?? local.find(id, baseUrl),
        () => local.find(id, baseUrl),
      ),
    last: (baseUrl) =>
      shownBy(
        async () => {
          await agreed();
          return shared.last(baseUrl);
        },
        () => local.last(baseUrl),
      ),
    about: (design, baseUrl) =>
      guarded(
        async () => {
          await agreedOnAll();
          const all = await shared.about(design, baseUrl);
          const own = isIdle(all) ? await local.about(design, baseUrl) : all;
          return isIdle(own) ? all : own;
        },
        () => local.about(design, baseUrl),
      ),
    intend: (intent, again) =>
      guarded(
        async () => {
          await agreedOnAll();
          if (await journal.isEvicting())
            note(
              `${shown} drops what it holds when its memory is full, Tech Pack requests with it: toile doctor`,
            );
          const named = { ...intent, ref: journal.newRef(intent) };
          const intended = await shared.intend(named, again);
          if (!intended.go) return intended;
          try {
            const own = await local.intend(named, again);
            if (own.go) {
              numbers.set(intended.number, own.number);
              journal.atWork(true);
              return intended;
            }
            await refusedHere(intended.number);
            return own;
          } catch (error) {
            await refusedHere(intended.number);
            throw error;
          }
        },
        () => local.intend(intent, again),
      ),
    leave: (number) => {
      const own = numbers.get(number);
      if (own === undefined) return local.leave(number);
      return guarded(
        async () => (await shared.leave(number)) && (await local.leave(own)),
        () => local.leave(own),
      );
    },
    settle: (number, event, learnt) => {
      const own = numbers.get(number);
      if (own === undefined) return local.settle(number, event, learnt);
      journal.atWork(false);
      const told = async (): Promise<void> => {
        await shared.settle(number, event, learnt);
        // What it has lost meanwhile it is told anew.
        await agreedAsFarAsCanBe();
      };
      const settled = local.settle(own, event, learnt);
      return both(settled, settled.catch(() => undefined).then(told));
    },
    async seen(id, baseUrl, event, learnt) {
      await both(
        local.seen(id, baseUrl, event, learnt),
        isLocal ? Promise.resolve() : shared.seen(id, baseUrl, event, learnt),
      );
    },
    forget: (id) =>
      guarded(
        async () => {
          await agreed();
          const forgotten = await shared.forget(id);
          // What it forgets, this machine forgets as well.
          if (forgotten !== undefined) await journal.agree();
          return forgotten;
        },
        () => local.forget(id),
      ),
    forgetDamaged: () =>
      guarded(
        async () => {
          const [own, all] = [await local.forgetDamaged(), await shared.forgetDamaged()];
          return { entries: own.entries + all.entries, kept_as: own.kept_as ?? all.kept_as };
        },
        () => local.forgetDamaged(),
      ),
  };
};
