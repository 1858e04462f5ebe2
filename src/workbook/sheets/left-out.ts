/** What each sheet leaves out, counted and named; all of it stands on the sheet of every value. */

import type { LeftOut } from '../../garment/left-out.ts';
import { type BookSheet, textCell } from '../book.ts';
import { SHEET_NAMES } from './names.ts';

export interface SheetLeftOut {
  readonly sheet: string;
  readonly list: readonly LeftOut[];
}

export interface SheetWithLeftOut {
  readonly sheet: BookSheet;
  readonly leftOut: SheetLeftOut;
}

const namesText = (names: ReadonlyMap<string, number>): string =>
  [...names]
    .map(([name, times]) => `${name === '' ? '(itself)' : name}${times > 1 ? ` ${times}` : ''}`)
    .join(', ');

export const leftOutSheet = (all: readonly SheetLeftOut[]): BookSheet => {
  const rows = all.flatMap(({ sheet, list }) =>
    list.map(({ what, count, names }) => [
      textCell(sheet),
      textCell(what),
      { text: String(count), isNumber: true },
      textCell(namesText(names)),
    ]),
  );
  return {
    name: SHEET_NAMES.leftOut,
    columns: [{ head: 'sheet' }, { head: 'what' }, { head: 'how many' }, { head: 'names', most: 100 }],
    rows: rows.length > 0 ? rows : [[textCell('none'), textCell('nothing'), { text: '0', isNumber: true }]],
  };
};
