/** The part of a result that names unfinished pulls. For commands that read pulled folders. */
export interface UnfinishedPulls {
  /** The folders, as typed, whose last pull did not finish. Absent if all pulls finished. */
  readonly unfinished?: readonly string[];
}
