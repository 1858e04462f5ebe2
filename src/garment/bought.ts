/** What is bought for a garment, and what makes two of it the same: a supplier's article, or else a name. */

import { payloadText } from '../json/values.ts';
import type { Entry } from './entries.ts';
import type { NodeColumn, NodeRow } from './node-table.ts';
import { tradeKind } from './trade-kinds.ts';
import { folded } from './value-choice.ts';

/** By what uses stand together; `nothing` where neither is given, so that each stands alone. */
export type JoinedBy = 'supplier and article' | 'article' | 'name' | 'nothing';

export interface Item {
  readonly joinedBy: JoinedBy;
  /** The same for what is the same. */
  readonly key: string;
}

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .split(/[^\p{L}]+/u);

const SOURCES: readonly string[] = ['supplier', 'vendor', 'mill', 'manufacturer'];
const NUMBERS: readonly string[] = [
  ...['article', 'art', 'ref', 'reference', 'code', 'number', 'no', 'item', 'part', 'sku'],
];

/** `supplier_article`, `article_no`, `mill ref`, `sku`; a plain `code` is the garment's own and says nothing elsewhere. */
export const isArticle = (name: string): boolean => {
  const words = wordsOf(name);
  return (
    words.some((word) => word === 'article' || word === 'sku') ||
    (words.some((word) => SOURCES.includes(word)) && words.some((word) => NUMBERS.includes(word)))
  );
};

export const isSupplier = (name: string): boolean =>
  SOURCES.some((word) => word === name.toLowerCase() || `${word}_name` === name.toLowerCase());

const QUANTITIES: readonly string[] = [
  ...[
    'quantity',
    'quantities',
    'qty',
    'consumption',
    'usage',
    'yield',
    'amount',
    'count',
    'spare',
    'wastage',
  ],
  ...['pieces', 'pcs', 'needed'],
];
const COSTS: readonly string[] = ['cost', 'costs', 'price', 'prices', 'rate', 'surcharge'];

const has = (words: readonly string[], name: string): boolean =>
  wordsOf(name).some((word) => words.includes(word));

export const isCost = (name: string): boolean => has(COSTS, name);
export const isQuantity = (name: string): boolean => !isCost(name) && has(QUANTITIES, name);

/** What is bought by it: how much, and for how much. Of what is given by size, what it is counts. */
export const isAmount = ({ name, base }: NodeColumn): boolean =>
  [name, base].some((word) => isCost(word) || isQuantity(word));

/** As it is read aloud: neither case nor spaces tell two articles apart. */
const plainly = (text: string): string => folded(text).replaceAll(/\s+/g, ' ').trim();

const said = (entry: Entry | undefined): string =>
  (entry?.value ?? null) === null ? '' : plainly(payloadText(entry?.value));

const cell = ({ cells }: NodeRow, fits: (name: string) => boolean): Entry | undefined =>
  [...cells].find(([name, entry]) => fits(name) && said(entry) !== '')?.[1];

export const articleOf = (row: NodeRow): Entry | undefined => cell(row, isArticle);
export const supplierOf = (row: NodeRow): Entry | undefined => cell(row, isSupplier);
export const nameOf = (row: NodeRow): Entry | undefined => row.cells.get('label');

/** An article is one of its supplier: where both are given, both have to be the same. */
export const itemOf = (row: NodeRow, alone: string): Item => {
  const [article, supplier, name] = [articleOf(row), supplierOf(row), nameOf(row)].map(said);
  const key = (joinedBy: JoinedBy, ...words: readonly string[]): Item => ({
    joinedBy,
    key: JSON.stringify([joinedBy, ...words]),
  });
  if (article && supplier) return key('supplier and article', supplier, article);
  if (article) return key('article', article);
  // A closure that is called like the trim it uses is another thing.
  if (name) return key('name', tradeKind(row.node.kind), name);
  return key('nothing', alone);
};

const RANKS: readonly ((name: string) => boolean)[] = [
  (name) => name === 'label',
  isArticle,
  isSupplier,
  isQuantity,
  isCost,
];

/** Names of values as they are read when something is bought, each once; the others behind them as they came. */
export const inOrder = (names: readonly string[]): readonly string[] => {
  const rank = (name: string): number => {
    const at = RANKS.findIndex((fits) => fits(name));
    return at < 0 ? RANKS.length : at;
  };
  return [...new Set(names)].toSorted((one, other) => rank(one) - rank(other));
};
