/** A value in a spreadsheet, and its state: by mark, by word and by look. */

import { signOf } from '../garment/state-marks.ts';
import { isStateWord, type Stated } from '../garment/stated.ts';
import { lexeme, payloadText } from '../json/values.ts';
import { type Cell, EMPTY, type Look, textCell } from './book.ts';

export const lookOf = (state: string | undefined): Look =>
  state === undefined ? 'plain' : isStateWord(state) ? state : 'other';

/** `asserted =`, the sign last: in CSV a text that begins with it would be a formula. Empty where there is no state. */
export const stateText = (state: string | undefined): string =>
  state === undefined ? '' : `${state} ${signOf(state)}`;

const given = (value: unknown): string => (value === null ? '' : payloadText(value));

/** A value as one cell: a number as a number, and anything nested as its JSON. */
export const valueCell = (value: unknown, look?: Look): Cell => ({
  text: given(value),
  isNumber: lexeme(value) !== undefined,
  ...(look === undefined ? {} : { look }),
});

export const stateCell = (state: string | undefined): Cell => textCell(stateText(state), lookOf(state));

/** Value, unit and state, each in a cell of its own. */
export const statedCells = (
  entry: Pick<Stated, 'value' | 'unit' | 'state'> | undefined,
): readonly [Cell, Cell, Cell] => {
  if (entry === undefined) return [EMPTY, EMPTY, EMPTY];
  const look = lookOf(entry.state);
  return [valueCell(entry.value, look), textCell(given(entry.unit), look), stateCell(entry.state)];
};

/** Why it is so: `warp, parallel to CF (0.8)`. */
export const whyText = ({ basis, confidence }: Pick<Stated, 'basis' | 'confidence'>): string => {
  const [reason, sure] = [given(basis ?? null), given(confidence ?? null)];
  return sure === '' ? reason : `${reason}${reason === '' ? '' : ' '}(${sure})`;
};
