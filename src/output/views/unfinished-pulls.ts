/** The part of a result that names unfinished pulls, for commands that read pulled folders. */
export interface UnfinishedPulls {
  /** The folders in which the last pull did not finish, as typed; absent if there are none. */
  readonly unfinished?: readonly string[];
}
