import { type Typeable, typeable } from '../../border/shell.ts';
import { ApiError } from '../../client/errors.ts';
import type { DesignSummary, Routes, Whole } from '../../client/index.ts';
import { BeyondLimit, BrokenOff, Incomplete } from '../../errors.ts';
import { ANSWER } from '../../size-limits.ts';
import type { Page } from '../answers.ts';
import { beginsWith, certain, isClean } from './page-borders.ts';

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
  /** Sends one request, for work that keeps a pace. */
  send?<T>(request: () => PromiseLike<T>): Promise<T>;
  readonly continueWith?: (next: string) => Typeable;
  readonly signal: AbortSignal;
}

type Listing = Whole<{ readonly designs: readonly DesignSummary[]; readonly next_before?: string | null }>;

/** Pages in a row that bring nothing new: a list that goes on like that has no end. */
const MOST_FRUITLESS = 5;

/** No longer page is asked for: what the service takes at most is not shown. */
export const LARGEST_PAGE = 100;

const AGAIN = typeable`type it again; if it stays so, tell whoever runs the service`;

/** The service's largest page is not shown, so a refused `limit` is sent once more without it. */
const refusedLimit = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

const timeOf = (design: DesignSummary | undefined): string => String(design?.created_at).slice(0, 40);

const endless = (why: string, last: DesignSummary | undefined, before: string | undefined): Incomplete =>
  new Incomplete(
    `the list does not come to its end: ${why}; ` +
      `designs ${last ? `created before ${timeOf(last)} ` : ''}may be missing`,
    { hint: AGAIN, details: before === undefined ? {} : { next_before: before } },
  );

const passedOver = (times: readonly string[]): Incomplete =>
  new Incomplete(
    `the list may lack designs created at ${times.slice(0, 3).join(', ')}${times.length > 3 ? ` and ${times.length - 3} more` : ''}: ` +
      'a page ended there among designs of one instant, and the cursor of the service passes over the rest of them',
    { hint: AGAIN },
  );

const tooMany = (): BeyondLimit =>
  new BeyondLimit(`the list has not ended after ${ANSWER.pages} pages`, {
    code: 'list_too_long',
    hint: typeable`ask for part of it with --limit, or go on with --before`,
  });

/**
 * Walks the caller's designs newest first (specification 2.5, 4.2). Cursors are opaque and none is sent but the
 * service's own; designs are told apart by id, so that pages may overlap. Where a cursor may pass over designs, the page
 * is asked for again, shorter, and the walk goes on from there. What is left in doubt is given, and then an Incomplete
 * is thrown.
 */
export const walk = async function* (api: Routes, walking: Walk): AsyncGenerator<Page> {
  const {
    exactly = Infinity,
    enough = Infinity,
    continueWith,
    send = async (request) => request(),
  } = walking;
  const seenIds = new Set<unknown>();
  const asked = new Set<string | undefined>();
  const doubtful: string[] = [];
  let before = walking.before;
  let size = walking.size;
  let kept = 0;
  let fruitless = 0;
  /** `before` may be meant without what it names, until a page shows otherwise. */
  let strictly = true;
  /** Designs of the page before that the next one gives again. */
  let again = 0;

  /** Undefined where the service refuses the limit. */
  const ask = async (limit: number | undefined): Promise<Listing | undefined> => {
    const from = {
      ...(limit !== undefined && { limit }),
      ...(before !== undefined && { before }),
      signal: walking.signal,
    };
    try {
      return await send(() => api.listDesigns(from).whole());
    } catch (error) {
      if (limit !== undefined && refusedLimit(error)) return undefined;
      if (before === undefined || before === walking.before) throw error;
      throw new BrokenOff(error, before, continueWith?.(before));
    }
  };
  const listed = async (limit: number | undefined): Promise<Listing> => {
    const page = await ask(limit);
    if (page !== undefined) return page;
    size = undefined;
    return listed(undefined);
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

  /** The cursor to go on from, so that nothing is passed over if that can be. */
  const onward = async (designs: readonly DesignSummary[], next: string): Promise<string> => {
    strictly &&= !beginsWith(designs, before);
    const count = certain(designs, next, strictly);
    again = 0;
    if (count === undefined) return next;
    const { designs: shorter, next_before } = (count > 0 ? await ask(count) : undefined)?.value ?? {};
    if (shorter && typeof next_before === 'string' && isClean(shorter, next_before, designs)) {
      again = designs.length - shorter.length;
      return next_before;
    }
    doubtful.push(timeOf(designs.at(-1)));
    return next;
  };

  for (let pages = 1; ; pages += 1) {
    if (pages > ANSWER.pages && before !== undefined)
      throw new BrokenOff(tooMany(), before, continueWith?.(before));
    asked.add(before);
    let page = await listed(size === undefined ? undefined : Math.min(size, exactly - kept + again));
    let items = wantedOf(page);
    const room = enough - kept;
    const last = items[room - 1];
    // A cursor stands at the end of a page. For one where the answer ends, the page is asked for again, shorter.
    if (last !== undefined && items.length > room && size !== undefined) {
      page = await listed(last.at + 1);
      items = wantedOf(page);
    }
    const all = page.value.designs;
    walking.saw?.(all);
    fruitless = all.some((design) => !seenIds.has(design?.id)) ? 0 : fruitless + 1;
    kept += items.length;
    const over = walking.once || kept >= enough;
    const own = page.value.next_before ?? null;
    const next = own === null || over ? own : await onward(all, own);
    for (const design of all) seenIds.add(design?.id);
    const ends = next === null || over;
    const loops = !ends && asked.has(next);
    const drags = !ends && fruitless >= MOST_FRUITLESS;
    // Where it cannot go on, the page may be asked for once more.
    const onwards = loops || drags ? (before ?? next) : next;
    yield { text: page.text, items, whole: items.length === all.length, next: onwards };
    if (loops) throw endless('a cursor of the service came again', all.at(-1), before);
    if (drags) throw endless('page after page brings nothing new', all.at(-1), before);
    if (ends) {
      if (doubtful.length > 0) throw passedOver(doubtful);
      return;
    }
    before = next;
  }
};
