/** The member of a result that names unfinished pulls. For commands that read pulled folders. */
export interface UnfinishedPulls {
  /** The folders with an unfinished last pull, as typed. Absent if all pulls finished. */
  readonly unfinished?: readonly string[];
}
