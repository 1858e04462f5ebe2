/** Where the journal of the sandbox is kept: lines that are only ever appended. It is given from outside. */
export interface Store {
  /** Every line, oldest first. Called on each request, so it should be cheap when nothing changed. */
  read(): Promise<readonly string[]>;
  /** One line without its line feed. Resolves once another reader would see it. `missed`: somebody would want it back. */
  append(line: string, missed?: boolean): Promise<void>;
  clear(): Promise<void>;
  /**
   * Runs `change` while no other process changes the same journal. Inside it `read` gives what others wrote.
   * A store of one process only leaves it out.
   */
  exclusive?<T>(change: () => Promise<T>): Promise<T>;
}

/** A journal that ends with the process. */
export const memoryStore = (lines: readonly string[] = []): Store => {
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
