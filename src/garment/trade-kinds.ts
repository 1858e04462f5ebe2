/** The kinds of nodes by their trade names, and the columns that the trade reads first for each. */

import { KIND_SYNONYMS, normalizeName } from './trade-vocabulary.ts';

/**
 * Columns that the trade reads first, by kind. A kind without columns is printed with one line for each
 * value.
 */
const FIRST_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  piece: ['cut', 'cut_quantity', 'on_fold', 'grain'],
  edge: ['seam_allowance', 'length'],
  seam: ['seam_class', 'stitch_class', 'spi'],
  quilt_line: [],
  closure: ['type', 'count', 'spacing'],
  construction_note: ['callout'],
  process: [],
  material: ['role', 'composition', 'weight', 'width'],
  trim: ['material', 'quantity', 'size'],
  measurement: ['code', 'spec', 'tol_plus', 'tol_minus', 'grade'],
  label: ['placement', 'attachment'],
  packaging: ['quantity', 'size', 'material'],
  colourway: ['shell', 'lining', 'trim', 'thread'],
};

/** Kinds that have a trade name. A graph may have others. */
export const TRADE_KINDS: readonly string[] = Object.keys(FIRST_COLUMNS);

/**
 * Columns that are always printed. Without a tolerance a factory may deliver anything, so its absence has
 * to show.
 */
const REQUIRED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  measurement: ['code', 'spec', 'tol_plus', 'tol_minus'],
};

/** All kinds with their synonyms, and all columns that are read first. */
export const TRADE_NAMES: readonly string[] = [
  ...Object.keys(FIRST_COLUMNS),
  ...Object.keys(KIND_SYNONYMS),
  ...Object.values(FIRST_COLUMNS).flat(),
  ...Object.values(REQUIRED_COLUMNS).flat(),
];

/** Returns an own member of a table. A body may name a kind `constructor`. */
const lookUpOwn = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const MAX_CACHED_WORDS = 2_000;

/** Caches the result of a function by word. A body has few kinds, but many nodes of each. */
export const cacheByWord = <T>(of: (word: string) => T): ((word: string) => T) => {
  const known = new Map<string, T>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const found = of(word);
    if (known.size < MAX_CACHED_WORDS) known.set(word, found);
    return found;
  };
};

/** Returns the trade name of a kind: `measurement` for `pom`. Unknown kinds are returned in snake case. */
export const toTradeKind = cacheByWord((kind) => {
  const plain = normalizeName(kind);
  return lookUpOwn(KIND_SYNONYMS, plain) ?? plain;
});

/** Returns the trade name of a kind and of each of its words: a `front panel` is also a `piece`. */
export const toTradeWords: (kind: string) => readonly string[] = cacheByWord((kind) => [
  toTradeKind(kind),
  ...toTradeKind(kind)
    .split(/[^\p{L}]+/u)
    .map(toTradeKind),
]);

/** Returns the columns that the trade reads first for a kind. */
export const listFirstColumns = (kind: string): readonly string[] =>
  lookUpOwn(FIRST_COLUMNS, toTradeKind(kind)) ?? [];
/** Returns the columns that are always printed for a kind. */
export const listRequiredColumns = (kind: string): readonly string[] =>
  lookUpOwn(REQUIRED_COLUMNS, toTradeKind(kind)) ?? [];
