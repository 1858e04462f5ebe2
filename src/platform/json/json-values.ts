/** Functions for JSON values. A number may be a LosslessNumber, which keeps its text: `56.0` is not `56`. */

import { LosslessNumber } from 'lossless-json';

/** Matches a text that is one JSON number. */
export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the text of a number as it was written; undefined for any other value. */
export const toNumberText = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'bigint')
    return Object.is(value, -0) ? '-0' : String(value);
  return value instanceof LosslessNumber ? value.value : undefined;
};

/** Returns true for a JSON object; false for a list, for null and for a LosslessNumber. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);

/** Returns a member of an object; undefined for an inherited one, for example if a body names `constructor`. */
export const getOwnMember = (value: Readonly<Record<string, unknown>>, key: string): unknown => {
  const member = value[key];
  return member === undefined || Object.hasOwn(value, key) ? member : undefined;
};

/** Returns the text of a string or number; undefined for any other value. */
export const toScalarText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : toNumberText(value);

/**
 * Serializes a value as JSON with every number as written, and without undefined members. With `spaced`, a space
 * follows each comma and colon. Works without recursion, so at any depth.
 */
export const toJsonText = (root: unknown, spaced = false): string => {
  const comma = spaced ? ', ' : ',';
  const colon = spaced ? ': ' : ':';
  const out: string[] = [];
  const todo: ({ readonly say: string } | { readonly value: unknown })[] = [{ value: root }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    if ('say' in next) {
      out.push(next.say);
      continue;
    }
    const { value } = next;
    if (Array.isArray(value)) {
      out.push('[');
      todo.push({ say: ']' });
      for (let at = value.length - 1; at >= 0; at--) {
        todo.push({ value: value[at] });
        if (at > 0) todo.push({ say: comma });
      }
    } else if (isRecord(value)) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined);
      out.push('{');
      todo.push({ say: '}' });
      for (let at = members.length - 1; at >= 0; at--) {
        const [key, member] = members[at] ?? [''];
        todo.push({ value: member }, { say: JSON.stringify(key) + colon });
        if (at > 0) todo.push({ say: comma });
      }
    } else if (typeof value === 'number' && !Number.isFinite(value)) out.push('null');
    else out.push(toNumberText(value) ?? JSON.stringify(value) ?? 'null');
  }
  return out.join('');
};

/** Returns a value as the text of one cell: a string without quotes, empty for undefined, otherwise JSON. */
export const toPayloadText = (value: unknown): string =>
  value === undefined ? '' : (toScalarText(value) ?? toJsonText(value));
