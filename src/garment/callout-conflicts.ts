/**
 * Finds callouts and instructions that refer to a row of a table but contain a number that differs from the number in
 * this row.
 */

import { normalizeTextNotation, UNITS_BY_SPELLING } from './change-meaning.ts';
import { COMPARISON_WORDS } from './change-vocabulary.ts';
import {
  type Conflict,
  type ConflictSource,
  createPairConflict,
  findStatement,
  getStatementText,
  listConflictRows,
} from './conflict.ts';
import type { NodeRow } from './node-table.ts';
import { COUNTED_NOUNS, findRowNoun } from './point-conflicts.ts';
import type { Value } from './value.ts';
import { compareAmounts, NUMBER_NOTATION, readWrittenAmount, type WrittenAmount } from './written-amount.ts';

const UNIT_WORDS = [...UNITS_BY_SPELLING.keys()]
  .filter((unit) => /^[a-z"]+$/.test(unit))
  .toSorted((one, other) => other.length - one.length)
  .join('|');
/**
 * The beginning of a pattern for numbers. It excludes digits that are only the end of a longer number or of a range,
 * such as the 3 in `2-3 cm`.
 */
const ALONE = String.raw`(?<![\d.,/±]|\d ?- ?)`;
const LENGTH = `${ALONE}(${NUMBER_NOTATION})\\s?(${UNIT_WORDS})(?![\\p{L}\\p{N}])`;
const COUNT = String.raw`${ALONE}(\d{1,3})`;

/**
 * Patterns that find the number for a column in a text, for example 12 for the column `spi` in `12 spi`. The first
 * capture group of a pattern is the number.
 */
const TEXT_NUMBERS: Readonly<Record<string, readonly RegExp[]>> = Object.fromEntries(
  Object.entries({
    spi: [`${COUNT} ?(?:spi\\b|st(?:itches)?(?: per |/)in)`, `\\bspi:? ?${COUNT}\\b(?! ?-)`],
    spcm: [`${COUNT} ?(?:spcm\\b|st(?:itches)?(?: per |/)cm)`],
    stitch_class: [
      '\\b(?:iso 4915|iso|stitch(?: class| type)?) ([1-6]\\d\\d)\\b',
      '\\b([1-6]\\d\\d) (?:lock|chain|cover|over)',
    ],
    seam_allowance: [`seam allowance:? ${LENGTH}`, `${LENGTH} seam allowance`],
    topstitch_distance: [`${LENGTH} from (?:the )?edge`, `topstitch(?:ed|ing)?(?: at)? ${LENGTH}`],
    count: [`${COUNT} (${COUNTED_NOUNS.source})s?(?! (?:per|each|on each))`],
  }).map(([column, patterns]) => [column, patterns.map((each) => new RegExp(each, 'gu'))]),
);

const NUMBER_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(COMPARISON_WORDS.en?.numerals ?? {}).filter(
    ([word]) => !/^(?:single|double|triple|twice|half)$/.test(word),
  ),
);

/** Converts a text to the notation that the patterns for numbers expect, for example `Six buttons` to `6 buttons`. */
const normalizeNumbers = (text: string): string =>
  normalizeTextNotation(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{L}+/gu, (word) => (Object.hasOwn(NUMBER_WORDS, word) ? (NUMBER_WORDS[word] ?? '') : word))
    .replaceAll('–', '-');

/** The maximum length of a text that is searched for numbers, in characters. */
const MAX_TEXT = 2_000;

/**
 * A number that was found in a text. If it counts things, `noun` is the word for these things, for example `buttons` in
 * `6 buttons`.
 */
interface TextNumber {
  readonly amount: WrittenAmount;
  readonly noun: string | undefined;
}

/**
 * Returns the number that a text states for a column, for example 12 for `spi` in `12 SPI`. Returns undefined if the
 * text states no number or several.
 */
const findTextNumber = (text: string, column: string): TextNumber | undefined => {
  const found = (TEXT_NUMBERS[column] ?? []).flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, number = '', word = '']) => `${number} ${word}`.trim()),
  );
  const [only, second] = new Set(found);
  if (only === undefined || second !== undefined) return undefined;
  const noun = column === 'count' ? only.replace(/^\d+ /, '') : undefined;
  const amount = readWrittenAmount(noun === undefined ? only : only.replace(/\D.*/, ''), undefined);
  return amount && { amount, noun };
};

const ANY_AMOUNT = new RegExp(`(${NUMBER_NOTATION})(?:\\s?(${UNIT_WORDS})(?![\\p{L}\\p{N}]))?`, 'gu');

const hasAmount = (text: string, { value, unit }: Value): boolean => {
  const stated = readWrittenAmount(value, unit);
  return [...text.matchAll(ANY_AMOUNT)].some(([, number = '', word = '']) => {
    const amount = readWrittenAmount(`${number} ${word}`, undefined);
    return amount !== undefined && stated !== undefined && compareAmounts(amount, stated) === 0;
  });
};

const listTexts = (row: NodeRow): readonly Value[] =>
  ['label', 'text', 'description'].flatMap((column) => {
    const value = findStatement(row, column);
    return value && getStatementText(value).length <= MAX_TEXT ? [value] : [];
  });

const CODE_NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\p{L}{1,4}-?\\d{1,4})(?: ?[:=]| is| at)? ${LENGTH}`,
  'gu',
);

/** Finds the codes in a text that are directly followed by an amount, for example B01 and 56 cm in `B01: 56 cm`. */
const findCodeNumbers = (text: string): readonly (readonly [code: string, amount: WrittenAmount])[] =>
  [...text.matchAll(CODE_NUMBER)].flatMap(([, code = '', number = '', unit = '']) => {
    const amount = readWrittenAmount(`${number} ${unit}`, undefined);
    return amount ? [[code, amount] as const] : [];
  });

/**
 * Finds callouts and construction lines with a number that differs from a table, for example `12 SPI` for a seam with
 * 10 stitches per inch. A text is compared with the row that contains it, with the rows of related nodes, and with the
 * points of measure that it names by code. Ranges are not compared, and neither is a text with several numbers for one
 * column.
 */
export const findCalloutConflicts = (source: ConflictSource): readonly Conflict[] => {
  const rows = source.tables.flatMap((table) => table.rows);
  const byNode = new Map(rows.filter(({ line }) => line === '').map((row) => [row.node, row] as const));
  const points = new Map<string, NodeRow | undefined>();
  for (const row of listConflictRows(source, 'pom')) {
    const code = normalizeTextNotation(getStatementText(row.cells.get('code'))).trim();
    if (code !== '') points.set(code, points.has(code) ? undefined : row);
  }
  const isDifferent = (amount: WrittenAmount, value: Value): boolean => {
    const stated = readWrittenAmount(value.value, value.unit);
    return stated !== undefined && (compareAmounts(amount, stated) ?? 0) !== 0;
  };
  return listConflictRows(source, 'callouts', 'construction').flatMap((row) => {
    const related = [...row.relations.map(({ to }) => to), ...row.usedBy.map(({ from }) => from)];
    const targets = new Set([row, ...related.flatMap((node) => (node ? (byNode.get(node) ?? []) : []))]);
    return listTexts(row).flatMap((textValue) => {
      const text = normalizeNumbers(getStatementText(textValue));
      const columnTargets = Object.keys(TEXT_NUMBERS).flatMap((column) => {
        const number = findTextNumber(text, column);
        if (number === undefined) return [];
        const { amount, noun } = number;
        const stated = [...targets].flatMap((target) => {
          const value = findStatement(target, column);
          const isCounted = noun === undefined || noun === findRowNoun(target);
          return value && isCounted ? [[target, value] as const] : [];
        });
        // It is unknown which row in `stated` the callout is about. So its number is a conflict only if it differs from
        // the values of all these rows.
        return stated.every(([, value]) => isDifferent(amount, value) && !hasAmount(text, value))
          ? stated
          : [];
      });
      const pointTargets = findCodeNumbers(text).flatMap(([code, amount]) => {
        const target = points.get(code);
        const value = target && findStatement(target, 'spec');
        return target && value && isDifferent(amount, value) && !hasAmount(text, value)
          ? [[target, value] as const]
          : [];
      });
      return [...columnTargets, ...pointTargets].map((other) =>
        createPairConflict('callout-number', [row, textValue], other),
      );
    });
  });
};
