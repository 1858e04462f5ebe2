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

/** Returns true for a JSON object; false for a list, null or LosslessNumber. */
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

/** Returns the JSON text of a value. Lists and objects are returned unchanged. */
const serializeScalar = (value: unknown): string | object => {
  if (Array.isArray(value) || isRecord(value)) return value;
  if (typeof value === 'number' && !Number.isFinite(value)) return 'null';
  return toNumberText(value) ?? JSON.stringify(value) ?? 'null';
};

/**
 * Serializes a value as JSON, with numbers as written (`56.0`) and without undefined members. With `spaced`, a space
 * follows each comma and colon. Works without recursion, so at any depth.
 */
export const toJsonText = (root: unknown, spaced = false): string => {
  const comma = spaced ? ', ' : ',';
  const colon = spaced ? ': ' : ':';
  const out: string[] = [];
  /** The finished texts and the lists and objects that remain to be written, last one first. */
  const todo: (string | object)[] = [serializeScalar(root)];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next === 'string') out.push(next);
    else if (Array.isArray(next)) {
      out.push('[');
      todo.push(']');
      for (let at = next.length - 1; at >= 0; at--) {
        todo.push(serializeScalar(next[at]));
        if (at > 0) todo.push(comma);
      }
    } else {
      const members = Object.entries(next).filter(([, member]) => member !== undefined);
      out.push('{');
      todo.push('}');
      for (let at = members.length - 1; at >= 0; at--) {
        const [key, member] = members[at] ?? [''];
        todo.push(serializeScalar(member), (at > 0 ? comma : '') + JSON.stringify(key) + colon);
      }
    }
  }
  return out.join('');
};

/** Returns the text of a value for one cell: a string without quotes, a number as written, other values as JSON. */
export const toPayloadText = (value: unknown): string =>
  value === undefined ? '' : (toScalarText(value) ?? toJsonText(value));
