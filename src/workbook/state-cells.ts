/** A state in a spreadsheet: by mark, by word and by look. */

import { isStateWord } from '../garment/stated.ts';
import type { Look } from './book.ts';

export const lookOf = (state: string | undefined): Look =>
  state === undefined ? 'plain' : isStateWord(state) ? state : 'other';
