/** What a form leaves out of a body: counted, by name, in one sentence. Whatever leaves something out says it with this. */

import { DRAWN } from '../size-limits.ts';
import { counted } from './counted.ts';
import { below, type Entry } from './entries.ts';
import { qualifiers } from './stated.ts';

export interface LeftOut {
  /** One of it, the noun first: `relation`, `member without a state`. */
  readonly what: string;
  readonly count: number;
  /** Fields, kinds or ids, in the order of the body, and how often each. */
  readonly names: ReadonlyMap<string, number>;
}

/** So many of one thing, by these names; nothing where there are none. */
export const leaving = (what: string, names: readonly string[]): readonly LeftOut[] => {
  if (names.length === 0) return [];
  const each = new Map<string, number>();
  for (const name of names) each.set(name, (each.get(name) ?? 0) + 1);
  return [{ what, count: names.length, names: each }];
};

/** The same where a stranger chose the names: no more of them than are listed, and the others under one. */
export const leavingFew = (what: string, names: readonly string[]): readonly LeftOut[] => {
  const known = new Set<string>();
  return leaving(
    what,
    names.map((name) => {
      if (known.size < DRAWN.names) known.add(name);
      return known.has(name) ? name : '(others)';
    }),
  );
};

/** What several bodies leave out, as if they were one. */
export const together = (lists: Iterable<LeftOut>): readonly LeftOut[] => {
  const all = new Map<string, { what: string; count: number; names: Map<string, number> }>();
  for (const { what, count, names } of lists) {
    const sum = all.get(what) ?? { what, count: 0, names: new Map() };
    sum.count += count;
    for (const [name, times] of names) sum.names.set(name, (sum.names.get(name) ?? 0) + times);
    all.set(what, sum);
  }
  return [...all.values()];
};

/**
 * What can be seen of an entry: its value with unit, state and what says which one it is; why it is so (basis and
 * confidence); and whatever else stands beside it.
 */
export type Part = 'value' | 'why' | 'beside';

const KINDS = ['value', 'relation', 'member without a state', 'reason', 'member beside a value'] as const;
type Kind = (typeof KINDS)[number];

const kindOf = ({ role }: Entry): Kind =>
  role === 'link' ? 'relation' : role === 'plain' ? 'member without a state' : 'value';

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** What a form that shows these parts of each entry leaves out. A value that is not shown takes all of its parts along. */
export const notShown = (
  entries: Iterable<Entry>,
  shows: (entry: Entry) => readonly Part[],
): readonly LeftOut[] => {
  const names: Record<Kind, string[]> = {
    ...{ value: [], relation: [], 'member without a state': [], reason: [], 'member beside a value': [] },
  };
  for (const entry of entries) {
    const parts = shows(entry);
    const { field, basis, confidence, extras } = entry;
    const shown = qualifiers(entry);
    if (!parts.includes('value')) {
      names[kindOf(entry)].push(field);
      continue;
    }
    if (!parts.includes('why') && (isGiven(basis) || isGiven(confidence))) names.reason.push(field);
    if (!parts.includes('beside'))
      names['member beside a value'].push(
        ...extras.filter((extra) => !shown.includes(extra)).map(([key]) => below(field, key)),
      );
  }
  return KINDS.flatMap((kind) => leaving(kind, names[kind]));
};

/** More names than these are counted: a sentence of fifty is read by nobody. */
const NAMED = 8;

const nameText = ([name, times]: readonly [string, number]): string =>
  `${name === '' ? '(itself)' : name}${times > 1 ? ` ${times}` : ''}`;

const namesText = (names: ReadonlyMap<string, number>): string => {
  const all = [...names].map(nameText);
  const rest = all.length - NAMED;
  return rest > 1 ? `${all.slice(0, NAMED).join(', ')} and ${rest} other names` : all.join(', ');
};

/** `3 relations (joins 2, made_of); 1 reason (cut)`, for a place that says of itself what it is. */
export const leftOutNames = (list: readonly LeftOut[]): string =>
  list.map(({ what, count, names }) => `${counted(count, what)} (${namesText(names)})`).join('; ');

/** The same as a sentence. */
export const leftOutText = (list: readonly LeftOut[]): string => `left out: ${leftOutNames(list)}`;
