/** When a Tech Pack is ready (2.14), and how long to wait for it. */

/**
 * Returns true when `pack.ready` is true. It is the only readiness condition; status words and the PDF are
 * not.
 */
export function isPackReady(status: unknown): boolean {
  const { pack } = Object(status) as { readonly pack?: { readonly ready?: unknown } | null };
  return pack?.ready === true;
}

/** Default times of a wait, in milliseconds. */
export const PACK_WAIT_DEFAULTS = {
  /** Between two polls. */
  interval: 10_000,
  /** In total. */
  atMost: 30 * 60_000,
} as const;
