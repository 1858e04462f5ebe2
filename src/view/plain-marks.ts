/** Values with their marks as characters, for text that no painter sees again. */

import { spaced } from '../border/unseen.ts';
import type { Entry } from '../garment/entries.ts';
import { payloadText } from '../json/values.ts';

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['asserted', '='],
  ['inferred', '~'],
  ['unstated', '?'],
]);

export const sign = (state: string | undefined): string =>
  state === undefined ? ' ' : (SIGNS.get(state) ?? '!');

/** Without what could move a cursor, break a line or turn the direction of writing. */
export const oneLine = (text: string): string => spaced(text).trim();

function valueText({ state, value, unit }: Entry): string {
  const units = unit === undefined || unit === null ? '' : ` ${payloadText(unit)}`;
  const bare = value === undefined || value === null;
  if (state === 'unstated') return bare ? 'not stated' : `not stated (given: ${payloadText(value)}${units})`;
  if (!bare) return `${payloadText(value)}${units}`;
  return `none (${state === 'asserted' ? 'stated' : (state ?? 'no state given')})`;
}

/** The value of an entry on one line, with the state's own word where it is none of the three. */
export function said(entry: Entry): string {
  const known = entry.state === undefined || SIGNS.has(entry.state);
  return oneLine(valueText(entry)) + (known ? '' : ` [state: ${oneLine(entry.state ?? '')}]`);
}
