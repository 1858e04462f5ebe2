/** Design Trust: the service's own counts as they come. Nothing is added up, divided or judged. */

import { lexeme } from '../json/values.ts';
import type { Entry } from './entries.ts';
import { leaves } from './flatten-entry.ts';
import { type OpenBody, readOpen } from './open-body.ts';
import { qualifiers, STATE_WORDS } from './stated.ts';

const CELLS: readonly string[] = ['rows', ...STATE_WORDS];

/** One count, under the last part of its name. */
interface Count {
  readonly group: string;
  readonly name: string;
  readonly entry: Entry;
}

/** What is counted by state, with the counts that the body gives of it. */
export interface Counted {
  readonly name: string;
  readonly cells: ReadonlyMap<string, Entry>;
}

/** `entries` are as they stand in the body; the members below them are those same values, sorted. */
export interface Trust extends OpenBody {
  /** Those cells that at least one row has, in their order. */
  readonly columns: readonly string[];
  readonly rows: readonly Counted[];
  /** How sure the service is, by its own words for it. */
  readonly confidence: readonly Pick<Count, 'name' | 'entry'>[];
  readonly rest: readonly Entry[];
}

export const isCount = ({ value }: Entry): boolean => /^\d+$/.test(lexeme(value) ?? '');

/** A count is derived, so a mark on it would say nothing about the garment; anything else keeps its mark. */
export const plainCount = (entry: Entry): string | undefined =>
  isCount(entry) &&
  (entry.unit ?? null) === null &&
  qualifiers(entry).length === 0 &&
  (entry.state === 'inferred' || entry.state === undefined)
    ? lexeme(entry.value)
    : undefined;

const split = (entry: Entry): Count => {
  const at = entry.field.lastIndexOf('.');
  return { group: at < 0 ? '' : entry.field.slice(0, at), name: entry.field.slice(at + 1), entry };
};

/** The counts of an item of a list are told apart by a text among them: `{of: "callouts", rows: 3}`. */
const isName = ({ group, entry: { value, state } }: Count): boolean =>
  group.endsWith(']') && typeof value === 'string' && value !== '' && state === undefined;

/** Counts under one name, and that name, where it can be said of all of them. */
const titled = (group: string, own: readonly Count[]): readonly [string, readonly Count[]] => {
  const [text, second] = own.filter(isName);
  if (text === undefined || second !== undefined) return [group, own];
  return [String(text.entry.value), own.filter((count) => count !== text)];
};

/** A row of the table: each name is one of its cells, and stands once. */
const rowOf = (name: string, counts: readonly Count[]): Counted | undefined => {
  const cells = new Map(counts.map((count) => [count.name, count.entry] as const));
  const isRow =
    name !== '' &&
    cells.size === counts.length &&
    counts.every((count) => CELLS.includes(count.name) && isCount(count.entry)) &&
    STATE_WORDS.some((state) => cells.has(state));
  return isRow ? { name, cells } : undefined;
};

/** Reads any body; specification section 1 says only what it counts. */
export const readTrust = (body: unknown): Trust => {
  const open = readOpen(body, ['counts', 'design_trust', 'trust']);
  const groups = new Map<string, Count[]>();
  for (const count of open.entries.flatMap(leaves).map(split)) {
    const own = groups.get(count.group);
    if (own) own.push(count);
    else groups.set(count.group, [count]);
  }
  const rows: Counted[] = [];
  const confidence: Count[] = [];
  const rest: Entry[] = [];
  for (const [group, own] of groups) {
    const [name, counts] = titled(group, own);
    const row = rowOf(name, counts);
    if (row) rows.push(row);
    else if (name === 'confidence') confidence.push(...counts);
    else rest.push(...own.map(({ entry }) => entry));
  }
  const columns = CELLS.filter((cell) => rows.some(({ cells }) => cells.has(cell)));
  return { ...open, columns, rows, confidence, rest };
};
