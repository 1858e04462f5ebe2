import type { Typeable } from '../border/shell.ts';
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
  readonly continueWith?: (next: string) => Typeable;
  readonly signal: AbortSignal;
}

type Listing = Whole<{ readonly designs: readonly DesignSummary[]; readonly next_before?: string | null }>;

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

  const listed = async (limit: number | undefined): Promise<Listing> => {
    const ask = () =>
      api.listDesigns({
        ...(limit === undefined || size === undefined ? {} : { limit }),
        ...(before === undefined ? {} : { before }),
        signal: walking.signal,
      });
    try {
      return await ask()
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
  };

  const wantedOf = ({ value }: Listing): Page['items'] => {
    const here = new Set<unknown>();
    return [...value.designs.entries()].flatMap(([at, design]) => {
      const id: unknown = design?.id;
      if (typeof id === 'string') {
        if (seenIds.has(id) || here.has(id)) return [];
        here.add(id);
      }
      return walking.keep && !walking.keep(design) ? [] : [{ at, value: design }];
    });
  };

  while (true) {
    let page = await listed(
      size === undefined ? undefined : Math.min(size, (walking.exactly ?? Infinity) - kept),
    );
    let items = wantedOf(page);
    const room = (walking.enough ?? Infinity) - kept;
    const last = items[room - 1];
    // A cursor stands at the end of a page. For one where the answer ends, the page is asked for again, shorter.
    if (last !== undefined && items.length > room && size !== undefined) {
      page = await listed(last.at + 1);
      items = wantedOf(page);
    }
    const all = page.value.designs;
    walking.saw?.(all);
    for (const design of all) seenIds.add(design?.id);
    let next = page.value.next_before ?? null;
    kept += items.length;
    if (next !== null && seenCursors.has(next)) next = null;
    if (next !== null) seenCursors.add(next);
    yield { text: page.text, items, whole: items.length === all.length, next };
    if (next === null || walking.once || kept >= (walking.enough ?? Infinity)) return;
    before = next;
  }
};
