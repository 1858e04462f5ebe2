/** The facets of what toile knows of itself and of who uses it. */

import type { Completions, Contract, Finding, Help, Reached, Settings } from './facet-types.ts';

/** What is remembered of how somebody wants it. */
export interface Steady {
  settings(): Promise<Settings>;
}

/** What toile knows of itself and of its place. */
export interface Itself {
  /** The help texts, made from the table, with all that is to be said about `asked`. */
  help(asked: readonly string[]): Promise<Help>;
  /** The commands that begin with these words, as data. */
  described(path: readonly string[]): Promise<Contract>;
  completions(): Promise<Completions>;
  /** What this machine has for toile, without sending anything. */
  machine(): Promise<readonly Finding[]>;
  /** Asks the index, which needs no key: how long it took, what the clock and the version there are. */
  reached(): Promise<Reached>;
}
