import type { SandboxScope } from '../state/sample-keys.ts';

/** A sign-in that a program started and that a person has not decided yet. */
export interface PendingSignIn {
  readonly client: string;
  readonly redirect: string;
  readonly challenge: string;
  readonly scopes: readonly SandboxScope[];
  readonly state: string | undefined;
  readonly until: number;
}

/** An authorization code that was issued to a program. It is valid for one use. */
export interface AuthorizationCode extends PendingSignIn {
  readonly user: string;
  /** The id of the grant for which the code was exchanged. */
  grant: string | undefined;
}

/**
 * Sign-ins that are not finished. They live for minutes and end with the process; finished ones are in the
 * journal.
 */
export interface SignInState {
  readonly pending: Map<string, PendingSignIn>;
  readonly codes: Map<string, AuthorizationCode>;
}

/** Creates the state of a sandbox without pending sign-ins. */
export const createSignInState = (): SignInState => ({ pending: new Map(), codes: new Map() });

/** Above this number the oldest entries are removed. */
const MAX_PENDING = 1000;

/** Adds an entry. Removes expired entries, and the oldest ones above the limit. */
export const addPendingSignIn = <T extends PendingSignIn>(
  map: Map<string, T>,
  id: string,
  value: T,
  now: number,
): void => {
  for (const [old, { until }] of map) if (until <= now || map.size >= MAX_PENDING) map.delete(old);
  map.set(id, value);
};
