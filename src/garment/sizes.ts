/**
 * Recognizes names of sizes and sorts them as the trade does: XXS to 8XL, then 000, 00, 0, 2 and larger numbers, 28x32,
 * 0-3 months, 2T.
 */

import { cacheByWord } from '../platform/cache-by-word.ts';

/** The sort key of a size: size system, rank in that system, and second measure, such as the inseam of `28x32`. */
type SizeRank = readonly [system: number, rank: number, second: number];

const LETTER_RANKS: Readonly<Record<string, number>> = { S: -1, M: 0, L: 1 };
const LETTER_SIZE = /^(\d{1,2})?(X{0,6})([SML])$/;

/** Returns the rank of a letter size: -1 for S, 0 for M, 1 for L, 3 for XXL. Undefined for any other word. */
const rankLetterSize = (word: string): number | undefined => {
  const [, times, signs = '', letter = ''] = LETTER_SIZE.exec(word) ?? [];
  const base = LETTER_RANKS[letter];
  if (base === undefined || (base === 0 && signs !== '')) return undefined;
  const steps = times === undefined ? signs.length : Number(times) - 1 + signs.length;
  return base + Math.sign(base) * steps;
};

/**
 * Matches letter sizes for tall or petite people: `M tall`, `P/M`. In sorted sizes, `M tall` follows `M`, and petite
 * sizes follow all other letter sizes.
 */
const LENGTH_WORDS = /^(P|PETITE)[ /-]?(.+)$|^(.+?)[ /-]?(T|TALL|P|PETITE)$/;

const rankLetters = (word: string): SizeRank | undefined => {
  const letterRank = rankLetterSize(word);
  if (letterRank !== undefined) return [0, letterRank, 0];
  const range = word.split(/[-/]/).map(rankLetterSize);
  const [from, to] = range;
  if (range.length === 2 && from !== undefined && to !== undefined) return [0, (from + to) / 2, 0];
  const [, before, after, size, length = ''] = LENGTH_WORDS.exec(word) ?? [];
  const rank = rankLetterSize(after ?? size ?? '');
  if (rank === undefined) return undefined;
  return before !== undefined || length.startsWith('P') ? [1, rank, 0] : [0, rank, 1];
};

const MONTHS = /^(?:NB|NEWBORN|(\d{1,2})(?:[-/](\d{1,2}))? ?(?:M|MO|MOS|MTHS?|MONTHS?))$/;
const TODDLER = /^(\d{1,2})(?:[-/](\d{1,2}))? ?(?:T|Y|YRS?|YEARS?)$/;
const WAIST_AND_INSEAM = /^W?(\d{1,3}) ?(?:[X×/-]|L|X ?L) ?(\d{1,3})$/;
const NUMBER_SIZE = /^(\d{1,3})([A-Z]?)$/;

const rankSize = (name: string): SizeRank | undefined => {
  const word = name
    .trim()
    .toUpperCase()
    .replaceAll(/[\s_]+/g, ' ');
  const letters = rankLetters(word);
  if (letters) return letters;
  const plus = /^(\d{0,2})X{1,6}$/.exec(word);
  if (plus) return [0, Number(plus[1] || 1) + 1, 0.5];
  const months = MONTHS.exec(word);
  if (months) return [4, Number(months[1] ?? -1), Number(months[2] ?? 0)];
  const years = TODDLER.exec(word);
  if (years) return [5, Number(years[1]), Number(years[2] ?? 0)];
  const number = NUMBER_SIZE.exec(word);
  // The sizes 000 and 00 are smaller than 0, so their ranks are negative.
  if (number)
    return [
      2,
      /^0+$/.test(number[1] ?? '') ? 1 - word.length : Number(number[1]),
      word.charCodeAt(number[1]?.length ?? 0) || 0,
    ];
  const pair = WAIST_AND_INSEAM.exec(word);
  if (pair) return [2, Number(pair[1]), Number(pair[2])];
  return /^(?:(?:ONE|FREE)[ -]?SIZE|OS)$/.test(word) ? [9, 0, 0] : undefined;
};

/** Returns true for a size such as `XS`, `S/M`, `38`, `28x32`, `0-3 months` or `one size`. */
export const isSizeName = cacheByWord((word) => word.length <= 16 && rankSize(word) !== undefined);

/** The properties of a size by which it is compared with other sizes. */
export interface SizeOrder {
  /**
   * Two sizes can be compared by rank if they have the same `line`. For example, `28x32` and `30x32` have the same
   * `line`, because their inseams are equal. `M` and `M tall` have different ones.
   */
  readonly line: string;
  /** The rank of the size: a larger size has a higher rank. */
  readonly rank: number;
  /** The size system, such as letters or months. The ranks of sizes in two systems cannot be compared. */
  readonly system: string;
  /** A text that is the same for all spellings and lengths of a size, for example for `2XL`, `XXL` and `XXL tall`. */
  readonly key: string;
}

/** Returns the properties by which a size is compared with others; undefined for a word that is not a size. */
export const findSizeOrder = (name: string): SizeOrder | undefined => {
  const ranked = name.length <= 16 ? rankSize(name) : undefined;
  if (ranked === undefined) return undefined;
  const [system, rank, second] = ranked;
  // Only sizes with the same `line` are compared. All ranges of months get one `line`, and all ranges of years get
  // another. So it does not contain the end of the range, for example the 3 of `0-3 months`.
  const isSpan = system === 4 || system === 5;
  const measured = system === 1 ? 0 : system;
  const isPlus = system === 0 && second === 0.5;
  return {
    line: isSpan ? `${system}` : `${system} ${second}`,
    rank,
    system: isPlus ? 'plus' : String(measured),
    key: `${measured} ${rank}${isSpan ? ` ${second}` : isPlus ? ' plus' : ''}`,
  };
};

/**
 * Sorts sizes in the order of the trade, for example `S`, `M`, `L`. If one of them is not a known size, all sizes are
 * returned in the given order.
 */
export const sortSizes = (sizes: readonly string[]): readonly string[] => {
  const ranked = sizes.map((size) => ({ size, rank: rankSize(size) }));
  if (!ranked.every(({ rank }) => rank !== undefined)) return sizes;
  const compare = ([system, rank, second]: SizeRank, [system2, rank2, second2]: SizeRank): number =>
    system - system2 || rank - rank2 || second - second2;
  return ranked.toSorted((a, b) => (a.rank && b.rank ? compare(a.rank, b.rank) : 0)).map(({ size }) => size);
};
