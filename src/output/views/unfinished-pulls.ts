/** Part of an answer that is made from pulled folders. */
export interface UnfinishedPulls {
  /** Folders with an unfinished last pull, as typed; absent when all pulls finished. */
  readonly unfinished?: readonly string[];
}
