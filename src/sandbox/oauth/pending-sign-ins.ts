import type { Scope } from '../world/sample-keys.ts';

/** What a program asked for and a person has not decided yet. */
export interface Pending {
  readonly client: string;
  readonly redirect: string;
  readonly challenge: string;
  readonly scopes: readonly Scope[];
  readonly state: string | undefined;
  readonly until: number;
}

/** A code on its way to the program, good for one use. */
export interface Code extends Pending {
  readonly user: string;
  /** The grant that it was turned into. */
  grant: string | undefined;
}

/** Sign-ins on their way. They live for minutes, so they end with the process; what comes of them is in the journal. */
export interface SignIns {
  readonly pending: Map<string, Pending>;
  readonly codes: Map<string, Code>;
}

export const noSignIns = (): SignIns => ({ pending: new Map(), codes: new Map() });

const MOST = 1000;

/** Keeps one, and lets go of what is too old and of the oldest where there are many. */
export const keepFor = <T extends Pending>(map: Map<string, T>, id: string, value: T, now: number): void => {
  for (const [old, { until }] of map) if (until <= now || map.size >= MOST) map.delete(old);
  map.set(id, value);
};
