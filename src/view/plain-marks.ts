/** Values with their marks as characters, for text that no painter sees again. */

import { spaced } from '../border/unseen.ts';
import type { Entry } from '../garment/entries.ts';
import { signOf } from '../garment/state-marks.ts';
import { isStateWord } from '../garment/stated.ts';
import { type Pieces, valuePieces } from './value-pieces.ts';

/** Without what could move a cursor, break a line or turn the direction of writing. */
export const oneLine = (text: string): string => spaced(text).trim();

const plainly = (pieces: Pieces): string =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : piece.mark ? signOf(piece.state) : piece.text))
    .join('');

/** The value of an entry on one line, with the state's own word where it is none of the three. */
export const said = (entry: Entry): string => {
  const known = entry.state === undefined || isStateWord(entry.state);
  return oneLine(plainly(valuePieces(entry))) + (known ? '' : ` [state: ${oneLine(entry.state ?? '')}]`);
};
