/** Reads bodies as lists of values. The bodies may have any structure, such as that of a tailor brief. */

import { getOwnMember, isRecord, toScalarText } from '../platform/json/json-values.ts';
import { appendAll } from '../platform/lists.ts';
import { isUnstatedEmpty, readMemberText, readStated } from './stated-value.ts';
import { isNamedItem, readBodyProvenance, readItemValues, readValues, type Value } from './value.ts';

/**
 * Returns the values of the member `key` of a body, for example of `facts`. The path of a value is its name if it has
 * one: `fit` for `{fit: …}` and for `[{field: 'fit', state: …}]`. A list item without a name has the path `facts[0]`.
 * If the member is itself a single value, its path is `facts`.
 */
export const readGroupValues = (key: string, value: unknown): readonly Value[] => {
  if (readStated(value)) return readValues(value, key);
  if (isRecord(value)) {
    const found: Value[] = [];
    for (const field of Object.keys(value)) appendAll(found, readValues(value[field], field, true));
    if (found.length > 0) return found;
  }
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, at) =>
      isNamedItem(item) ? readItemValues(item, '', at) : readValues(item, `${key}[${at}]`, true),
    );
  return readValues(value, key);
};

/** The values of a body for which the service promises no shape, such as a tailor brief. */
export interface OpenBody {
  readonly garmentId: string | undefined;
  readonly entries: readonly Value[];
  readonly others: readonly Value[];
}

const ENVELOPE_MEMBERS: readonly string[] = ['garment_id', 'profile'];

/**
 * Reads the main values (`entries`) and all other values (`others`) of a body of any structure. The main values are in
 * the members that `groups` names, for example `texts`. If the body has none of these members, all values except
 * `garment_id` and `profile` are main values.
 */
export const readOpenBody = (body: unknown, groups: readonly string[]): OpenBody => {
  if (!isRecord(body)) return { garmentId: undefined, entries: readGroupValues('', body), others: [] };
  const id = getOwnMember(body, 'garment_id');
  const presentGroups = groups.filter(
    (key) => typeof getOwnMember(body, key) === 'object' && getOwnMember(body, key) !== null,
  );
  const entries: Value[] = [...readBodyProvenance(body)];
  const hasState = entries.length > 0;
  const others: Value[] = [];
  for (const [key, value] of Object.entries(body)) {
    if ((key === 'garment_id' && toScalarText(value) !== undefined) || (key === 'state' && hasState))
      continue;
    if (presentGroups.includes(key)) appendAll(entries, readGroupValues(key, value));
    else if (presentGroups.length > 0 || ENVELOPE_MEMBERS.includes(key))
      appendAll(others, readValues(value, key));
    else appendAll(entries, readValues(value, key, true));
  }
  return { garmentId: readMemberText(id), entries, others };
};

/**
 * Reads a tailor brief of any structure: the specification of the service (section 2.8) promises only that it contains
 * texts, each with a key. The result has the garment id, these texts (`entries`) and all other values (`others`).
 */
export const readTailorBrief = (body: unknown): OpenBody =>
  readOpenBody(body, ['brief', 'tailor_brief', 'texts']);

/**
 * Returns true for an unstated value that has nothing else: no payload, unit, basis, confidence or other members. Such
 * values are not printed one by one. Only their keys are printed, together in one place.
 */
export const isUnstatedWithoutDetails = (entry: Value): boolean =>
  isUnstatedEmpty(entry) &&
  entry.otherMembers.length === 0 &&
  [entry.unit, entry.basis, entry.confidence].every((beside) => (beside ?? null) === null);
