import type { LeftOut } from '../../../garment/left-out.ts';
import { createTextCell, type WorkbookSheet } from '../workbook-model.ts';
import { SHEET_NAMES } from './forms.ts';

/** The name of a sheet, and the counts of the content that it leaves out. */
export interface SheetLeftOut {
  readonly sheet: string;
  readonly list: readonly LeftOut[];
}

/** A sheet, and the counts of the content that it leaves out. */
export interface SheetWithLeftOut {
  readonly sheet: WorkbookSheet;
  readonly leftOut: SheetLeftOut;
}

const formatNameCounts = (names: ReadonlyMap<string, number>): string =>
  [...names]
    .map(([name, times]) => `${name === '' ? '(itself)' : name}${times > 1 ? ` ${times}` : ''}`)
    .join(', ');

/**
 * Builds the sheet `Left out`. Each row has the name of a sheet, a kind of content that this sheet leaves out, its
 * count and its names. If nothing is left out, there is one row `none`.
 */
export const buildLeftOutSheet = (sheetsLeftOut: readonly SheetLeftOut[]): WorkbookSheet => {
  const rows = sheetsLeftOut.flatMap(({ sheet, list }) =>
    list.map(({ what, count, names }) => [
      createTextCell(sheet),
      createTextCell(what),
      { text: String(count), isNumber: true },
      createTextCell(formatNameCounts(names)),
    ]),
  );
  return {
    name: SHEET_NAMES.leftOut,
    columns: [{ head: 'sheet' }, { head: 'what' }, { head: 'how many' }, { head: 'names', maxWidth: 100 }],
    rows:
      rows.length > 0
        ? rows
        : [[createTextCell('none'), createTextCell('nothing'), { text: '0', isNumber: true }]],
  };
};
