/** Finds designs that a cursor may skip at the boundary between two pages. */

/** The members of a design that determine its position in the list. */
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
 * Returns the number of designs on the page that precede its last timestamp. A page of this size does not separate
 * designs with the same timestamp. Undefined if the page after `cursor` skips no design, or if a time is missing.
 * `strictly` is true if the service lists only designs that were created before the cursor.
 */
export const findSafePageSize = (
  page: readonly DatedDesign[],
  cursor: string,
  strictly: boolean,
): number | undefined => {
  const [at, last] = [parseInstant(cursor), parseInstant(page.at(-1)?.created_at)];
  if (at === undefined || last === undefined || at > last || (at === last && !strictly)) return undefined;
  let count = page.length;
  while (count > 0 && parseInstant(page[count - 1]?.created_at) === last) count -= 1;
  return count;
};

/** Returns true if a page begins at the time of its cursor: the service then treats `before` as inclusive. */
export const hasInclusiveCursor = (page: readonly DatedDesign[], cursor: string | undefined): boolean => {
  const [first, at] = [parseInstant(page[0]?.created_at), parseInstant(cursor)];
  return first !== undefined && at !== undefined && first >= at;
};

/**
 * Returns true if the page after `shorter` skips no design. `shorter` repeats the beginning of `page`. The next design
 * of `page` must be older than the last one of `shorter`, and older than `cursor`.
 */
export const isCleanPageEnd = (
  shorter: readonly DatedDesign[],
  cursor: unknown,
  page: readonly DatedDesign[],
): boolean => {
  const last = shorter.at(-1)?.id;
  const place = page.findIndex(({ id }) => id === last);
  const [own, next, at] = [page[place]?.created_at, page[place + 1]?.created_at, cursor].map(parseInstant);
  return own !== undefined && next !== undefined && at !== undefined && next < own && at > next;
};
