/** Converts kinds of nodes to their trade names. */

import { cacheByWord } from '../platform/cache-by-word.ts';
import { KIND_SYNONYMS, normalizeName } from './trade-vocabulary.ts';

/** Kinds that have a trade name. A graph may have others. */
export const TRADE_KINDS: readonly string[] = [
  ...['piece', 'edge', 'seam', 'quilt_line', 'closure', 'construction_note', 'process', 'material', 'trim'],
  ...['measurement', 'label', 'packaging', 'colourway'],
];

/** Returns an own member of a table, because a body may contain a kind named `constructor`. */
const lookUpOwn = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

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
