/** Values with their marks as characters, for text that no painter sees again. */

import { spaced } from '../border/unseen.ts';
import type { Entry } from '../garment/entries.ts';
import { isBlank, isStateWord } from '../garment/stated.ts';
import { payloadText } from '../json/values.ts';

/** Without what could move a cursor, break a line or turn the direction of writing. */
export const oneLine = (text: string): string => spaced(text).trim();

function valueText(entry: Entry): string {
  const { state, value, unit } = entry;
  const units = unit === undefined || unit === null ? '' : ` ${payloadText(unit)}`;
  if (isBlank(entry)) return 'not stated';
  if (state === 'unstated') return `not stated (given: ${payloadText(value)}${units})`;
  if ((value ?? null) !== null) return `${payloadText(value)}${units}`;
  return `none (${state === 'asserted' ? 'stated' : (state ?? 'no state given')})`;
}

/** The value of an entry on one line, with the state's own word where it is none of the three. */
export function said(entry: Entry): string {
  const known = entry.state === undefined || isStateWord(entry.state);
  return oneLine(valueText(entry)) + (known ? '' : ` [state: ${oneLine(entry.state ?? '')}]`);
}
