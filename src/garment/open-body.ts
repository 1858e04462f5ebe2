/** Members that only hold values: each value in them is expected to carry a state. */

import { isRecord, own, scalarText } from '../json/values.ts';
import { type Entry, entriesOf, itemEntries, ownState } from './entries.ts';
import { stated } from './stated.ts';

export const isNamed = (item: unknown): boolean =>
  isRecord(item) && scalarText(own(item, 'field') ?? own(item, 'key')) !== undefined;

/** The entries of a group, under the names inside it; of `key` itself where it turns out to hold no group. */
export const groupEntries = (key: string, value: unknown): readonly Entry[] => {
  if (stated(value)) return entriesOf(value, key);
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, at) =>
      isNamed(item) ? itemEntries(item, '', at) : entriesOf(item, `${key}[${at}]`, true),
    );
  if (isRecord(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([field, item]) => entriesOf(item, field, true));
  return entriesOf(value, key);
};

/** A body whose shape nobody promised. */
export interface OpenBody {
  readonly garmentId: string | undefined;
  /** Its values, in their order. */
  readonly entries: readonly Entry[];
  /** Members beside the group that holds the values. */
  readonly others: readonly Entry[];
}

const ENVELOPE: readonly string[] = ['garment_id', 'profile'];

/** Reads a body whose values stand in one of the members `groups`, or, where it has none of them, in the body itself. */
export const readOpen = (body: unknown, groups: readonly string[]): OpenBody => {
  if (!isRecord(body)) return { garmentId: undefined, entries: groupEntries('', body), others: [] };
  const id = own(body, 'garment_id');
  const held = groups.filter((key) => typeof own(body, key) === 'object' && own(body, key) !== null);
  const entries: Entry[] = [...ownState(body)];
  const hasState = entries.length > 0;
  const others: Entry[] = [];
  for (const [key, value] of Object.entries(body)) {
    if ((key === 'garment_id' && scalarText(value) !== undefined) || (key === 'state' && hasState)) continue;
    if (held.includes(key)) entries.push(...groupEntries(key, value));
    else if (held.length > 0 || ENVELOPE.includes(key)) others.push(...entriesOf(value, key));
    else entries.push(...entriesOf(value, key, true));
  }
  return { garmentId: scalarText(stated(id)?.value ?? id), entries, others };
};
