import { createSecret, createUuid, type RandomBytes } from './profiles-and-drivers.ts';
import {
  applyEvent,
  createEmptyState,
  parseJournalLine,
  type SandboxEvent,
  type SandboxState,
} from './sandbox-state.ts';

/**
 * The store of the journal of a sandbox. Lines are appended and never changed; `clear` removes all. The caller of
 * `createSandbox` provides the store.
 */
export interface JournalStore {
  /** Returns every line, the oldest first. It runs on each request, so it should be cheap if nothing changed. */
  read(): Promise<readonly string[]>;
  /**
   * Appends one line. Resolves when other processes can read it. With `isWarned` = false, the store need not warn if
   * the line is lost.
   */
  append(line: string, isWarned?: boolean): Promise<void>;
  clear(): Promise<void>;
  /**
   * Runs `change` while no other process changes the journal. A store that only one process uses can omit this method.
   */
  exclusive?<T>(change: () => Promise<T>): Promise<T>;
}

/** Creates a journal in memory, which starts with `lines` and is lost when the process ends. */
export const createMemoryJournal = (lines: readonly string[] = []): JournalStore => {
  let storedLines = [...lines];
  return {
    read: async () => storedLines,
    append: async (line) => {
      storedLines.push(line);
    },
    clear: async () => {
      storedLines = [];
    },
  };
};

/**
 * Creates an object that reads the state from the journal in `store` and appends events to it. Each call of `state`
 * reads the journal again and applies the new events. An empty journal gets its first event.
 */
export const openStateStore = (store: JournalStore, clock: { now(): number }, random: RandomBytes) => {
  let state = createEmptyState();
  let firstLine: string | undefined;
  let appliedLines = 0;
  let refreshCount = 0;
  let lastRefresh = 0;
  let lastChange: Promise<unknown> = Promise.resolve();

  const refresh = async (): Promise<SandboxState> => {
    const ownNumber = ++refreshCount;
    const lines = await store.read();
    // If a later call of `refresh` has ended first, its lines are newer and already applied.
    if (ownNumber < lastRefresh) return state;
    lastRefresh = ownNumber;
    // A journal that another process has cleared is shorter or has another first line, so the state is built again.
    if (lines.length < appliedLines || lines[0] !== firstLine) {
      state = createEmptyState();
      appliedLines = 0;
      firstLine = lines[0];
    }
    for (; appliedLines < lines.length; appliedLines++) {
      const event = parseJournalLine(lines[appliedLines] ?? '');
      if (event !== undefined) applyEvent(state, event);
    }
    return state;
  };

  const record = async (event: SandboxEvent): Promise<void> => {
    // If the event `began` is lost, no warning is needed, because the next process writes a new one.
    await store.append(JSON.stringify(event), event.type !== 'began');
    await refresh();
  };

  const begin = async (): Promise<void> => {
    const current = await refresh();
    if (current.worldId === '')
      await record({ type: 'began', world: createUuid(random), secret: createSecret(random) });
  };

  const runExclusively = <T>(change: () => Promise<T>): Promise<T> => {
    const run = () => (store.exclusive ? store.exclusive(change) : change());
    const result = lastChange.then(run, run);
    lastChange = result.catch(() => undefined);
    return result;
  };

  return {
    random,
    /** Returns the time of the sandbox in whole milliseconds, as the journal requires: the clock plus the offset. */
    now: (current: SandboxState) => Math.floor(clock.now()) + current.offset,
    /** Returns the current state, with the changes of other processes. */
    async state() {
      const current = await refresh();
      if (current.worldId !== '') return current;
      await runExclusively(begin);
      return state;
    },
    /**
     * Runs changes one after the other, across processes if the journal supports it. `change` gets the current state,
     * and `record` resolves when its event is in the journal.
     */
    change: <T>(
      change: (state: SandboxState, record: (event: SandboxEvent) => Promise<void>) => Promise<T>,
    ) =>
      runExclusively(async () => {
        await begin();
        return change(state, record);
      }),
    /** Clears the journal and starts a new one. */
    reset: () =>
      runExclusively(async () => {
        await store.clear();
        await begin();
      }),
  };
};

/** Returns the state and the time of the sandbox, and records changes in its journal. */
export type StateStore = ReturnType<typeof openStateStore>;
