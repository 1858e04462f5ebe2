/** Which requests may be sent again, and after how long: for the client, and for whoever sends in its place. */

/** Milliseconds before the second try where the answer names no wait; it doubles with every further one. */
const FIRST_WAIT = 250;
/** The same after a 429: the window of the limit is minutes long. */
const FIRST_WAIT_LIMITED = 2_000;
const LONGEST_WAIT = 30_000;
/** Spreads those that were told the same moment by up to this many milliseconds. */
const SPREAD = 1_000;

/** A host that stays silent until time is up does so again; no more tries than this are worth the wait. */
export const TRIES_AFTER_TIMEOUT = 2;

/** Whether doing it twice is the same as once. Nothing else is repeated of itself: a Tech Pack costs money. */
export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Whether what a status says can pass: the same request may fare better later. */
export const mayPass = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** What is known when it is decided how long to wait. */
export interface Failed {
  /** Tries so far. */
  readonly tries: number;
  /** Milliseconds that the answer asks for. */
  readonly asked?: number | undefined;
  /** The rate limit was reached. */
  readonly limited?: boolean | undefined;
}

/**
 * Milliseconds to wait before the next try: at `least`, and with `spread` so that many do not come back at once. What
 * the service asks for is never undercut. `random` is 0 up to 1.
 */
export function waitAfter(
  { tries, asked, limited }: Failed,
  random: () => number,
): { least: number; spread: number } {
  if (asked !== undefined) return { least: asked, spread: random() * SPREAD };
  const full = Math.min(LONGEST_WAIT, (limited ? FIRST_WAIT_LIMITED : FIRST_WAIT) * 2 ** (tries - 1));
  return { least: full / 2, spread: (random() * full) / 2 };
}
