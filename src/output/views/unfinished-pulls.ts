/** Part of an answer that is made from pulled folders. */
export interface UnfinishedPulls {
  /** The folders, as typed, whose last pull did not come to its end; absent where all did. */
  readonly unfinished?: readonly string[];
}
