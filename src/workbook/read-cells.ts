/** The cells of one sheet. */

import { columnName, MOST_COLUMNS, MOST_ROWS } from './cells.ts';
import { BrokenPart, decoded, readMarkup } from './markup.ts';
import { type NumberFormat, numberCell } from './number-cells.ts';
import { runs } from './read-texts.ts';

export interface ReadCell {
  /** `F7`. */
  readonly place: string;
  /** From one. */
  readonly row: number;
  readonly column: number;
  readonly text: string;
  readonly kind: 'text' | 'number' | 'date' | 'truth' | 'error';
  /** What is calculated there; the text is what it gave when the file was saved. */
  readonly formula?: string;
}

/** What the sheets of a workbook share. */
export interface SharedRead {
  readonly texts: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly epoch: 1900 | 1904;
  /** Counts a row, a cell or a merged range, empty or not; throws where there are too many. */
  countPart(): void;
  /** Counts the characters of a cell; throws where there are too many. */
  countText(characters: number): void;
}

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

export interface SheetCells {
  /** Cells that hold something, row by row. */
  readonly rows: readonly (readonly ReadCell[])[];
  /** `F7:F9`: cells that are one to the eye. What is written there stands in the first. */
  readonly merged: readonly string[];
}

export const cellsOf = (part: string, shared: SharedRead): SheetCells => {
  const rows: ReadCell[][] = [];
  const merged: string[] = [];
  const run = runs();
  let cells: ReadCell[] = [];
  let [row, column, type, style] = [0, 0, '', 0];
  let [value, formula, within] = ['', undefined as string | undefined, ''];
  const read = (): Pick<ReadCell, 'text' | 'kind'> => {
    if (type === 's') return { text: shared.texts[Number(value)] ?? '', kind: 'text' };
    if (type === 'inlineStr') return { text: run.text(), kind: 'text' };
    if (type === 'str') return { text: decoded(value), kind: 'text' };
    if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE', kind: 'truth' };
    if (type === 'e') return { text: value, kind: 'error' };
    if (type === 'd') return { text: value.replace(/T00:00(?::00(?:\.0+)?)?$/, ''), kind: 'date' };
    const number = numberCell(value, shared.formats[style] ?? 'any', shared.epoch);
    return number ?? { text: value, kind: 'text' };
  };
  readMarkup(part, {
    open(tag, attribute) {
      if (tag === 'row') {
        shared.countPart();
        row = Number(attribute('r') ?? row + 1);
        if (!Number.isInteger(row) || row < 1 || row > MOST_ROWS)
          throw new BrokenPart('has a row out of place');
        [column, cells] = [0, []];
      } else if (tag === 'c') {
        shared.countPart();
        const place = attribute('r');
        const letters = place === undefined ? undefined : /^([A-Z]{1,3})\d+$/.exec(place)?.[1];
        column = letters === undefined ? column + 1 : columnNumber(letters);
        if ((place !== undefined && letters === undefined) || column > MOST_COLUMNS)
          throw new BrokenPart('has a cell out of place');
        [type, style] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0)];
        [value, formula] = ['', undefined];
        run.begin();
      } else if (tag === 'mergeCell') {
        shared.countPart();
        merged.push(attribute('ref') ?? '');
      } else if (tag === 'v') within = 'v';
      else if (tag === 'f') [within, formula] = ['f', ''];
      else run.open(tag);
    },
    text(piece) {
      if (within === 'v') value += piece;
      else if (within === 'f') formula = (formula ?? '') + piece;
      else run.take(piece);
    },
    close(tag) {
      if (tag === 'v' || tag === 'f') within = '';
      else if (tag === 'c') {
        const cell = read();
        if (cell.text === '' && formula === undefined) return;
        shared.countText(cell.text.length);
        const place = `${columnName(column - 1)}${row}`;
        cells.push({
          place,
          row,
          column,
          ...cell,
          ...(formula === undefined ? {} : { formula: decoded(formula) }),
        });
      } else if (tag === 'row') {
        if (cells.length > 0) rows.push(cells);
      } else run.close(tag);
    },
  });
  return { rows, merged };
};
