/**
 * Functions for JSON values. A number may be a LosslessNumber, which keeps the text of the number: `56.0` does not
 * become `56`.
 */

import { LosslessNumber } from 'lossless-json';

/** Matches a text that is one JSON number. */
export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the text of a number as it was written; undefined for any other value. */
export const toNumberText = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'bigint')
    return Object.is(value, -0) ? '-0' : String(value);
  return value instanceof LosslessNumber ? value.value : undefined;
};

/** A JSON object with members of any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns true for a JSON object; false for a list, null or LosslessNumber. */
export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);

/** Returns true for a JSON object or a list. */
export const isObjectOrList = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof LosslessNumber);

/** Returns true for equal values with their members in the same order and their numbers spelled alike. */
export const isSameJson = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (one instanceof LosslessNumber || other instanceof LosslessNumber)
    return toNumberText(one) !== undefined && toNumberText(one) === toNumberText(other);
  if (!isObjectOrList(one) || !isObjectOrList(other) || Array.isArray(one) !== Array.isArray(other))
    return false;
  const [entries, others] = [Object.entries(one), Object.entries(other)];
  return (
    entries.length === others.length &&
    entries.every(([key, value], at) => key === others[at]?.[0] && isSameJson(value, others[at]?.[1]))
  );
};

/**
 * Returns a member of an object. Returns undefined for an inherited member, so the key `constructor` finds nothing
 * unless the body has such a member.
 */
export const getOwnMember = (value: JsonObject, key: string): unknown => {
  const member = value[key];
  return member === undefined || Object.hasOwn(value, key) ? member : undefined;
};

/** Returns the text of a string or number; undefined for any other value. */
export const toScalarText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : toNumberText(value);

/**
 * Returns the JSON text of a scalar. Returns a list or object unchanged, because `toJsonText` writes its items one by
 * one.
 */
const serializeScalar = (value: unknown): string | object => {
  if (isObjectOrList(value)) return value;
  if (typeof value === 'number' && !Number.isFinite(value)) return 'null';
  return toNumberText(value) ?? JSON.stringify(value) ?? 'null';
};

/** A list or object that is being serialized. The items or members before position `at` are already serialized. */
interface OpenContainer {
  readonly items: readonly unknown[];
  readonly keys: readonly string[] | undefined;
  at: number;
  isEmpty: boolean;
}

/**
 * The number of text pieces after which `toJsonText` joins them into one text. One long text needs less memory than
 * many short ones.
 */
const MAX_PARTS = 10_000;

/**
 * Serializes a value as JSON, with numbers as written (`56.0`) and without undefined members. With `isSpaced`, a space
 * follows each comma and colon. Works without recursion, so at any depth.
 */
export const toJsonText = (root: unknown, isSpaced = false): string => {
  const scalar = serializeScalar(root);
  if (typeof scalar === 'string') return scalar;
  const comma = isSpaced ? ', ' : ',';
  const colon = isSpaced ? ': ' : ':';
  const finishedTexts: string[] = [];
  let out: string[] = [];
  const open: OpenContainer[] = [];
  const put = (value: unknown): void => {
    const text = serializeScalar(value);
    if (typeof text === 'string') {
      out.push(text);
      return;
    }
    const keys = Array.isArray(text) ? undefined : Object.keys(text);
    open.push({ items: keys ? Object.values(text) : (text as unknown[]), keys, at: 0, isEmpty: true });
    out.push(keys ? '{' : '[');
  };
  put(root);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { items, keys, at } = last;
    if (at === items.length) {
      out.push(keys ? '}' : ']');
      open.pop();
      if (out.length < MAX_PARTS) continue;
      finishedTexts.push(out.join(''));
      out = [];
      continue;
    }
    last.at++;
    const item = items[at];
    if (keys && item === undefined) continue;
    if (!last.isEmpty) out.push(comma);
    last.isEmpty = false;
    if (keys) out.push(JSON.stringify(keys[at]), colon);
    put(item);
  }
  return finishedTexts.join('') + out.join('');
};

/**
 * Returns the text that a cell shows for a value. A string stays as it is, and a number stays as written. Undefined
 * becomes an empty text, and any other value becomes JSON.
 */
export const toPayloadText = (value: unknown): string =>
  value === undefined ? '' : (toScalarText(value) ?? toJsonText(value));
