/** JSON values whose numbers may have kept their spelling: `56.0` is not `56`. */

import { LosslessNumber } from 'lossless-json';

/** A number, by the grammar of JSON. */
export const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number as it was written, or undefined for what is not a number. */
export const lexeme = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'bigint')
    return Object.is(value, -0) ? '-0' : String(value);
  return value instanceof LosslessNumber ? value.value : undefined;
};

/** A JSON object: not an array, not null, not a number that kept its spelling. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);

/** A member of its own. Never an inherited one: a body may name its members `constructor` or `__proto__`. */
export const own = (value: Readonly<Record<string, unknown>>, key: string): unknown => {
  const member = value[key];
  return member === undefined || Object.hasOwn(value, key) ? member : undefined;
};

/** The text of a string or number; undefined for anything else. */
export const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : lexeme(value);

/** JSON with every number as written. Works without recursion, so that no depth of nesting can break it. */
export const jsonText = (root: unknown, spaced = false): string => {
  if (typeof root !== 'object' || root === null) return lexeme(root) ?? JSON.stringify(root) ?? 'null';
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
      const members = Object.entries(value);
      out.push('{');
      todo.push({ say: '}' });
      for (let at = members.length - 1; at >= 0; at--) {
        const [key, member] = members[at] ?? [''];
        todo.push({ value: member }, { say: JSON.stringify(key) + colon });
        if (at > 0) todo.push({ say: comma });
      }
    } else out.push(lexeme(value) ?? JSON.stringify(value) ?? 'null');
  }
  return out.join('');
};

/** A value as the text of one cell: strings bare, anything else as JSON, nothing for undefined. */
export const payloadText = (value: unknown): string =>
  value === undefined ? '' : (scalarText(value) ?? jsonText(value));
