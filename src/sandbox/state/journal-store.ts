/**
 * Stores the journal of the sandbox: lines that are only appended. The caller of `createSandbox` provides
 * it.
 */
export interface JournalStore {
  /**
   * Returns every line, oldest first. It runs on each request, so it should be cheap when nothing changed.
   */
  read(): Promise<readonly string[]>;
  /**
   * Appends one line without its line feed. Resolves when another reader would see it. `missed` is false
   * for a line that can be lost without harm.
   */
  append(line: string, missed?: boolean): Promise<void>;
  clear(): Promise<void>;
  /**
   * Runs `change` while no other process changes the same journal. Inside it `read` returns the lines of
   * other processes. A store that only one process uses can omit it.
   */
  exclusive?<T>(change: () => Promise<T>): Promise<T>;
}

/** Creates a journal in memory, which ends with the process. */
export const createMemoryJournal = (lines: readonly string[] = []): JournalStore => {
  let kept = [...lines];
  return {
    read: async () => kept,
    append: async (line) => {
      kept.push(line);
    },
    clear: async () => {
      kept = [];
    },
  };
};
