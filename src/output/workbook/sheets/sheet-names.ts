/** Names of the sheets that are not filled in. */

import { type TableName, TRADE_TABLES } from '../../../garment/trade-tables.ts';

/** The sheets with a row per node, in the order of the workbook. */
export const NODE_SHEETS: readonly TableName[] = [
  'bom',
  'pom',
  'cut',
  'construction',
  'labels',
  'colourways',
];

/** The names of the other sheets. */
export const SHEET_NAMES = {
  cover: 'Cover',
  brief: 'Brief',
  everyValue: 'Every value',
  leftOut: 'Left out',
} as const;

/** Printed instead of a sheet name for content that is on no sheet with a row per node. */
export const OUTSIDE_NODE_SHEETS = 'all sheets of nodes';

/** The names of all sheets that are not filled in. */
export const READ_ONLY_SHEETS: ReadonlySet<string> = new Set([
  ...Object.values(SHEET_NAMES),
  ...NODE_SHEETS.map((name) => TRADE_TABLES[name].title),
]);
