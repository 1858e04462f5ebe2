import { cacheByWord } from '../platform/cache-by-word.ts';
import { KIND_SYNONYMS, normalizeName, splitWordList } from './trade-vocabulary.ts';

/** The names that the trade uses for kinds of nodes. A graph may also have other kinds. */
export const TRADE_KINDS = splitWordList(
  'piece edge seam quilt_line closure construction_note process material trim ' +
    'measurement label packaging colourway',
);

/** Returns the trade name of a kind, for example `measurement` for `pom`. An unknown kind is returned in snake case. */
export const toTradeKind = cacheByWord((kind) => {
  const plain = normalizeName(kind);
  return KIND_SYNONYMS.get(plain) ?? plain;
});

/**
 * Lists the trade name of a kind, then the trade name of each word in it. For example, `front panel` gives
 * `front_panel`, `front` and `piece`, because `piece` is the trade name of `panel`.
 */
export const listTradeNames: (kind: string) => readonly string[] = cacheByWord((kind) => [
  toTradeKind(kind),
  ...toTradeKind(kind)
    .split(/[^\p{L}]+/u)
    .map(toTradeKind),
]);
