import { formatColumnName, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from './cell-layout.ts';
import { type NumberFormat, readNumberCell } from './number-cells.ts';
import { BrokenPartError, decodeXstring, parsePartXml } from './part-xml.ts';

/** A cell that was read from a file. */
export interface ImportedCell {
  /** The address of the cell, for example `F7`. */
  readonly place: string;
  /** The row number. Row and column numbers are counted from 1. */
  readonly row: number;
  readonly column: number;
  readonly text: string;
  /** The type of the cell. `truth` stands for the values TRUE and FALSE. */
  readonly kind: 'text' | 'number' | 'date' | 'truth' | 'error';
  /**
   * The formula of the cell, if it has one. In an .xlsx file, `text` is then the saved result of the formula. In a CSV
   * file, `text` is the formula itself.
   */
  readonly formula?: string;
}

/**
 * The data that all sheets of a workbook share while they are read: texts, number formats, and counters that enforce
 * limits.
 */
export interface SheetReadContext {
  readonly texts: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly epoch: 1900 | 1904;
  /** Adds 1 to the number of rows, cells and merged ranges that were read. Throws if this number exceeds the limit. */
  countPart(): void;
  /** Counts the characters of a cell. Throws if there are too many. */
  countText(characters: number): void;
}

const parseColumnName = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** The cells of a sheet that was read from a file, and its merged ranges. */
export interface ImportedCells {
  /** The cells that are not empty, row by row. */
  readonly rows: readonly (readonly ImportedCell[])[];
  /** Merged ranges, for example `F7:F9`. The text is in the first cell. */
  readonly merged: readonly string[];
}

/**
 * Reads the cells of a sheet. `part` is the XML text of the sheet in the .xlsx file. Throws a BrokenPartError if a row
 * or cell is out of range.
 */
export const readSheetCells = (part: string, shared: SheetReadContext): ImportedCells => {
  const rows: ImportedCell[][] = [];
  const merged: string[] = [];
  const textReader = createRichTextReader();
  let cells: ImportedCell[] = [];
  let [row, column, type, style] = [0, 0, '', 0];
  let [value, formula, openTag] = ['', undefined as string | undefined, ''];
  const readCellValue = (): Pick<ImportedCell, 'text' | 'kind'> => {
    if (type === 's') return { text: shared.texts[Number(value)] ?? '', kind: 'text' };
    if (type === 'inlineStr') return { text: textReader.text(), kind: 'text' };
    if (type === 'str') return { text: decodeXstring(value), kind: 'text' };
    if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE', kind: 'truth' };
    if (type === 'e') return { text: value, kind: 'error' };
    if (type === 'd') return { text: value.replace(/T00:00(?::00(?:\.0+)?)?$/, ''), kind: 'date' };
    const number = readNumberCell(value, shared.formats[style] ?? 'any', shared.epoch);
    return number ?? { text: value, kind: 'text' };
  };
  parsePartXml(part, {
    open(tag, attribute) {
      if (tag === 'row') {
        shared.countPart();
        row = Number(attribute('r') ?? row + 1);
        if (!Number.isInteger(row) || row < 1 || row > MAX_SHEET_ROWS)
          throw new BrokenPartError('has a row out of place');
        [column, cells] = [0, []];
      } else if (tag === 'c') {
        shared.countPart();
        const place = attribute('r');
        const letters = place === undefined ? undefined : /^([A-Z]{1,3})\d+$/.exec(place)?.[1];
        column = letters === undefined ? column + 1 : parseColumnName(letters);
        if ((place !== undefined && letters === undefined) || column > MAX_SHEET_COLUMNS)
          throw new BrokenPartError('has a cell out of place');
        [type, style] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0)];
        [value, formula] = ['', undefined];
        textReader.begin();
      } else if (tag === 'mergeCell') {
        shared.countPart();
        merged.push(attribute('ref') ?? '');
      } else if (tag === 'v') openTag = 'v';
      else if (tag === 'f') [openTag, formula] = ['f', ''];
      else textReader.open(tag);
    },
    text(piece) {
      if (openTag === 'v') value += piece;
      else if (openTag === 'f') formula = (formula ?? '') + piece;
      else textReader.take(piece);
    },
    close(tag) {
      if (tag === 'v' || tag === 'f') openTag = '';
      else if (tag === 'c') {
        const cell = readCellValue();
        if (cell.text === '' && formula === undefined) return;
        shared.countText(cell.text.length);
        const place = `${formatColumnName(column - 1)}${row}`;
        cells.push({
          place,
          row,
          column,
          ...cell,
          ...(formula === undefined ? {} : { formula: decodeXstring(formula) }),
        });
      } else if (tag === 'row') {
        if (cells.length > 0) rows.push(cells);
      } else textReader.close(tag);
    },
  });
  return { rows, merged };
};

/**
 * Creates a reader for the text of a cell that is stored in several parts, for example with different fonts. It joins
 * the parts. It skips phonetic hints, which show how Japanese characters are read.
 */
const createRichTextReader = () => {
  let [text, inText, phoneticDepth] = ['', false, 0];
  return {
    begin: () => {
      text = '';
    },
    open: (tag: string) => {
      if (tag === 'rPh') phoneticDepth++;
      else if (tag === 't') inText = phoneticDepth === 0;
    },
    take: (piece: string) => {
      if (inText) text += piece;
    },
    close: (tag: string) => {
      if (tag === 'rPh') phoneticDepth--;
      else if (tag === 't') inText = false;
    },
    text: () => decodeXstring(text),
  };
};

/**
 * Reads the shared strings of a workbook: texts to which cells refer by a number. The number is the index in the
 * returned list.
 */
export const readSharedStrings = (part: string | undefined): readonly string[] => {
  const texts: string[] = [];
  const textReader = createRichTextReader();
  if (part !== undefined)
    parsePartXml(part, {
      open: (tag) => (tag === 'si' ? textReader.begin() : textReader.open(tag)),
      text: textReader.take,
      close(tag) {
        textReader.close(tag);
        if (tag === 'si') texts.push(textReader.text());
      },
    });
  return texts;
};

/** A comment that a user of a spreadsheet program added to a cell. */
export interface CellComment {
  readonly place: string;
  readonly text: string;
}

/** Reads the comments on the cells of a sheet from the XML file that contains them. */
export const readCellComments = (part: string): readonly CellComment[] => {
  const comments: { place: string; text: string }[] = [];
  const textReader = createRichTextReader();
  let place = '';
  parsePartXml(part, {
    open(tag, attribute) {
      if (tag === 'comment') {
        place = attribute('ref') ?? '';
        textReader.begin();
      } else textReader.open(tag);
    },
    text: textReader.take,
    close(tag) {
      textReader.close(tag);
      if (tag === 'comment') comments.push({ place, text: textReader.text() });
    },
  });
  return comments;
};
