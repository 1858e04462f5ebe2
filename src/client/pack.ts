/** A Tech Pack on its way (2.14): when it is there, and how long that is waited for. */

/** `pack.ready` is the single readiness condition; no status word is, and no PDF. */
export function isReady(status: unknown): boolean {
  const { pack } = Object(status) as { readonly pack?: { readonly ready?: unknown } | null };
  return pack?.ready === true;
}

/** Milliseconds, unless another time is given. */
export const WAITING = {
  /** Between two looks at it. */
  interval: 10_000,
  /** In all. */
  atMost: 30 * 60_000,
} as const;
