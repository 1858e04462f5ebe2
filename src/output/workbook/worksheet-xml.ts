/** Renders one sheet as XML: the worksheet part of an .xlsx file (ECMA-376, part 1, 18.3). */

import { Failure } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import {
  emptyXml,
  escapeSpreadsheetText,
  type XmlSafe,
  xml,
} from '../../platform/escape/spreadsheet-text.ts';
import {
  computeRowHeight,
  fitColumns,
  formatColumnName,
  MAX_SHEET_COLUMNS,
  MAX_SHEET_ROWS,
  splitLongCells,
} from './cell-layout.ts';
import type { CellFormats } from './cell-styles.ts';
import { findExactFormat, findFractionCell } from './number-format.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { PaperSize, WorkbookCell, WorkbookSheet } from './workbook-model.ts';

/**
 * The cell formats and shared strings of a workbook. While the file is written, each sheet adds the formats and strings
 * that it uses.
 */
export interface SheetWriteContext {
  readonly formats: CellFormats;
  readonly texts: SharedStrings;
}

const createTooLargeError = (sheet: string, maximum: number, noun: string): Failure =>
  new Failure(`${sheet} has more than ${maximum} ${noun}, the limit of an .xlsx workbook`, {
    code: 'too_large',
    hint: shellText`use --csv, which has no such limit`,
  });

/**
 * The number of 8-point characters in one printed line, by paper size and orientation. It is lower than Arial would
 * allow, because a program without Arial uses a wider font.
 */
const PAGE_CHARACTERS: Readonly<Record<PaperSize, Readonly<Record<'portrait' | 'landscape', number>>>> = {
  a4: { portrait: 104, landscape: 152 },
  letter: { portrait: 106, landscape: 142 },
};
/** The codes of the paper sizes in the file format (ECMA-376, part 1, 18.3.1.63). */
const PAPER_CODES: Readonly<Record<PaperSize, number>> = { a4: 9, letter: 1 };

const renderCellXml = (
  cell: WorkbookCell,
  column: XmlSafe,
  row: number,
  { formats, texts }: SheetWriteContext,
): XmlSafe => {
  const { text, formula, isNumber, style = 'plain' } = cell;
  if (formula !== undefined)
    return xml`<c r="${column}${row}" s="${formats.register(style, undefined)}"><f>${escapeSpreadsheetText(formula)}</f></c>`;
  if (text === '') return xml`<c r="${column}${row}" s="${formats.register(style, undefined)}"/>`;
  const fraction = isNumber === true ? findFractionCell(text) : undefined;
  const format = fraction?.format ?? (isNumber === true ? findExactFormat(text) : undefined);
  const formatId = formats.register(style, format);
  // A number is stored as a number only if a format shows all its digits. Otherwise, it is stored as text.
  if (format !== undefined)
    return xml`<c r="${column}${row}" s="${formatId}"><v>${escapeSpreadsheetText(fraction?.value ?? text)}</v></c>`;
  return xml`<c r="${column}${row}" s="${formatId}" t="s"><v>${texts.register(text)}</v></c>`;
};

const listRowXml = function* (
  rows: readonly (readonly WorkbookCell[])[],
  widths: readonly number[],
  shared: SheetWriteContext,
): Generator<XmlSafe> {
  const names = widths.map((_, at) => escapeSpreadsheetText(formatColumnName(at)));
  for (const [at, row] of rows.entries()) {
    const number = at + 1;
    const height = computeRowHeight(row, widths);
    yield xml`<row r="${number}"${height === undefined ? emptyXml : xml` ht="${height}" customHeight="1"`}>${row.map((cell, column) => renderCellXml(cell, names[column] ?? emptyXml, number, shared))}</row>`;
  }
};

/** The XML of one sheet, and the ranges of the sheet that are filtered, printed and repeated on each page. */
export interface WorksheetPart {
  /**
   * Yields the XML of the sheet in pieces. Each row adds its cell formats and its texts to lists that all sheets of the
   * workbook share. So these lists are complete only after the last piece.
   */
  listXml(): Iterable<XmlSafe>;
  /** The range of cells that the filter of the sheet covers, for example `$A$1:$F$20`. It ends with the table. */
  readonly area: string;
  /**
   * The range of cells that is printed. For a sheet that is not meant to be printed, it is one empty cell below the
   * table, so that no content is printed.
   */
  readonly printed: string;
  /** The columns that are repeated on each page. */
  readonly sideways: string | undefined;
}

/** The texts of a page's header and footer. */
export interface PageTexts {
  readonly title: string;
  readonly header: string;
  readonly footer: string;
}

/** Cuts a text to 80 characters and doubles `&`, which begins an instruction in a header or footer. */
const escapePageText = (text: string): string => text.slice(0, 80).replaceAll('&', '&&');

const renderHeaderFooterXml = ({ title, header, footer }: PageTexts): XmlSafe => {
  const above = escapeSpreadsheetText(`&L&B${escapePageText(` ${title}`)}&B&C&A&R${escapePageText(header)}`);
  const below = escapeSpreadsheetText(`&L${escapePageText(footer)}&RPage &P of &N`);
  return xml`<headerFooter><oddHeader>${above}</oddHeader><oddFooter>${below}</oddFooter></headerFooter>`;
};

/** Creates the XML part of a sheet in an .xlsx file. Throws a Failure if the sheet has too many rows or columns. */
export const createWorksheetPart = (
  sheet: WorkbookSheet,
  texts: PageTexts,
  paper: PaperSize,
  shared: SheetWriteContext,
): WorksheetPart => {
  const { name, columns } = sheet;
  if (columns.length > MAX_SHEET_COLUMNS) throw createTooLargeError(name, MAX_SHEET_COLUMNS, 'columns');
  const headRow = columns.map(({ head }): WorkbookCell => ({ text: head, style: 'head' }));
  const rows = [headRow, ...splitLongCells(sheet.rows)];
  const last = rows.length;
  if (last > MAX_SHEET_ROWS) throw createTooLargeError(name, MAX_SHEET_ROWS - 1, 'rows');
  const direction = sheet.isPage === true ? 'portrait' : 'landscape';
  const { widths, breaks } = fitColumns(sheet, PAGE_CHARACTERS[paper][direction]);
  const lastColumn = formatColumnName(Math.max(0, sheet.columns.length - 1));
  const lastTableRow = Math.max(1, last - (sheet.footRows ?? 0));
  const fixed = sheet.fixedColumns ?? 0;
  const corner = escapeSpreadsheetText(`${formatColumnName(fixed)}2`);
  const pane =
    fixed > 0
      ? xml`<pane xSplit="${fixed}" ySplit="1" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/><selection pane="bottomRight"/>`
      : xml`<pane ySplit="1" topLeftCell="${corner}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`;
  const range = escapeSpreadsheetText(`A1:${lastColumn}${last}`);
  const cols = widths.map((width, at) => {
    const isHidden = sheet.columns[at]?.isHidden === true;
    return xml`<col min="${at + 1}" max="${at + 1}" width="${isHidden ? 9 : width}"${isHidden ? xml` hidden="1"` : emptyXml} customWidth="1"/>`;
  });
  const filter =
    sheet.isPage === true
      ? emptyXml
      : xml`<autoFilter ref="${escapeSpreadsheetText(`A1:${lastColumn}${lastTableRow}`)}"/>`;
  const markRules = (sheet.markAboveZero ?? []).map((column, at) => {
    const name = formatColumnName(column);
    const cells = escapeSpreadsheetText(`${name}2:${name}${Math.max(2, lastTableRow)}`);
    const rule = escapeSpreadsheetText(`AND(ISNUMBER(${name}2),${name}2>0)`);
    return xml`<conditionalFormatting sqref="${cells}"><cfRule type="expression" dxfId="0" priority="${at + 1}"><formula>${rule}</formula></cfRule></conditionalFormatting>`;
  });
  // A sheet without page breaks between columns is scaled to the width of a page. Otherwise it could become too wide if
  // the spreadsheet program uses a wider font than the one with which toile measured the texts.
  const isOneBlock = breaks.length === 0;
  const fit = isOneBlock ? xml`<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` : emptyXml;
  const columnBreaks = isOneBlock
    ? emptyXml
    : xml`<colBreaks count="${breaks.length}" manualBreakCount="${breaks.length}">${breaks.map((at) => xml`<brk id="${at}" max="1048575" man="1"/>`)}</colBreaks>`;
  // The print area of a sheet that must not be printed is an empty cell below the table. Spreadsheet programs then
  // print nothing.
  const cellBelowTable = `$A$${Math.min(MAX_SHEET_ROWS, last + 2)}`;
  return {
    area: `$A$1:$${lastColumn}$${lastTableRow}`,
    printed: sheet.isUnprinted === true ? cellBelowTable : `$A$1:$${lastColumn}$${last}`,
    sideways: !isOneBlock && fixed > 0 ? `$A:$${formatColumnName(fixed - 1)}` : undefined,
    *listXml() {
      yield xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${fit}<dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="11.25"/><cols>${cols}</cols><sheetData>`;
      yield* listRowXml(rows, widths, shared);
      yield xml`</sheetData>${filter}${markRules}<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="${PAPER_CODES[paper]}" orientation="${escapeSpreadsheetText(direction)}"${isOneBlock ? xml` fitToWidth="1" fitToHeight="0"` : emptyXml} pageOrder="overThenDown"/>${renderHeaderFooterXml(texts)}${columnBreaks}<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1" twoDigitTextYear="1"/></ignoredErrors></worksheet>`;
    },
  };
};
