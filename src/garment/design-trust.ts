/** Reads Design Trust: the counts that the service derives. toile calculates nothing from them. */

import { groupByKey } from '../platform/group-items.ts';
import { toNumberText } from '../platform/json/json-values.ts';
import { appendAll } from '../platform/lists.ts';
import { countLeftOut, findLeftOut, type LeftOut } from './left-out.ts';
import { type OpenBody, readOpenBody } from './open-body.ts';
import { listQualifiers, PROVENANCE_WORDS } from './stated-value.ts';
import type { Value } from './value.ts';
import { flattenValue } from './value.ts';

const CELL_NAMES: readonly string[] = ['rows', ...PROVENANCE_WORDS];

/**
 * One count in a Design Trust body. For example, the count `callouts.rows` has the group `callouts` and the name
 * `rows`.
 */
interface TrustCount {
  readonly group: string;
  readonly name: string;
  readonly value: Value;
}

/**
 * One line of the table in a Design Trust body, for example the line `callouts`. `cells` maps the name of each count to
 * the count. The count `rows` is the total, and a count such as `asserted` is the number with this provenance.
 */
export interface TrustRow {
  readonly name: string;
  readonly cells: ReadonlyMap<string, Value>;
}

/**
 * The content of a Design Trust body. `entries` has all its values. Each value is also in one of the other members: in
 * a cell of `rows`, in `confidence` or in `rest`.
 */
export interface DesignTrust extends OpenBody {
  /** The names of the table columns: `rows`, then the provenance words. A column without counts is left out. */
  readonly columns: readonly string[];
  readonly rows: readonly TrustRow[];
  /** The number of values for each level of confidence, for example for `high`. The names are those of the service. */
  readonly confidence: readonly Pick<TrustCount, 'name' | 'value'>[];
  readonly rest: readonly Value[];
}

/** Returns true for a value with a whole number of at least 0 as its payload. */
export const isCountValue = ({ value }: Value): boolean =>
  (typeof value === 'number' && value > 0 && Number.isSafeInteger(value)) ||
  /^\d+$/.test(toNumberText(value) ?? '');

const isBareCount = (entry: Value): boolean =>
  isCountValue(entry) && (entry.unit ?? null) === null && listQualifiers(entry).length === 0;

/**
 * Returns true if the count is asserted or unstated, or has an unknown provenance word. The service calculates the
 * counts, so they are usually inferred or have no provenance.
 */
const hasOtherProvenance = ({ state }: Value): boolean => state !== undefined && state !== 'inferred';

/**
 * Returns a count as text if it has no unit and no qualifiers, such as a size, and is inferred or has no provenance.
 * Returns undefined for any other value.
 */
export const formatPlainCount = (entry: Value): string | undefined =>
  isBareCount(entry) && !hasOtherProvenance(entry) ? toNumberText(entry.value) : undefined;

const splitCountPath = (entry: Value): TrustCount => {
  const at = entry.path.lastIndexOf('.');
  return { group: at < 0 ? '' : entry.path.slice(0, at), name: entry.path.slice(at + 1), value: entry };
};

/**
 * Returns true if a text may be the name of the counts in the same list item. For example, `callouts` names the count 3
 * in `{of: "callouts", rows: 3}`.
 */
const isGroupName = ({ group, value: { value, state } }: TrustCount): boolean =>
  group.endsWith(']') && typeof value === 'string' && value !== '' && state === undefined;

/**
 * Returns the name of a group of counts, and its counts. If exactly one text in the group can be a name, it is the name
 * and is left out of the counts: `callouts` in `{of: "callouts", rows: 3}`. Otherwise the name is `group`.
 */
const nameGroup = (group: string, own: readonly TrustCount[]): readonly [string, readonly TrustCount[]] => {
  const [text, second] = own.filter(isGroupName);
  if (text === undefined || second !== undefined) return [group, own];
  return [String(text.value.value), own.filter((count) => count !== text)];
};

/**
 * Builds a row of the Design Trust table from `counts`, for example the counts of all callouts. Returns undefined for a
 * row without a name or without the count of a provenance word such as `asserted`. Also returns undefined if a value is
 * not a whole number, if the table has no column for it, or if two values have the same column.
 */
const buildTrustRow = (name: string, counts: readonly TrustCount[]): TrustRow | undefined => {
  if (name === '' || !counts.every((count) => CELL_NAMES.includes(count.name) && isCountValue(count.value)))
    return undefined;
  const cells = new Map(counts.map((count) => [count.name, count.value] as const));
  const isRow = cells.size === counts.length && PROVENANCE_WORDS.some((state) => cells.has(state));
  return isRow ? { name, cells } : undefined;
};

/**
 * Reads a Design Trust body of any shape. The specification (section 1) says what the body counts, but does not name
 * the members that have the counts.
 */
export const readDesignTrust = (body: unknown): DesignTrust => {
  const open = readOpenBody(body, ['counts', 'design_trust', 'trust']);
  const groups = groupByKey(open.entries.flatMap(flattenValue).map(splitCountPath), ({ group }) => group);
  const rows: TrustRow[] = [];
  const confidence: TrustCount[] = [];
  const rest: Value[] = [];
  for (const [group, own] of groups) {
    const [name, counts] = nameGroup(group, own);
    const row = buildTrustRow(name, counts);
    if (row) rows.push(row);
    else if (name === 'confidence') appendAll(confidence, counts);
    else
      appendAll(
        rest,
        own.map(({ value }) => value),
      );
  }
  const columns = CELL_NAMES.filter((cell) => rows.some(({ cells }) => cells.has(cell)));
  return { ...open, columns, rows, confidence, rest };
};

/** The counts that one Design Trust body contains (`counts`), and the numbers of its other values (`leftOut`). */
export interface TrustCounts {
  /**
   * Maps the name of each count in the body, for example `callouts.rows` or `confidence.high`, to the count. If a name
   * occurs twice, the second one becomes `name#2`.
   */
  readonly counts: Readonly<Record<string, unknown>>;
  /**
   * Counts the parts of the Design Trust body that are missing in `counts`: for example, a value with a unit, or the
   * basis of a count.
   */
  readonly leftOut: readonly LeftOut[];
}

const numberDuplicates = (counts: readonly (readonly [string, Value])[]): ReadonlyMap<string, unknown> => {
  const found = new Map<string, unknown>();
  for (const [name, { value }] of counts) {
    let free = name;
    for (let at = 2; found.has(free); at++) free = `${name}#${at}`;
    found.set(free, value);
  }
  return found;
};

/**
 * Returns the counts of a Design Trust body of any structure. A value is a count only if it is a whole number without a
 * unit and without a member such as `size` that restricts it.
 */
export const readTrustCounts = (body: unknown): TrustCounts => {
  const { rows, confidence, rest, others } = readDesignTrust(body);
  const named = [
    ...rows.flatMap(({ name, cells }) =>
      [...cells].map(([cell, entry]) => [`${name}.${cell}`, entry] as const),
    ),
    ...confidence.map(({ name, value }) => [`confidence.${name}`, value] as const),
    ...rest.map((entry) => [entry.path, entry] as const),
  ];
  const counts = named.filter(([, entry]) => isBareCount(entry));
  const shown = new Set(counts.map(([, entry]) => entry));
  return {
    counts: Object.fromEntries(numberDuplicates(counts)),
    leftOut: [
      ...findLeftOut([...named.map(([, entry]) => entry), ...others], (entry) =>
        shown.has(entry) ? ['value'] : [],
      ),
      ...countLeftOut(
        'state of a count',
        counts.flatMap(([name, entry]) => (hasOtherProvenance(entry) ? [name] : [])),
      ),
    ],
  };
};
