/** The list of designs, name last: no width or writing direction of a name can move another column. */

import { isRecord, own, payloadText } from '../json/values.ts';
import { type Column, gap, grid, type Inline, line, type Rows, type View } from './model.ts';
import { faint, strong } from './value-pieces.ts';

export interface DesignPage {
  /** DesignSummary values (specification 2.4). */
  readonly items: readonly unknown[];
  /** The command that continues, where more exist. */
  readonly more?: string;
}

const COLUMNS: readonly Column[] = [
  { head: 'ID' },
  { head: 'GARM' },
  { head: 'CREATED' },
  { head: 'CATEGORY', fit: 'cut', min: 8 },
  { head: 'NAME', fit: 'cut', min: 12 },
];
const SHORTEST = 8;
const HOUR = 3_600_000;

const field = (item: unknown, key: string): string =>
  isRecord(item) ? payloadText(own(item, key) ?? undefined) : key === 'name' ? payloadText(item) : '';

/** The shortest prefixes, of at least eight characters, that tell all of the ids apart. */
export const shortIds = (ids: readonly string[]): readonly string[] => {
  const distinct = [...new Set(ids)].sort();
  const lengths = new Map<string, number>();
  distinct.forEach((id, at) => {
    const near = [distinct[at - 1], distinct[at + 1]].map((other) => alike(id, other ?? '') + 1);
    lengths.set(id, Math.max(SHORTEST, ...near));
  });
  // A prefix that ends on a hyphen is longer than it need be only to the eye.
  return ids.map((id) => id.slice(0, lengths.get(id) ?? SHORTEST).replace(/-$/, ''));
};

const alike = (one: string, other: string): number => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
};

/** The day, or how long ago where that is less than a day. Whatever is not a date stays as it came. */
const created = (text: string, now: number): string => {
  const at = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(at)) return text;
  const ago = now - at;
  if (ago < 0 || ago >= 24 * HOUR) return text.slice(0, 10);
  return ago < HOUR ? `${Math.floor(ago / 60_000)} min ago` : `${Math.floor(ago / HOUR)} h ago`;
};

/** For a terminal. `now` is in milliseconds since 1970. */
export const designsView = (page: DesignPage, options: { readonly now: number }): View => {
  if (page.items.length === 0) return [line('No designs.')];
  const ids = shortIds(page.items.map((item) => field(item, 'id')));
  const rows = page.items.map((item, at): Inline[] => {
    const name = field(item, 'name');
    return [
      strong(ids[at] || '-'),
      field(item, 'sgg_garment_id') || faint('-'),
      created(field(item, 'created_at'), options.now) || faint('-'),
      field(item, 'garment_category') || faint('-'),
      name === '' ? faint('(unnamed)') : name,
    ];
  });
  return [
    grid(COLUMNS, rows),
    ...(page.more === undefined
      ? []
      : [gap, line(faint('There are more; to go on:')), line(page.more, { indent: 1, unbroken: true })]),
  ];
};

export const DESIGN_COLUMNS = ['id', 'sgg_garment_id', 'created_at', 'garment_category', 'name'] as const;

/** Full ids and times, for pipes. */
export const designsRows = (page: Pick<DesignPage, 'items'>): Rows => {
  return {
    columns: DESIGN_COLUMNS,
    rows: page.items.map((item) =>
      isRecord(item) ? DESIGN_COLUMNS.map((key) => own(item, key) ?? null) : [null, null, null, null, item],
    ),
  };
};
