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
 * Returns how many designs remain on `page` if the last design and all others with its timestamp are removed. Returns
 * undefined if the page need not be shortened, because the request with `cursor` skips no design. Also returns
 * undefined if a time is missing. `isExclusive` is true if the service lists only designs that are older than the
 * cursor.
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
 * Returns true if the first design of `page` was created at the time of the cursor or later. This shows that the
 * service treats the cursor as inclusive.
 */
const hasInclusiveCursor = (page: readonly DatedDesign[], cursor: string | undefined): boolean => {
  const [first, at] = [parseInstant(page[0]?.created_at), parseInstant(cursor)];
  return first !== undefined && at !== undefined && first >= at;
};

/**
 * Checks that no design is skipped if `page` is cut to `shorter`, its first designs, and the list is continued at
 * `cursor`. Returns true if the next design in `page` is older than the last design of `shorter` and older than
 * `cursor`.
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
   * The number of designs to return. The last page is requested with a smaller `limit`. Its cursor then continues after
   * the last returned design.
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
   * Calls `request`, which sends one request, and returns its result. A caller can set this function to limit the rate.
   * Without it, each request is sent at once.
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
 * Yields the designs of the account in pages, newest first, and each selected design only once (specification 2.5,
 * 4.2). If a cursor may skip designs with the same timestamp, requests the page again with a smaller limit. Throws
 * IncompleteList after the last page if designs may be missing, or if the list does not end. If an error occurs after
 * the first page, throws a ListWalkError with the cursor at which the list can be continued.
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
  /** True as long as no page contains a design that was created exactly at the time in the cursor of the request. */
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
   * Returns the cursor for the request of the next page. This is usually `next`. If the service could skip designs
   * after `next`, because several were created at the same time, requests the current page again with fewer designs. If
   * no designs are skipped after the shorter page, returns its cursor.
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
    // The cursor of a page continues after its last design. If only a part of the page is needed, a shorter page is
    // requested, so that the cursor continues after the last needed design.
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
    // If the service repeats a cursor, or sends too many pages without new designs, `nextCursor` is the cursor with
    // which this page was requested. A later command can then request this page again.
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
