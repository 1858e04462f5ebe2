/** Where one page of a list ends and the next begins, and what may fall in between. */

/** What of a design says where it stands in a list, newest first. */
interface Placed {
  readonly id?: unknown;
  readonly created_at?: unknown;
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,12}))?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Picoseconds since 1970: two instants that differ in the last digit are two. Undefined for what is no ISO timestamp. */
const instant = (text: unknown): bigint | undefined => {
  const [, day, time = '00:00', fraction = '', zone = 'Z'] =
    ISO.exec(typeof text === 'string' ? text : '') ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000_000n + BigInt(fraction.padEnd(12, '0'));
};

/**
 * How many designs of a page come before any that share their instant with what the cursor may pass over. Undefined
 * where it passes over nothing: it is later than the last design, or tells no time. A cursor that is the timestamp of
 * the last design passes over others of the same instant, where the service means `before` strictly; one that is
 * earlier passes over whatever lies between.
 */
export const certain = (page: readonly Placed[], cursor: string, strictly: boolean): number | undefined => {
  const [at, last] = [instant(cursor), instant(page.at(-1)?.created_at)];
  if (at === undefined || last === undefined || at > last || (at === last && !strictly)) return undefined;
  let count = page.length;
  while (count > 0 && instant(page[count - 1]?.created_at) === last) count -= 1;
  return count;
};

/** Whether a page begins with what its own cursor names: then `before` is not meant strictly. */
export const beginsWith = (page: readonly Placed[], cursor: string | undefined): boolean => {
  const [first, at] = [instant(page[0]?.created_at), instant(cursor)];
  return first !== undefined && at !== undefined && first >= at;
};

/** Whether a shorter page ends, by its cursor too, between two instants of the longer one: nothing falls in between. */
export const isClean = (shorter: readonly Placed[], cursor: unknown, page: readonly Placed[]): boolean => {
  const last = shorter.at(-1)?.id;
  const place = page.findIndex(({ id }) => id === last);
  const [own, next, at] = [page[place]?.created_at, page[place + 1]?.created_at, cursor].map(instant);
  return own !== undefined && next !== undefined && at !== undefined && next < own && at > next;
};
