/**
 * Counts what an output (for example a sheet or a table) does not show of a body, and formats the counts as one
 * sentence.
 */

import { appendAll } from '../platform/lists.ts';
import { formatCount } from './format-count.ts';
import { listQualifiers } from './stated-value.ts';
import { joinValuePath, type Value } from './value.ts';

/**
 * Values, members or nodes that an output does not show: what they are (`what`, for example `relation`), their number
 * and their names.
 */
export interface LeftOut {
  /**
   * The singular noun for the things that are counted, for example `relation` or `member without a state`. Its first
   * word must be the one that gets an `s` in the plural.
   */
  readonly what: string;
  readonly count: number;
  /**
   * The names of the entries that the output leaves out, in the order of the body. A name is a path, a kind or an id.
   * Each name is mapped to the number of entries with this name.
   */
  readonly names: ReadonlyMap<string, number>;
}

/**
 * Counts things of one kind that an output leaves out. `what` is the kind, for example `relation`, and `names` has the
 * name of each thing. Returns a list with one count, or an empty list if `names` is empty.
 */
export const countLeftOut = (what: string, names: readonly string[]): readonly LeftOut[] => {
  if (names.length === 0) return [];
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [{ what, count: names.length, names: counts }];
};

/** Merges lists of counts, for example from several bodies. The result has one count for each kind (`what`). */
export const mergeLeftOut = (lists: Iterable<LeftOut>): readonly LeftOut[] => {
  const merged = new Map<string, { what: string; count: number; names: Map<string, number> }>();
  for (const { what, count, names } of lists) {
    const sum = merged.get(what) ?? { what, count: 0, names: new Map() };
    sum.count += count;
    for (const [name, times] of names) sum.names.set(name, (sum.names.get(name) ?? 0) + times);
    merged.set(what, sum);
  }
  return [...merged.values()];
};

/**
 * The three parts of a value. `value` is the value itself with its unit, provenance and qualifiers, such as a size.
 * `why` is its basis and confidence. `beside` is all its other members, for example `note`.
 */
export type ValuePart = 'value' | 'why' | 'beside';

const KINDS = ['value', 'relation', 'member without a state', 'reason', 'member beside a value'] as const;
type LeftOutKind = (typeof KINDS)[number];

const classifyValue = ({ role }: Value): LeftOutKind =>
  role === 'link' ? 'relation' : role === 'plain' ? 'member without a state' : 'value';

/** Returns true for any value except undefined and null. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Counts the values, relations, reasons (basis and confidence) and other members, such as `note`, that an output does
 * not show. `listShownParts` returns which parts of an entry are shown: `value` (the value itself), `why` (its reason)
 * and `beside` (its other members). If the value itself is not shown, its reason and other members are not counted.
 */
export const findLeftOut = (
  entries: Iterable<Value>,
  listShownParts: (entry: Value) => readonly ValuePart[],
): readonly LeftOut[] => {
  const names: Record<LeftOutKind, string[]> = {
    value: [],
    relation: [],
    'member without a state': [],
    reason: [],
    'member beside a value': [],
  };
  for (const entry of entries) {
    const shownParts = listShownParts(entry);
    const { path, basis, confidence, otherMembers } = entry;
    if (!shownParts.includes('value')) {
      names[classifyValue(entry)].push(path);
      continue;
    }
    const qualifiers = listQualifiers(entry);
    if (!shownParts.includes('why') && (isGiven(basis) || isGiven(confidence))) names.reason.push(path);
    if (!shownParts.includes('beside'))
      appendAll(
        names['member beside a value'],
        otherMembers.filter((extra) => !qualifiers.includes(extra)).map(([key]) => joinValuePath(path, key)),
      );
  }
  return KINDS.flatMap((kind) => countLeftOut(kind, names[kind]));
};

/**
 * The number of names that a sentence lists before it counts the others: `and 3 other names`. A single further name is
 * listed too.
 */
const MAX_NAMES = 8;

const formatName = ([name, times]: readonly [string, number]): string =>
  `${name === '' ? '(itself)' : name}${times > 1 ? ` ${times}` : ''}`;

const formatNames = (names: ReadonlyMap<string, number>): string => {
  const all = [...names].map(formatName);
  const rest = all.length - MAX_NAMES;
  return rest > 1 ? `${all.slice(0, MAX_NAMES).join(', ')} and ${rest} other names` : all.join(', ');
};

/**
 * Formats the counts of what an output leaves out, for example `3 relations (joins 2, made_of); 1 reason (cut)`. Does
 * not add the words `left out: `.
 */
export const formatLeftOutNames = (list: readonly LeftOut[]): string =>
  list.map(({ what, count, names }) => `${formatCount(count, what)} (${formatNames(names)})`).join('; ');

/**
 * Formats what an output leaves out, for example `left out: 3 relations (joins 2, made_of)`. Callers check that `list`
 * is not empty.
 */
export const formatLeftOut = (list: readonly LeftOut[]): string => `left out: ${formatLeftOutNames(list)}`;
