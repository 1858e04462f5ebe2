/** One sheet as its part of a workbook (ECMA-376, part 1, 18.3). */

import { typeable } from '../border/shell.ts';
import { noXml, type Xml, xml, xmlText } from '../border/xml.ts';
import { Failure } from '../errors.ts';
import type { BookSheet, Cell } from './book.ts';
import { columnName, heightOf, MOST_COLUMNS, MOST_ROWS, wholeRows, widths } from './cells.ts';
import { formatOf } from './numbers.ts';
import type { SharedTexts } from './shared-texts.ts';
import type { Styles } from './styles.ts';

/** What the sheets of one workbook share. */
export interface Shared {
  readonly formats: Styles;
  readonly texts: SharedTexts;
}

const tooLarge = (sheet: string, most: number, what: string): Failure =>
  new Failure(`${sheet} has more than ${most} ${what}, which is more than an .xlsx workbook holds`, {
    code: 'too_large',
    hint: typeable`--csv holds any number`,
  });

/** Characters across that can still be read on one page; broader sheets are printed on several, side by side. */
const PAGE_WIDTH = 230;
/** What is filled in by hand stays beside what it is about, in smaller letters if need be. */
const FORM_WIDTH = 290;

const cellXml = (cell: Cell, column: Xml, row: number, { formats, texts }: Shared): Xml => {
  const { text, isNumber, look = 'plain' } = cell;
  if (text === '')
    return look === 'plain' ? noXml : xml`<c r="${column}${row}" s="${formats.of(look, undefined)}"/>`;
  const format = isNumber === true ? formatOf(text) : undefined;
  const style = formats.of(look, format);
  // The digits as written: the program makes of them what it can hold, which is all of them.
  if (format !== undefined) return xml`<c r="${column}${row}" s="${style}"><v>${xmlText(text)}</v></c>`;
  return xml`<c r="${column}${row}" s="${style}" t="s"><v>${texts.of(text)}</v></c>`;
};

const rowsXml = (
  sheet: BookSheet,
  across: readonly number[],
  shared: Shared,
): { readonly rows: readonly Xml[]; readonly last: number } => {
  if (sheet.rows.length >= MOST_ROWS) throw tooLarge(sheet.name, MOST_ROWS - 1, 'rows');
  const names = sheet.columns.map((_, at) => xmlText(columnName(at)));
  const rows: Xml[] = [];
  const add = (row: readonly Cell[]): void => {
    const at = rows.length + 1;
    if (at > MOST_ROWS) throw tooLarge(sheet.name, MOST_ROWS - 1, 'rows');
    const height = at === 1 ? undefined : heightOf(row, across);
    rows.push(
      xml`<row r="${at}"${height === undefined ? noXml : xml` ht="${height}"`}>${row.map((cell, column) => cellXml(cell, names[column] ?? noXml, at, shared))}</row>`,
    );
  };
  add(sheet.columns.map(({ head }) => ({ text: head, look: 'head' })));
  for (const row of wholeRows(sheet.rows)) add(row);
  return { rows, last: rows.length };
};

export interface SheetPart {
  readonly xml: Xml;
  /** `$A$1:$F$20`: all of it, for filter and print. */
  readonly area: string;
  /** Columns that are printed on each page, where it is broader than one. */
  readonly sideways: string | undefined;
}

/** The foot of a printed page: `&` begins an instruction there. */
const footXml = (foot: string): Xml =>
  xmlText(`&L${foot.slice(0, 100).replaceAll('&', '&&')}&C&A&RPage &P of &N`);

export const sheetPart = (sheet: BookSheet, foot: string, shared: Shared): SheetPart => {
  if (sheet.columns.length > MOST_COLUMNS) throw tooLarge(sheet.name, MOST_COLUMNS, 'columns');
  const across = widths(sheet);
  const { rows, last } = rowsXml(sheet, across, shared);
  const lastColumn = columnName(Math.max(0, sheet.columns.length - 1));
  const fixed = sheet.fixed ?? 0;
  const isForm = sheet.columns.some(({ fillIn }) => fillIn === true);
  const whole = across.reduce((sum, width) => sum + width, 0);
  const pages = Math.ceil(whole / (isForm ? FORM_WIDTH : PAGE_WIDTH));
  const corner = xmlText(`${columnName(fixed)}2`);
  const pane =
    fixed > 0
      ? xml`<pane xSplit="${fixed}" ySplit="1" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/><selection pane="bottomRight"/>`
      : xml`<pane ySplit="1" topLeftCell="${corner}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`;
  const range = xmlText(`A1:${lastColumn}${last}`);
  const cols = across.map(
    (width, at) => xml`<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const filter = sheet.isPage === true ? noXml : xml`<autoFilter ref="${range}"/>`;
  return {
    area: `$A$1:$${lastColumn}$${last}`,
    sideways: pages > 1 && fixed > 0 ? `$A:$${columnName(fixed - 1)}` : undefined,
    xml: xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="13.5"/><cols>${cols}</cols><sheetData>${rows}</sheetData>${filter}<printOptions gridLines="1"/><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${xmlText(sheet.isPage === true ? 'portrait' : 'landscape')}" fitToWidth="${pages}" fitToHeight="0" pageOrder="overThenDown"/><headerFooter><oddFooter>${footXml(foot)}</oddFooter></headerFooter><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1" twoDigitTextYear="1"/></ignoredErrors></worksheet>`,
  };
};
