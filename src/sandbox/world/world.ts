import { type Event, parseEvent } from './events.ts';
import { type Random, secret, uuid } from './random-id.ts';
import { apply, emptyState, type State } from './state.ts';
import type { Store } from './store.ts';

/** The state of the sandbox over its journal and its clock. */
export interface World {
  /** The state as the journal has it now, with what other processes did. */
  state(): Promise<State>;
  /**
   * Runs one change after the other, also across processes where the store can. `change` sees the current state
   * and returns what it answers; what it records is in the journal before this resolves.
   */
  change<T>(change: (state: State, record: (event: Event) => Promise<void>) => Promise<T>): Promise<T>;
  /** Forgets everything and begins again. */
  reset(): Promise<void>;
  /** Milliseconds on the sandbox's clock, which runs with the given one and can be moved ahead. */
  now(state: State): number;
  readonly random: Random;
}

export const openWorld = (store: Store, clock: { now(): number }, random: Random): World => {
  let state = emptyState();
  let first: string | undefined;
  let seen = 0;
  let asked = 0;
  let applied = 0;
  let last: Promise<unknown> = Promise.resolve();

  const refresh = async (): Promise<State> => {
    const mine = ++asked;
    const lines = await store.read();
    // A slow read that was overtaken knows less than the state does by now.
    if (mine < applied) return state;
    applied = mine;
    // A journal that was cleared and begun anew by another process has another first line.
    if (lines.length < seen || lines[0] !== first) {
      state = emptyState();
      seen = 0;
      first = lines[0];
    }
    for (; seen < lines.length; seen++) {
      const event = parseEvent(lines[seen] ?? '');
      if (event !== undefined) apply(state, event);
    }
    return state;
  };

  const record = async (event: Event): Promise<void> => {
    // The next world is as good as one that was only begun.
    await store.append(JSON.stringify(event), event.type !== 'began');
    await refresh();
  };

  const begin = async (): Promise<void> => {
    const begun = await refresh();
    if (begun.world === '') await record({ type: 'began', world: uuid(random), secret: secret(random) });
  };

  const exclusively = <T>(change: () => Promise<T>): Promise<T> => {
    const run = () => (store.exclusive ? store.exclusive(change) : change());
    const done = last.then(run, run);
    last = done.catch(() => undefined);
    return done;
  };

  return {
    random,
    // Whole milliseconds, whatever the clock gives: the journal takes no fractions.
    now: (current) => Math.floor(clock.now()) + current.offset,
    async state() {
      const current = await refresh();
      if (current.world !== '') return current;
      await exclusively(begin);
      return state;
    },
    change: (change) =>
      exclusively(async () => {
        await begin();
        return change(state, record);
      }),
    reset: () =>
      exclusively(async () => {
        await store.clear();
        await begin();
      }),
  };
};
