/**
 * Renders the list of designs. The column of names is the last one, because a long name, or a name written from right
 * to left, would otherwise shift the other columns.
 */

import { getOwnMember, isRecord, toPayloadText } from '../../platform/json/json-values.ts';
import { findLargest } from '../../platform/lists.ts';
import { faint, strong } from './value-runs.ts';
import {
  type GridColumn,
  gap,
  grid,
  line,
  type OutputRows,
  type RichText,
  type TerminalView,
} from './view-model.ts';

/** One page of the list of designs that `toile designs ls` prints. */
export interface DesignPage {
  /** The designs of the page: `DesignSummary` objects of the specification (2.4). */
  readonly items: readonly unknown[];
  /** The command that prints the next page. Absent on the last page. */
  readonly more?: string;
}

const COLUMNS: readonly GridColumn[] = [
  { head: 'ID' },
  { head: 'GARM' },
  { head: 'CREATED' },
  { head: 'CATEGORY', fit: 'cut', min: 8 },
  { head: 'NAME', fit: 'cut', min: 12 },
];
const MIN_PREFIX_LENGTH = 8;
const HOUR_MS = 3_600_000;

const readDesignField = (item: unknown, key: string): string =>
  isRecord(item)
    ? toPayloadText(getOwnMember(item, key) ?? undefined)
    : key === 'name'
      ? toPayloadText(item)
      : '';

/** Shortens each id to its shortest unique prefix of at least eight characters, without a hyphen at the end. */
export const shortenIds = (ids: readonly string[]): readonly string[] => {
  const distinct = [...new Set(ids)].sort();
  const lengths = new Map<string, number>();
  distinct.forEach((id, at) => {
    const neededLengths = [distinct[at - 1], distinct[at + 1]].map(
      (other) => countSharedPrefix(id, other ?? '') + 1,
    );
    lengths.set(id, findLargest(neededLengths, MIN_PREFIX_LENGTH));
  });
  return ids.map((id) => id.slice(0, lengths.get(id) ?? MIN_PREFIX_LENGTH).replace(/-$/, ''));
};

const countSharedPrefix = (first: string, second: string): number => {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length++;
  return length;
};

/** Formats a time as `2026-03-01`, or as `5 min ago` within the last 24 hours. Returns any other text unchanged. */
const formatCreated = (text: string, now: number): string => {
  const created = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(created)) return text;
  const age = now - created;
  if (age < 0 || age >= 24 * HOUR_MS) return text.slice(0, 10);
  return age < HOUR_MS ? `${Math.floor(age / 60_000)} min ago` : `${Math.floor(age / HOUR_MS)} h ago`;
};

/** Renders a page of designs for a terminal, with short ids, ages, and the command that prints the next page. */
export const renderDesignsView = (page: DesignPage, options: { readonly now: number }): TerminalView => {
  if (page.items.length === 0) return [line('No designs.')];
  const ids = shortenIds(page.items.map((item) => readDesignField(item, 'id')));
  const rows = page.items.map((item, at): RichText[] => {
    const name = readDesignField(item, 'name');
    return [
      strong(ids[at] || '-'),
      readDesignField(item, 'sgg_garment_id') || faint('-'),
      formatCreated(readDesignField(item, 'created_at'), options.now) || faint('-'),
      readDesignField(item, 'garment_category') || faint('-'),
      name === '' ? faint('(unnamed)') : name,
    ];
  });
  return [
    grid(COLUMNS, rows),
    ...(page.more === undefined
      ? []
      : [gap, line(faint('There are more; to continue:')), line(page.more, { indent: 1, unbroken: true })]),
  ];
};

/** The columns of `toile designs ls`, which prints one row per design. */
export const DESIGN_COLUMNS = ['id', 'sgg_garment_id', 'created_at', 'garment_category', 'name'] as const;

/** Builds the output rows of designs, with full ids and times. */
export const buildDesignRows = (page: Pick<DesignPage, 'items'>): OutputRows => ({
  columns: DESIGN_COLUMNS,
  rows: page.items.map((item) =>
    isRecord(item)
      ? DESIGN_COLUMNS.map((key) => getOwnMember(item, key) ?? null)
      : [null, null, null, null, item],
  ),
});
