import type { Client, DesignSummary, Whole } from '../client/index.ts';
import { BrokenOff } from '../errors.ts';
import type { Page } from './define.ts';

export interface Walk {
  /** Sent as `limit`; not sent when undefined, which leaves the page size to the service. */
  readonly size: number | undefined;
  /** How many more are wanted shrinks the last page, so that its cursor is where the answer ends. */
  readonly exactly?: number | undefined;
  readonly before?: string | undefined;
  /** One page only. */
  readonly once?: boolean;
  /** Stops after so many kept items. */
  readonly enough?: number | undefined;
  keep?(design: DesignSummary): boolean;
  /** Told of each page, kept or not. */
  saw?(designs: readonly DesignSummary[]): void;
  readonly continueWith?: (next: string) => string;
  readonly signal: AbortSignal;
}

/** The service's largest page is not shown, so a refused `limit` is sent once more without it. */
const refusedLimit = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ApiError' && 'status' in error && error.status === 400;

/**
 * Walks the caller's designs newest first (specification 2.5, 4.2). Cursors are opaque; a cursor that comes again
 * ends the walk, and designs are told apart by id, so that a page that overlaps the last one repeats nothing.
 */
export const walk = async function* (api: Client, walking: Walk): AsyncGenerator<Page> {
  const seenIds = new Set<unknown>();
  const seenCursors = new Set<string>();
  let before = walking.before;
  let size = walking.size;
  let kept = 0;
  while (true) {
    let page: Whole<{ readonly designs: readonly DesignSummary[]; readonly next_before?: string | null }>;
    try {
      const limit = size === undefined ? undefined : Math.min(size, (walking.exactly ?? Infinity) - kept);
      const ask = () =>
        api.listDesigns({
          ...(limit === undefined || size === undefined ? {} : { limit }),
          ...(before === undefined ? {} : { before }),
          signal: walking.signal,
        });
      page = await ask()
        .whole()
        .catch((error: unknown) => {
          if (size === undefined || !refusedLimit(error)) throw error;
          size = undefined;
          return ask().whole();
        });
    } catch (error) {
      if (before === undefined || before === walking.before) throw error;
      throw new BrokenOff(error, before, walking.continueWith?.(before));
    }
    const all = page.value.designs;
    walking.saw?.(all);
    let next = page.value.next_before ?? null;
    const items: { at: number; value: DesignSummary }[] = [];
    for (const [at, value] of all.entries()) {
      if (value !== null && typeof value === 'object' && typeof value.id === 'string') {
        if (seenIds.has(value.id)) continue;
        seenIds.add(value.id);
      }
      if (walking.keep && !walking.keep(value)) continue;
      items.push({ at, value });
    }
    kept += items.length;
    if (next !== null && seenCursors.has(next)) next = null;
    if (next !== null) seenCursors.add(next);
    yield { text: page.text, items, whole: items.length === all.length, next };
    if (next === null || walking.once || kept >= (walking.enough ?? Infinity)) return;
    before = next;
  }
};
