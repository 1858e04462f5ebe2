import { createSecret, createUuid, type RandomBytes } from './profiles-and-drivers.ts';
import {
  applyEvent,
  createEmptyState,
  parseJournalLine,
  type SandboxEvent,
  type SandboxState,
} from './sandbox-state.ts';

/**
 * Stores the lines of a sandbox's journal. Lines are only appended, never changed, until `clear` removes all of them.
 * The caller of `createSandbox` provides the store.
 */
export interface JournalStore {
  /**
   * Returns all lines of the journal, the oldest first. It is called for each request, so it should be fast if no line
   * was added.
   */
  read(): Promise<readonly string[]>;
  /**
   * Appends one line. Resolves when other processes can read the line. If the line cannot be stored, the store should
   * warn the user, unless `isWarned` is false.
   */
  append(line: string, isWarned?: boolean): Promise<void>;
  clear(): Promise<void>;
  /** Runs `change` while no other process changes the journal. A store for a single process can omit this method. */
  exclusive?<T>(change: () => Promise<T>): Promise<T>;
}

/** Creates a journal in memory. At first it contains `lines`. It is lost when the process ends. */
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
 * Creates an object that computes the state of the sandbox from the journal in `store`, and appends events to it. Each
 * call of `state` applies the new events of the journal. An empty journal gets its first event.
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
    // Calls of `refresh` can overlap. If a call that began later has already updated the state, the lines of this call
    // are outdated and ignored.
    if (ownNumber < lastRefresh) return state;
    lastRefresh = ownNumber;
    // If the journal has fewer lines than before, or another first line, this or another process has cleared it. The
    // state is then computed again from the start.
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
    // `began` is the first event of a journal. If it cannot be saved, the user gets no warning, because the next
    // process saves its own.
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
    /** Returns the time of the sandbox in whole milliseconds. */
    now: (current: SandboxState) => Math.floor(clock.now()) + current.offset,
    async state() {
      const current = await refresh();
      if (current.worldId !== '') return current;
      await runExclusively(begin);
      return state;
    },
    /**
     * Runs `change` after all earlier changes of the state have ended, also those of other processes if the store has
     * the method `exclusive`. `change` gets the state and a function `record`, which resolves when an event is in the
     * journal.
     */
    change: <T>(
      change: (state: SandboxState, record: (event: SandboxEvent) => Promise<void>) => Promise<T>,
    ) =>
      runExclusively(async () => {
        await begin();
        return change(state, record);
      }),
    reset: () =>
      runExclusively(async () => {
        await store.clear();
        await begin();
      }),
  };
};

/** The object that `openStateStore` creates, with the state, the time and the journal of the sandbox. */
export type StateStore = ReturnType<typeof openStateStore>;
