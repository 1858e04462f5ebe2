/** The sheets that nobody fills in, by name. */

import { TABLES, type TableName } from '../../garment/table-kinds.ts';

/** Those with a row a node, in the order of the workbook. */
export const NODE_SHEETS: readonly TableName[] = ['bom', 'pom', 'cut', 'seams', 'labels', 'colourways'];

export const SHEET_NAMES = {
  cover: 'Cover',
  brief: 'Brief',
  everyValue: 'Every value',
  leftOut: 'Left out',
} as const;

/** Stands in the place of a sheet for what is on none of those with a row a node. */
export const BESIDE_TABLES = 'all sheets of nodes';

export const READ_ONLY: ReadonlySet<string> = new Set([
  ...Object.values(SHEET_NAMES),
  ...NODE_SHEETS.map((name) => TABLES[name].title),
]);
