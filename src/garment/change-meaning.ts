/**
 * Recognizes what a change means to a factory. Finds how two texts differ, for example by a number or a negation. Finds
 * what a field is about from its name, for example a tolerance.
 */

import { cacheByWord } from '../platform/cache-by-word.ts';
import { FRACTION_SIGNS, removeFractionZeros, toPlainFraction } from '../platform/json/decimals.ts';
import { appendAll, findLargest } from '../platform/lists.ts';
import {
  CHINESE_COUNTERS,
  COMPARISON_WORDS,
  FIELD_NAMES_BY_MEANING,
  type LanguageWords,
  TEXT_UNITS,
} from './change-vocabulary.ts';
import { takeLastSegment } from './split-records.ts';
import { findKindTable, listTradeFields } from './trade-tables.ts';

/**
 * How two texts differ. The possible values are sorted by the cost of overlooking the difference, highest first:
 * `number` (a number or count), `opposite` (a negation or an opposite word), `basis` (how the garment lies or between
 * which points it is measured), `words` (any other word), `spelling` (only case, spaces and signs).
 */
export type TextDifference = 'number' | 'opposite' | 'basis' | 'words' | 'spelling';

/**
 * The parts of a text that are compared to decide whether two texts mean the same, for example numbers and negations.
 */
interface TextMeaning {
  /** The numbers in the text in their order, each followed by its unit if it has one, for example `12 mm`. */
  readonly numbers: readonly string[];
  /**
   * The numbers in the text, each with its unit, such as `12 mm`. A number without a unit is listed with the next word,
   * such as `7 buttons`.
   */
  readonly counted: readonly string[];
  readonly negations: number;
  /** Words that directly follow a negation: `lined` in `not lined`. */
  readonly negated: ReadonlySet<string>;
  readonly words: readonly string[];
  readonly bases: readonly string[];
  /**
   * The words of each language in which the text may be written, for example its negations. A comparison looks for
   * these words.
   */
  readonly languages: readonly LanguageWords[];
}

/**
 * Converts a text to one notation for comparison: lower case, with plain fractions, letters, digits and quotation
 * marks. For example, `14¼″` becomes `14 1/4 "`.
 */
export const normalizeTextNotation = (text: string): string =>
  text
    .replaceAll(FRACTION_SIGNS, (sign) => ` ${toPlainFraction(sign)} `)
    .replaceAll(/[″”]/g, '"')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('i\u0307', 'i')
    .replaceAll('’', "'")
    .replaceAll('−', '-')
    .replaceAll('g/m2', 'gsm')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll('٫', '.');

/** Maps each spelling of a unit to the unit, for example `centimetres` to `cm`. */
export const UNITS_BY_SPELLING: ReadonlyMap<string, string> = new Map(
  Object.entries(TEXT_UNITS).flatMap(([unit, spellings]) => spellings.map((each) => [each, unit] as const)),
);

const TOKEN =
  /(?:(?<![\p{L}\p{N}])-)?\d[\d.,/⁄]*|[\p{Script=Han}]+|(?:(?!\p{Script=Han})[\p{L}\p{M}'])+|°[cf]?|["%]/gu;
const HAN = /^\p{Script=Han}/u;

/** Returns one spelling for equal numbers: `1.5` for `1,50` and `1.5`. */
const normalizeTextNumber = (written: string): string => {
  const plain = written.replaceAll(',', '.').replaceAll('⁄', '/');
  let end = plain.length;
  while ('./'.includes(plain[end - 1] ?? '0')) end -= 1;
  return removeFractionZeros(plain.slice(0, end));
};

const CHINESE_NUMBER = new RegExp(
  `([${Object.keys(COMPARISON_WORDS.zh?.numerals ?? {}).join('')}]{1,3})(?=[${CHINESE_COUNTERS}])`,
  'gu',
);

/** Returns the digits of a Chinese numeral up to 99: `12` for `十二`. */
const readChineseNumber = (written: string): string => {
  const digits = COMPARISON_WORDS.zh?.numerals ?? {};
  const [tens, ones] = written.includes('十') ? written.split('十', 2) : [undefined, written];
  if (tens === undefined) return [...written].map((sign) => digits[sign] ?? sign).join('');
  return String(10 * Number(digits[tens] ?? 1) + Number(digits[ones ?? ''] ?? 0));
};

/** Returns the languages of each word from which a language is recognized. */
const indexKnownWords = (): ReadonlyMap<string, ReadonlySet<LanguageWords>> => {
  const index = new Map<string, Set<LanguageWords>>();
  for (const language of Object.values(COMPARISON_WORDS)) {
    const { common, negations, numerals, opposites } = language;
    for (const word of [...common, ...negations, ...Object.keys(numerals), ...opposites.flat()])
      index.set(word, (index.get(word) ?? new Set()).add(language));
  }
  return index;
};

let knownWords: ReturnType<typeof indexKnownWords> | undefined;

/**
 * Returns the language with the most known words in the text. If several languages have equally many, returns all of
 * them.
 */
const detectLanguages = (words: readonly string[]): readonly LanguageWords[] => {
  knownWords ??= indexKnownWords();
  const hits = new Map<LanguageWords, number>();
  for (const word of words)
    for (const language of knownWords.get(word) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1);
  const most = findLargest(hits.values(), 0);
  return Object.values(COMPARISON_WORDS).filter((language) => (hits.get(language) ?? 0) === most);
};

const isNegation = (word: string, { negations, negativeEndings = [] }: LanguageWords): boolean =>
  negations.includes(word) ||
  negativeEndings.some((ending) => word.endsWith(ending) && word.length > ending.length + 1);

const readMeaning = (text: string): TextMeaning => {
  const tokens = normalizeTextNotation(text).match(TOKEN) ?? [];
  const words = tokens.filter((token) => /^\p{L}/u.test(token));
  const languages = detectLanguages(words);
  const chinese = COMPARISON_WORDS.zh;
  const numbers: string[] = [];
  const counted: string[] = [];
  const negated = new Set<string>();
  const bases: string[] = [];
  let negations = 0;
  tokens.forEach((token, at) => {
    const next = tokens[at + 1] ?? '';
    if (HAN.test(token)) {
      for (const [, written = ''] of token.matchAll(CHINESE_NUMBER)) {
        numbers.push(readChineseNumber(written));
        counted.push(readChineseNumber(written));
      }
      negations += [...token].filter((sign) => chinese?.negations.includes(sign)).length;
      appendAll(bases, chinese?.bases.filter((base) => token.includes(base)) ?? []);
      return;
    }
    const numeral = /\d/.test(token)
      ? normalizeTextNumber(token)
      : languages
          .map(({ numerals }) => (Object.hasOwn(numerals, token) ? numerals[token] : undefined))
          .find(Boolean);
    if (numeral !== undefined) {
      const unit = UNITS_BY_SPELLING.get(next) ?? (HAN.test(next) ? findHanUnit(next) : undefined);
      numbers.push(unit === undefined ? numeral : `${numeral} ${unit}`);
      counted.push(`${numeral} ${unit ?? next}`);
    }
    if (languages.some((language) => isNegation(token, language))) {
      negations += 1;
      if (next !== '') negated.add(next);
    }
    if (languages.some((language) => language.bases.includes(token))) bases.push(token);
  });
  return { numbers, counted, negations, negated, words, bases: bases.toSorted(), languages };
};

const findHanUnit = (word: string): string | undefined =>
  [...UNITS_BY_SPELLING].find(([spelling]) => HAN.test(spelling) && word.startsWith(spelling))?.[1];

/**
 * Returns true if one of the two texts contains a number in digits that the other text contains neither in digits nor
 * as a word.
 */
export const hasOtherWrittenNumbers = (one: string, other: string): boolean => {
  const listDigits = (text: string): readonly string[] =>
    (normalizeTextNotation(text).match(/\d[\d.,/⁄]*/g) ?? []).map(normalizeTextNumber);
  const isCovered = (text: string, otherText: string): boolean => {
    const otherNumbers = readMeaning(otherText).numbers.map((each) => each.replace(/^-| .*$/g, ''));
    return listDigits(text).every((number) => {
      const at = otherNumbers.indexOf(number);
      if (at >= 0) otherNumbers.splice(at, 1);
      return at >= 0;
    });
  };
  return !isCovered(one, other) || !isCovered(other, one);
};

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at]);

const hasSameItems = (one: readonly string[], other: readonly string[]): boolean =>
  isSameList(one.toSorted(), other.toSorted());

/**
 * Returns true if two texts have different numbers, or the same numbers for other things: `2 pockets, 3 loops` and `3
 * pockets, 2 loops`.
 */
const hasOtherNumbers = (a: TextMeaning, b: TextMeaning): boolean =>
  !hasSameItems(a.numbers, b.numbers) ||
  (!isSameList(a.numbers, b.numbers) && !hasSameItems(a.counted, b.counted));

/**
 * Returns true if one text has more negations than the other. Also returns true if both texts have equally many, but
 * each text negates a word that the other contains without a negation: `not lined, fused` and `lined, not fused`.
 */
const isNegatedOtherwise = (a: TextMeaning, b: TextMeaning): boolean => {
  if (a.negations !== b.negations) return true;
  const negatesAffirmedWord = (one: TextMeaning, other: TextMeaning): boolean =>
    [...one.negated].some((word) => !other.negated.has(word) && other.words.includes(word));
  return negatesAffirmedWord(a, b) && negatesAffirmedWord(b, a);
};

/** Returns a function that counts a word in a text. A Chinese word can be a part of a run of Chinese signs. */
const createWordCounter = ({ words }: TextMeaning): ((word: string) => number) => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const chinese = words.filter((word) => HAN.test(word)).join('');
  return (word) => {
    if (chinese !== '' && HAN.test(word)) return chinese.split(word).length - 1;
    return counts.get(word) ?? 0;
  };
};

/** Returns true if a word became its opposite, for example `left` and `right`, or `lined` and `unlined`. */
const hasOppositeWords = (a: TextMeaning, b: TextMeaning): boolean => {
  const languages = [
    ...new Set([...a.languages, ...b.languages, ...Object.values(COMPARISON_WORDS).slice(-1)]),
  ];
  const [countBefore, countAfter] = [createWordCounter(a), createWordCounter(b)];
  const hasOppositePair = languages.some(({ opposites }) =>
    opposites.some(([one, other]) => {
      const change = countAfter(one) - countBefore(one);
      return change !== 0 && change * (countAfter(other) - countBefore(other)) < 0;
    }),
  );
  const prefixes = languages.flatMap(({ negativePrefixes = [] }) => negativePrefixes);
  const hasNegatedWord = (one: TextMeaning, other: TextMeaning): boolean =>
    other.words.some(
      (word) =>
        !one.words.includes(word) &&
        prefixes.some(
          (each) =>
            word.startsWith(each) &&
            one.words.includes(word.slice(each.length)) &&
            !other.words.includes(word.slice(each.length)),
        ),
    );
  return hasOppositePair || hasNegatedWord(a, b) || hasNegatedWord(b, a);
};

const MAX_CACHED_TEXTS = 500;
const MEANINGS = new Map<string, TextMeaning>();

const readMeaningOnce = (text: string): TextMeaning => {
  const cached = MEANINGS.get(text);
  if (cached) return cached;
  if (MEANINGS.size >= MAX_CACHED_TEXTS) MEANINGS.clear();
  const meaning = readMeaning(text);
  MEANINGS.set(text, meaning);
  return meaning;
};

/**
 * Returns the kind of difference between two different texts. If they differ in several ways, returns the one that
 * costs most when it is overlooked.
 */
export const compareTexts = (before: string, after: string): TextDifference => {
  const [a, b] = [readMeaningOnce(before), readMeaningOnce(after)];
  if (hasOtherNumbers(a, b)) return 'number';
  if (isNegatedOtherwise(a, b) || hasOppositeWords(a, b)) return 'opposite';
  if (!isSameList(a.bases, b.bases)) return 'basis';
  return isSameList(a.words, b.words) ? 'spelling' : 'words';
};

/** Returns true for a text with a phrase such as `unless noted`: the text applies wherever nothing else is stated. */
export const isDefaultText = (text: unknown): boolean => {
  if (typeof text !== 'string') return false;
  const plain = normalizeTextNotation(text);
  return Object.values(COMPARISON_WORDS).some(({ defaults }) =>
    defaults.some((each) => plain.includes(each)),
  );
};

/**
 * What a field means to a factory, for example `tolerance`. A change of such a field is printed with words for that
 * meaning, for example `TOLERANCE TIGHTENED`.
 */
export type FieldMeaning = keyof typeof FIELD_NAMES_BY_MEANING;

/** Converts a path to snake case with an underscore at both ends: `tolPlus` and `tol.plus` become `_tol_plus_`. */
const toSnakePath = (path: string): string =>
  `_${path
    .normalize('NFC')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')}_`;

/**
 * Maps columns in the table of points of measure to what their values mean, for example `tol_plus` to `tolerance`.
 * `min` and `max` are not mapped to `tolerance`: a smaller tolerance allows less, but a lower minimum allows more.
 */
const MEANINGS_BY_FIELD: ReadonlyMap<string, FieldMeaning> = new Map([
  ...(['tolerance', 'tol_minus', 'tol_plus'] as const).map((field) => [field, 'tolerance'] as const),
  ['grade', 'grade'],
  ...(['how_to_measure', 'piece', 'position', 'extent', 'tension'] as const).map(
    (field) => [field, 'measuring'] as const,
  ),
]);

/**
 * Returns the meaning of a field from the words of its path, for example `tolerance` for `tol_plus`. If no word has a
 * meaning and the node is a point of measure, returns the meaning of the table column to which the field belongs.
 * Returns `other` for a field without a meaning.
 */
export const findFieldMeaning = (path: string, kind = ''): FieldMeaning | 'other' => {
  const meaning = findNamedMeaning(path);
  if (meaning !== 'other' || findKindTable(kind) !== 'pom') return meaning;
  const [field = ''] = listTradeFields(kind, path);
  return MEANINGS_BY_FIELD.get(field) ?? 'other';
};

const findNamedMeaning: (path: string) => FieldMeaning | 'other' = cacheByWord((path) => {
  const whole = toSnakePath(path);
  const last = toSnakePath(takeLastSegment(path));
  const names = Object.entries(FIELD_NAMES_BY_MEANING) as readonly [FieldMeaning, readonly string[]][];
  // The meanings `sizeRange`, `measuring` and `sampleSize` apply only if one of their names is the last segment of the
  // path: `sizes` is a size range, but `sizes.XS` is the value of one size. The other meanings apply if one of their
  // names is anywhere in the path.
  const isNamed = ([meaning, spellings]: readonly [FieldMeaning, readonly string[]]): boolean =>
    spellings.some((each) =>
      ['sizeRange', 'measuring', 'sampleSize'].includes(meaning)
        ? last === `_${each}_`
        : whole.includes(`_${each}_`),
    );
  return names.find(isNamed)?.[0] ?? 'other';
});
