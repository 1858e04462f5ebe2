import { TABLE_NAMES, TRADE_TABLES } from '../../../garment/trade-tables.ts';

/** The names of the sheets that are neither a table of a garment nor filled in. */
export const SHEET_NAMES = {
  cover: 'Cover',
  further: 'Further nodes',
  brief: 'Brief',
  everyValue: 'Every value',
  leftOut: 'Left out',
} as const;

/** The names of all sheets that are not filled in. */
export const READ_ONLY_SHEETS: ReadonlySet<string> = new Set([
  ...Object.values(SHEET_NAMES),
  ...TABLE_NAMES.map((name) => TRADE_TABLES[name].title),
]);
