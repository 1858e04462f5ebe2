/** The tables of the trade: the kinds of nodes in each, and the columns that are read first. */

import { isSameKind } from './node-kinds.ts';
import {
  cacheByWord,
  listFirstColumns,
  listRequiredColumns,
  toTradeKind,
  toTradeWords,
} from './trade-kinds.ts';

/** A table of the trade, such as the bill of materials. */
interface TradeTable {
  /** As a title above it. */
  readonly title: string;
  /** Kinds, or single words of them, by their trade names. */
  readonly kinds: readonly string[];
  /** Columns in the order in which the trade reads them; all others follow in the order of the body. */
  readonly first: readonly string[];
}

/** The tables of the trade by their names on the command line. */
export const TRADE_TABLES = {
  bom: {
    title: 'Bill of materials',
    kinds: [
      ...['bom', 'bill', 'bill_of_materials', 'material', 'cloth', 'trim', 'closure', 'label', 'packaging'],
      ...['packing', 'thread', 'interlining', 'lining', 'button', 'zip', 'elastic', 'hardware', 'component'],
    ],
    first: [
      ...['code', 'role', 'type', 'composition', 'material', 'quantity', 'consumption', 'count', 'size'],
      ...['colour', 'supplier', 'placement', 'weight', 'width'],
    ],
  },
  pom: {
    title: 'Points of measure',
    kinds: ['measurement', 'measure', 'dimension'],
    first: ['code', 'description', 'spec', 'tol_plus', 'tol_minus', 'grade', 'how_to_measure'],
  },
  cut: {
    title: 'Cut list',
    kinds: ['piece'],
    first: ['code', 'cut', 'cut_quantity', 'material', 'on_fold', 'mirrored', 'grain', 'nap'],
  },
  seams: {
    title: 'Seams',
    kinds: ['seam', 'hem', 'stitch', 'quilt', 'topstitch'],
    first: ['code', 'seam_class', 'stitch_class', 'spi', 'seam_allowance', 'thread'],
  },
  labels: {
    title: 'Labels and packing',
    kinds: ['label', 'packaging', 'packing', 'care'],
    first: ['code', 'type', 'text', 'placement', 'attachment', 'quantity', 'size', 'material'],
  },
  colourways: {
    title: 'Colourways',
    kinds: ['colourway', 'colour', 'color'],
    first: ['code', 'shell', 'lining', 'trim', 'thread'],
  },
  sizes: {
    title: 'Sizes',
    kinds: ['size', 'grade', 'grading'],
    first: ['code', 'size', 'base'],
  },
} as const satisfies Readonly<Record<string, TradeTable>>;

/** Columns that are read first in any table. */
export const FIRST_COLUMN_NAMES: readonly string[] = Object.values(TRADE_TABLES).flatMap(
  ({ first }) => first,
);

/** The name of a table on the command line, for example `bom`. */
export type TableName = keyof typeof TRADE_TABLES;
/** Names of all tables. */
export const TABLE_NAMES = Object.keys(TRADE_TABLES) as readonly TableName[];
/** Returns true for the name of a table. */
export const isTableName = (word: string): word is TableName => Object.hasOwn(TRADE_TABLES, word);

/** A table to build: one of the trade, or the nodes of one kind. */
export interface TableSpec {
  /** The name of the table, such as `bom`, or the kind. */
  readonly name: string;
  readonly first: readonly string[];
  /** Columns that the table has even when no node has a value in them. */
  readonly always: readonly string[];
  /** Returns true when nodes of this kind are in the table. */
  hasKind(kind: string): boolean;
}

/**
 * Returns the first and the last word of a kind. A `size label` is a label, so inner words do not count for
 * `sizes`.
 */
const takeOuterWords = (kind: string): readonly string[] => {
  const words = toTradeWords(kind);
  return [words[0] ?? '', words.at(-1) ?? ''];
};

/**
 * Returns true when a kind is in a table: `pieces` is a piece, and `BOMLine` is in the bill of materials.
 */
const isTableKind = (name: TableName, kind: string): boolean => {
  const known: readonly string[] = TRADE_TABLES[name].kinds;
  const words = name === 'sizes' ? takeOuterWords(kind) : toTradeWords(kind);
  return words.some((word) => known.includes(word) || known.includes(toTradeKind(word.replace(/s$/, ''))));
};

/** Creates the specification of a table from its name or from a kind. */
export const createTableSpec = (name: string): TableSpec => {
  if (isTableName(name)) {
    const { first, kinds } = TRADE_TABLES[name];
    return {
      name,
      first,
      always: kinds.flatMap(listRequiredColumns),
      hasKind: cacheByWord((kind) => isTableKind(name, kind)),
    };
  }
  const same = [toTradeKind(name), toTradeKind(name.replace(/s$/, ''))];
  const belongs = (kind: string): boolean =>
    isSameKind(name, kind) || (kind !== '' && same.includes(toTradeKind(kind)));
  return { name, first: listFirstColumns(name), always: listRequiredColumns(name), hasKind: belongs };
};
