/**
 * Identifies materials and trims. A row is identified by its supplier and article. Without a supplier it is identified
 * by its article, and without an article by its kind and name. Rows that are identified by the same texts are the same
 * item.
 */

import { cacheByWord } from '../platform/cache-by-word.ts';
import { toPayloadText } from '../platform/json/json-values.ts';
import type { NodeColumn, NodeRow } from './node-table.ts';
import { toTradeKind } from './trade-kinds.ts';
import { splitWordList } from './trade-vocabulary.ts';
import type { Value } from './value.ts';
import { foldCase } from './value-filter.ts';

/**
 * The cells that identify the material or trim of a row. Rows with the same texts in these cells use the same material
 * or trim. For `name`, the rows must also be of the same kind. `nothing`: no cell identifies it, so the row is grouped
 * with no other row.
 */
export type JoinCriterion = 'supplier and article' | 'article' | 'name' | 'nothing';

/** The material or trim to which a row belongs. `joinedBy` says which values of the row identify it. */
export interface TradeItem {
  readonly joinedBy: JoinCriterion;
  /** A text that identifies the material or trim. It is equal for all rows of the same material or trim. */
  readonly key: string;
}

const splitWords = cacheByWord((name: string): readonly string[] =>
  name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .split(/[^\p{L}]+/u),
);

const SUPPLIER_WORDS = splitWordList('supplier vendor mill manufacturer');
const ARTICLE_NUMBER_WORDS = splitWordList('article art ref reference code number no item part sku');

/**
 * Returns true for names of columns with an article number, such as `supplier_article`, `article_no`, `mill ref` and
 * `sku`. The column `code` is not one of them, because a garment has its own codes: another garment may use the same
 * code for another material.
 */
export const isArticleColumn = cacheByWord((name: string): boolean => {
  const words = splitWords(name);
  return (
    words.some((word) => word === 'article' || word === 'sku') ||
    (words.some((word) => SUPPLIER_WORDS.includes(word)) &&
      words.some((word) => ARTICLE_NUMBER_WORDS.includes(word)))
  );
});

/** Returns true for names of columns with a supplier, such as `supplier`, `mill` and `vendor_name`. */
export const isSupplierColumn = cacheByWord((name: string): boolean =>
  SUPPLIER_WORDS.some((word) => word === name.toLowerCase() || `${word}_name` === name.toLowerCase()),
);

const QUANTITY_WORDS = splitWordList(
  'quantity quantities qty consumption usage yield amount count spare wastage pieces pcs needed',
);
const COST_WORDS = splitWordList('cost costs price prices rate surcharge');

const hasWord = (words: readonly string[], name: string): boolean =>
  splitWords(name).some((word) => words.includes(word));

/** Returns true for names of columns with costs, such as `cost` and `unit_price`. */
export const isCostColumn = (name: string): boolean => hasWord(COST_WORDS, name);
/** Returns true for names of columns with quantities, such as `quantity` and `consumption`, but not for costs. */
export const isQuantityColumn = (name: string): boolean =>
  !isCostColumn(name) && hasWord(QUANTITY_WORDS, name);

/** Returns true for a column of quantities or costs. A column for a single size, such as `quantity.M`, is included. */
export const isAmountColumn = ({ name, base }: NodeColumn): boolean =>
  [name, base].some((word) => isCostColumn(word) || isQuantityColumn(word));

/** Returns a text in one case and with single spaces, because bodies may write the same article in several ways. */
const normalizeItemText = (text: string): string => foldCase(text).replaceAll(/\s+/g, ' ').trim();

const readCellText = (entry: Value | undefined): string =>
  normalizeItemText(toPayloadText(entry?.value ?? undefined));

type RowCells = Pick<NodeRow, 'cells'>;

const findCell = ({ cells }: RowCells, isWantedColumn: (name: string) => boolean): Value | undefined => {
  for (const [name, entry] of cells) if (isWantedColumn(name) && readCellText(entry) !== '') return entry;
  return undefined;
};

/** Returns the first filled cell in a column of article numbers; undefined if there is none. */
export const findArticleCell = (row: RowCells): Value | undefined => findCell(row, isArticleColumn);
/** Returns the first filled cell in a column of suppliers; undefined if there is none. */
export const findSupplierCell = (row: RowCells): Value | undefined => findCell(row, isSupplierColumn);
/** Returns the cell that contains the name of a row (the cell in the column `label`); undefined if there is none. */
export const findNameCell = (row: RowCells): Value | undefined => row.cells.get('label');

/**
 * Returns the item (material or trim) of a row, with the key that all rows of this item share. The key is made from
 * supplier and article. Without a supplier, it is made from the article; without an article, from kind and name. A row
 * without article and name gets `uniqueKey`, a text that no other row has.
 */
export const identifyTradeItem = (row: Pick<NodeRow, 'cells' | 'node'>, uniqueKey: string): TradeItem => {
  const [article, supplier, name] = [findArticleCell(row), findSupplierCell(row), findNameCell(row)].map(
    readCellText,
  );
  const createItem = (joinedBy: JoinCriterion, ...words: readonly string[]): TradeItem => ({
    joinedBy,
    key: JSON.stringify([joinedBy, ...words]),
  });
  if (article && supplier) return createItem('supplier and article', supplier, article);
  if (article) return createItem('article', article);
  // The kind is part of the key of an item, because two items of different kinds may have the same name, for example a
  // closure `zip` and a trim `zip`.
  if (name) return createItem('name', toTradeKind(row.node.kind), name);
  return createItem('nothing', uniqueKey);
};

const COLUMN_RANKS: readonly ((name: string) => boolean)[] = [
  (name) => name === 'label',
  isArticleColumn,
  isSupplierColumn,
  isQuantityColumn,
  isCostColumn,
];

/**
 * Sorts column names: first `label`, then columns of articles, suppliers, quantities and costs, then all others in
 * their original order. Removes duplicates.
 */
export const sortTradeColumns = (names: readonly string[]): readonly string[] => {
  const rank = (name: string): number => {
    const at = COLUMN_RANKS.findIndex((fits) => fits(name));
    return at < 0 ? COLUMN_RANKS.length : at;
  };
  return [...new Set(names)].toSorted((one, other) => rank(one) - rank(other));
};
