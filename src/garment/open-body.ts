/**
 * Reads bodies of any shape. A member such as `values` only groups values, and each value in such a group should have
 * provenance.
 */

import { getOwnMember, isRecord, toScalarText } from '../platform/json/json-values.ts';
import { readMemberText, readStated } from './stated-value.ts';
import { readBodyProvenance, readItemValues, readValues, type Value } from './value.ts';

/** Returns true for an object that has its name in the member `field` or `key`. */
export const isNamedItem = (item: unknown): boolean =>
  isRecord(item) && toScalarText(getOwnMember(item, 'field') ?? getOwnMember(item, 'key')) !== undefined;

/**
 * Returns the values of a group, such as `facts`. Their paths do not contain the name of the group. If the member is
 * not a group, the paths start with `key`.
 */
export const readGroupValues = (key: string, value: unknown): readonly Value[] => {
  if (readStated(value)) return readValues(value, key);
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, at) =>
      isNamedItem(item) ? readItemValues(item, '', at) : readValues(item, `${key}[${at}]`, true),
    );
  if (isRecord(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([field, item]) => readValues(item, field, true));
  return readValues(value, key);
};

/** A body of which the service promises no shape, such as a tailor brief. */
export interface OpenBody {
  readonly garmentId: string | undefined;
  /** The values of the body, in its order. */
  readonly entries: readonly Value[];
  /** The values that are not in `entries`, for example `profile` or a member beside the group `counts`. */
  readonly others: readonly Value[];
}

const ENVELOPE_MEMBERS: readonly string[] = ['garment_id', 'profile'];

/**
 * Reads a body of any shape. Its values are in the members named in `groups`, or in the body itself if it has none of
 * these members.
 */
export const readOpenBody = (body: unknown, groups: readonly string[]): OpenBody => {
  if (!isRecord(body)) return { garmentId: undefined, entries: readGroupValues('', body), others: [] };
  const id = getOwnMember(body, 'garment_id');
  const held = groups.filter(
    (key) => typeof getOwnMember(body, key) === 'object' && getOwnMember(body, key) !== null,
  );
  const entries: Value[] = [...readBodyProvenance(body)];
  const hasState = entries.length > 0;
  const others: Value[] = [];
  for (const [key, value] of Object.entries(body)) {
    if ((key === 'garment_id' && toScalarText(value) !== undefined) || (key === 'state' && hasState))
      continue;
    if (held.includes(key)) entries.push(...readGroupValues(key, value));
    else if (held.length > 0 || ENVELOPE_MEMBERS.includes(key)) others.push(...readValues(value, key));
    else entries.push(...readValues(value, key, true));
  }
  return { garmentId: readMemberText(id), entries, others };
};
