import { BeyondLimit, IncompleteList, ListWalkError } from '../../platform/errors.ts';
import { type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { RESPONSE_LIMITS } from '../../platform/size-limits.ts';
import { ApiError } from '../../service/client/errors.ts';
import type { ApiResponse, DesignSummary, Routes } from '../../service/client/index.ts';
import type { ResultPage } from '../command-result.ts';

interface DatedDesign {
  readonly id?: unknown;
  readonly created_at?: unknown;
}

const ISO_TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,12}))?)?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Returns a timestamp in picoseconds since 1970, so that times that differ in the last digit stay different.
 * Undefined for text that is not an ISO timestamp.
 */
const parseInstant = (text: unknown): bigint | undefined => {
  const [, day, time = '00:00', fraction = '', zone = 'Z'] =
    ISO_TIMESTAMP.exec(typeof text === 'string' ? text : '') ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000_000n + BigInt(fraction.padEnd(12, '0'));
};

/**
 * Returns how many designs of `page` come before all designs with the creation time of its last one. A page of this
 * size does not separate designs with the same creation time. Returns undefined if the request with `cursor` skips no
 * design after the full page, or if a time is missing. `isExclusive` is true if the service lists only designs that are
 * older than the cursor.
 */
const findSafePageSize = (
  page: readonly DatedDesign[],
  cursor: string,
  isExclusive: boolean,
): number | undefined => {
  const [at, last] = [parseInstant(cursor), parseInstant(page.at(-1)?.created_at)];
  if (at === undefined || last === undefined || at > last || (at === last && !isExclusive)) return undefined;
  let count = page.length;
  while (count > 0 && parseInstant(page[count - 1]?.created_at) === last) count -= 1;
  return count;
};

/**
 * Returns true if the first design of `page` was created at the time in `cursor` or later. Then the cursor is
 * inclusive: the service does not leave out designs of exactly that time.
 */
const hasInclusiveCursor = (page: readonly DatedDesign[], cursor: string | undefined): boolean => {
  const [first, at] = [parseInstant(page[0]?.created_at), parseInstant(cursor)];
  return first !== undefined && at !== undefined && first >= at;
};

/**
 * Returns true if no design is skipped when a page ends after `shorter`, the first designs of `page`, and the next page
 * starts at `cursor`. To be sure, the next design of `page` must be older than `cursor` and older than the last design
 * of `shorter`.
 */
const isCleanPageEnd = (
  shorter: readonly DatedDesign[],
  cursor: unknown,
  page: readonly DatedDesign[],
): boolean => {
  const last = shorter.at(-1)?.id;
  const index = page.findIndex(({ id }) => id === last);
  const [own, next, at] = [page[index]?.created_at, page[index + 1]?.created_at, cursor].map(parseInstant);
  return own !== undefined && next !== undefined && at !== undefined && next < own && at > next;
};

/**
 * The options of `walkDesignPages`: where the walk begins and ends, and functions that it calls for pages and requests.
 */
export interface WalkPagesOptions {
  /** The `limit` of each request. Undefined leaves the page size to the service. */
  readonly pageSize: number | undefined;
  /**
   * The number of designs to return. The last request asks only for the designs that are still missing, so the cursor
   * of the last page continues after the last returned design.
   */
  readonly exactCount?: number | undefined;
  readonly before?: string | undefined;
  readonly singlePage?: boolean;
  /** The number of selected designs after which no more pages are requested. */
  readonly maxItems?: number | undefined;
  isSelected?(design: DesignSummary): boolean;
  /** Called for each page with all its designs, also those for which `isSelected` returns false. */
  onPage?(designs: readonly DesignSummary[]): void;
  /**
   * Sends one request by calling `request`, and returns its result. It may first wait, to respect a rate limit. If this
   * option is absent, each request is sent at once.
   */
  sendRequest?<T>(request: () => PromiseLike<T>): Promise<T>;
  readonly formatNextCommand?: (next: string) => ShellSafe;
  readonly signal: AbortSignal;
}

type DesignListing = ApiResponse<{
  readonly designs: readonly DesignSummary[];
  readonly next_before?: string | null;
}>;

/** The number of consecutive pages without a new design after which the list counts as endless. */
const MAX_FRUITLESS_PAGES = 5;

/** The largest `limit` that toile requests. The specification names no maximum. */
export const MAX_LIST_PAGE_SIZE = 100;

const RETRY_HINT = shellText`try again; if it still fails, contact support`;

/** Returns true if the service may have rejected the `limit`. The request is then repeated without a limit. */
const isRefusedLimit = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

const formatCreatedAt = (design: DesignSummary | undefined): string =>
  String(design?.created_at).slice(0, 40);

const createEndlessListError = (
  why: string,
  last: DesignSummary | undefined,
  before: string | undefined,
): IncompleteList =>
  new IncompleteList(
    `the list does not end: ${why}; ` +
      `designs ${last ? `created before ${formatCreatedAt(last)} ` : ''}may be missing`,
    { hint: RETRY_HINT, details: before === undefined ? {} : { next_before: before } },
  );

const createSkippedDesignsError = (times: readonly string[]): IncompleteList =>
  new IncompleteList(
    `the list may lack designs created at ${times.slice(0, 3).join(', ')}${times.length > 3 ? ` and ${times.length - 3} more` : ''}: ` +
      'a page ended between designs with the same timestamp, and the cursor of the service skips the others',
    { hint: RETRY_HINT },
  );

const createTooManyPagesError = (): BeyondLimit =>
  new BeyondLimit(`the list has not ended after ${RESPONSE_LIMITS.pages} pages`, {
    code: 'list_too_long',
    hint: shellText`use --limit for a part of it, or continue with --before`,
  });

/**
 * Yields the designs of the account in pages, newest first, each selected design once (specification 2.5, 4.2). If the
 * next page could skip designs with the same timestamp, requests the present page again with a smaller limit. Throws
 * IncompleteList after the last page if designs may be missing, or if the list does not end. Throws a ListWalkError
 * with the cursor for the next page if an error occurs after the first page.
 */
export const walkDesignPages = async function* (
  api: Routes,
  options: WalkPagesOptions,
): AsyncGenerator<ResultPage> {
  const {
    exactCount = Infinity,
    maxItems = Infinity,
    formatNextCommand,
    sendRequest = async (request) => request(),
  } = options;
  const seenIds = new Set<unknown>();
  const requestedCursors = new Set<string | undefined>();
  const doubtfulTimes: string[] = [];
  let before = options.before;
  let size = options.pageSize;
  let itemCount = 0;
  let fruitlessPages = 0;
  /**
   * True as long as each page begins with a design that is older than the time in the cursor of its request. Otherwise,
   * the service also includes the designs of that time in the page.
   */
  let isExclusive = true;
  /** The number of designs at the end of the previous page that are also on the next page. */
  let repeatedCount = 0;

  /** Requests a page of the list of designs. Returns undefined if the service refuses the value of `limit`. */
  const requestPage = async (limit: number | undefined): Promise<DesignListing | undefined> => {
    const query = {
      ...(limit !== undefined && { limit }),
      ...(before !== undefined && { before }),
      signal: options.signal,
    };
    try {
      return await sendRequest(() => api.listDesigns(query).withResponse());
    } catch (error) {
      if (limit !== undefined && isRefusedLimit(error)) return undefined;
      if (before === undefined || before === options.before) throw error;
      throw new ListWalkError(error, before, formatNextCommand?.(before));
    }
  };
  const readPage = async (limit: number | undefined): Promise<DesignListing> => {
    const page = await requestPage(limit);
    if (page !== undefined) return page;
    size = undefined;
    return readPage(undefined);
  };

  const selectItems = ({ value }: DesignListing): ResultPage['items'] => {
    const pageIds = new Set<unknown>();
    return [...value.designs.entries()].flatMap(([at, design]) => {
      const id: unknown = design?.id;
      if (typeof id === 'string') {
        if (seenIds.has(id) || pageIds.has(id)) return [];
        pageIds.add(id);
      }
      return options.isSelected && !options.isSelected(design) ? [] : [{ at, value: design }];
    });
  };

  /**
   * Returns the cursor for the next page, usually `next`. Designs with the same creation time could be skipped after
   * `next`. In this case, requests the current page again with fewer designs, and returns the cursor of that shorter
   * page if nothing can be skipped after it.
   */
  const findNextCursor = async (designs: readonly DesignSummary[], next: string): Promise<string> => {
    isExclusive &&= !hasInclusiveCursor(designs, before);
    const count = findSafePageSize(designs, next, isExclusive);
    repeatedCount = 0;
    if (count === undefined) return next;
    const { designs: shorter, next_before } = (count > 0 ? await requestPage(count) : undefined)?.value ?? {};
    if (shorter && typeof next_before === 'string' && isCleanPageEnd(shorter, next_before, designs)) {
      repeatedCount = designs.length - shorter.length;
      return next_before;
    }
    doubtfulTimes.push(formatCreatedAt(designs.at(-1)));
    return next;
  };

  for (let pages = 1; ; pages += 1) {
    if (pages > RESPONSE_LIMITS.pages && before !== undefined)
      throw new ListWalkError(createTooManyPagesError(), before, formatNextCommand?.(before));
    requestedCursors.add(before);
    let page = await readPage(
      size === undefined ? undefined : Math.min(size, exactCount - itemCount + repeatedCount),
    );
    let items = selectItems(page);
    const room = maxItems - itemCount;
    const last = items[room - 1];
    // The service begins the next page after the last design of this page. If this page has more designs than are
    // needed, it is requested again with fewer. The next page then begins with the first design that was left out.
    if (last !== undefined && items.length > room && size !== undefined) {
      page = await readPage(last.at + 1);
      items = selectItems(page);
    }
    const all = page.value.designs;
    options.onPage?.(all);
    fruitlessPages = all.some((design) => !seenIds.has(design?.id)) ? 0 : fruitlessPages + 1;
    itemCount += items.length;
    const isComplete = options.singlePage || itemCount >= maxItems;
    const ownCursor = page.value.next_before ?? null;
    const next = ownCursor === null || isComplete ? ownCursor : await findNextCursor(all, ownCursor);
    for (const design of all) seenIds.add(design?.id);
    const isLast = next === null || isComplete;
    const isLoop = !isLast && requestedCursors.has(next);
    const isFruitless = !isLast && fruitlessPages >= MAX_FRUITLESS_PAGES;
    // If the service repeats a cursor or sends too many pages without new designs, the list ends with the current page.
    // `nextCursor` is then the cursor of the current page, so that a later command requests it again.
    const nextCursor = isLoop || isFruitless ? (before ?? next) : next;
    yield { text: page.text, items, isComplete: items.length === all.length, nextCursor };
    if (isLoop) throw createEndlessListError('the service repeated a cursor', all.at(-1), before);
    if (isFruitless)
      throw createEndlessListError('successive pages contain no new designs', all.at(-1), before);
    if (isLast) {
      if (doubtfulTimes.length > 0) throw createSkippedDesignsError(doubtfulTimes);
      return;
    }
    before = next;
  }
};
