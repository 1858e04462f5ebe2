/** One sheet as a worksheet part of the file (ECMA-376, part 1, 18.3). */

import { Failure } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { emptyXml, escapeSpreadsheetText, type XmlSafe, xml } from '../../platform/escape/xml.ts';
import {
  computeColumnWidths,
  computeRowHeight,
  formatColumnName,
  MAX_SHEET_COLUMNS,
  MAX_SHEET_ROWS,
  splitLongCells,
} from './cell-layout.ts';
import type { CellFormats } from './cell-styles.ts';
import { findExactFormat } from './number-format.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { WorkbookCell, WorkbookSheet } from './workbook-model.ts';

/** Cell formats and shared strings, which all sheets of a workbook use while they are written. */
export interface SheetWriteContext {
  readonly formats: CellFormats;
  readonly texts: SharedStrings;
}

const createTooLargeError = (sheet: string, most: number, what: string): Failure =>
  new Failure(`${sheet} has more than ${most} ${what}, which is more than an .xlsx workbook holds`, {
    code: 'too_large',
    hint: shellText`--csv holds any number`,
  });

/**
 * Widest sheet, in characters, that is printed on one page; a wider one is split over several side by side.
 */
const PAGE_WIDTH = 230;
/**
 * Widest form, in characters, that is printed on one page: columns to fill in stay beside their subject, in
 * smaller letters.
 */
const FORM_WIDTH = 290;

const renderCellXml = (
  cell: WorkbookCell,
  column: XmlSafe,
  row: number,
  { formats, texts }: SheetWriteContext,
): XmlSafe => {
  const { text, isNumber, look = 'plain' } = cell;
  if (text === '')
    return look === 'plain'
      ? emptyXml
      : xml`<c r="${column}${row}" s="${formats.register(look, undefined)}"/>`;
  const format = isNumber === true ? findExactFormat(text) : undefined;
  const style = formats.register(look, format);
  // The digits are stored as written. The format is exact, so the program keeps all of them.
  if (format !== undefined)
    return xml`<c r="${column}${row}" s="${style}"><v>${escapeSpreadsheetText(text)}</v></c>`;
  return xml`<c r="${column}${row}" s="${style}" t="s"><v>${texts.register(text)}</v></c>`;
};

const renderRowsXml = (
  sheet: WorkbookSheet,
  across: readonly number[],
  shared: SheetWriteContext,
): { readonly rows: readonly XmlSafe[]; readonly last: number } => {
  if (sheet.rows.length >= MAX_SHEET_ROWS) throw createTooLargeError(sheet.name, MAX_SHEET_ROWS - 1, 'rows');
  const names = sheet.columns.map((_, at) => escapeSpreadsheetText(formatColumnName(at)));
  const rows: XmlSafe[] = [];
  const add = (row: readonly WorkbookCell[]): void => {
    const at = rows.length + 1;
    if (at > MAX_SHEET_ROWS) throw createTooLargeError(sheet.name, MAX_SHEET_ROWS - 1, 'rows');
    const height = at === 1 ? undefined : computeRowHeight(row, across);
    rows.push(
      xml`<row r="${at}"${height === undefined ? emptyXml : xml` ht="${height}"`}>${row.map((cell, column) => renderCellXml(cell, names[column] ?? emptyXml, at, shared))}</row>`,
    );
  };
  add(sheet.columns.map(({ head }) => ({ text: head, look: 'head' })));
  for (const row of splitLongCells(sheet.rows)) add(row);
  return { rows, last: rows.length };
};

/** A worksheet part, and its ranges for filter and print. */
export interface WorksheetPart {
  readonly xml: XmlSafe;
  /** The range of all cells, for example `$A$1:$F$20`. */
  readonly area: string;
  /** Columns that are repeated on each page, where the sheet is wider than one. */
  readonly sideways: string | undefined;
}

/** Renders the footer of printed pages. `&` is doubled, since it begins an instruction. */
const renderFooterXml = (foot: string): XmlSafe =>
  escapeSpreadsheetText(`&L${foot.slice(0, 100).replaceAll('&', '&&')}&C&A&RPage &P of &N`);

/** Renders a sheet as a worksheet part. Throws a Failure where it has too many rows or columns. */
export const renderWorksheetPart = (
  sheet: WorkbookSheet,
  foot: string,
  shared: SheetWriteContext,
): WorksheetPart => {
  if (sheet.columns.length > MAX_SHEET_COLUMNS)
    throw createTooLargeError(sheet.name, MAX_SHEET_COLUMNS, 'columns');
  const across = computeColumnWidths(sheet);
  const { rows, last } = renderRowsXml(sheet, across, shared);
  const lastColumn = formatColumnName(Math.max(0, sheet.columns.length - 1));
  const fixed = sheet.fixed ?? 0;
  const isForm = sheet.columns.some(({ fillIn }) => fillIn === true);
  const whole = across.reduce((sum, width) => sum + width, 0);
  const pages = Math.ceil(whole / (isForm ? FORM_WIDTH : PAGE_WIDTH));
  const corner = escapeSpreadsheetText(`${formatColumnName(fixed)}2`);
  const pane =
    fixed > 0
      ? xml`<pane xSplit="${fixed}" ySplit="1" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/><selection pane="bottomRight"/>`
      : xml`<pane ySplit="1" topLeftCell="${corner}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`;
  const range = escapeSpreadsheetText(`A1:${lastColumn}${last}`);
  const cols = across.map(
    (width, at) =>
      xml`<col min="${at + 1}" max="${at + 1}" width="${width}"${sheet.columns[at]?.isHidden === true ? xml` hidden="1"` : emptyXml} customWidth="1"/>`,
  );
  const filter = sheet.isPage === true ? emptyXml : xml`<autoFilter ref="${range}"/>`;
  return {
    area: `$A$1:$${lastColumn}$${last}`,
    sideways: pages > 1 && fixed > 0 ? `$A:$${formatColumnName(fixed - 1)}` : undefined,
    xml: xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="13.5"/><cols>${cols}</cols><sheetData>${rows}</sheetData>${filter}<printOptions gridLines="1"/><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${escapeSpreadsheetText(sheet.isPage === true ? 'portrait' : 'landscape')}" fitToWidth="${pages}" fitToHeight="0" pageOrder="overThenDown"/><headerFooter><oddFooter>${renderFooterXml(foot)}</oddFooter></headerFooter><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1" twoDigitTextYear="1"/></ignoredErrors></worksheet>`,
  };
};
