/** The member that names unfinished pulls, in the result of a command that reads pulled folders. */
export interface UnfinishedPulls {
  /** The folders with an unfinished last pull, as typed. Absent if all pulls finished. */
  readonly unfinished?: readonly string[];
}
