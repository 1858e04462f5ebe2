/**
 * Reads numbers with their units so that they compare exactly: `22 1/2 in` equals `22.50"`, and 5 mm equals 0.5 cm.
 * Inches and centimetres are not converted to each other, because converted values are rounded.
 */

import { multiplyDecimals, normalizeDecimal, subtractDecimals } from '../platform/json/decimals.ts';
import { toScalarText } from '../platform/json/json-values.ts';
import { normalizeTextNotation, UNITS_BY_SPELLING } from './change-meaning.ts';

/**
 * A number with its unit, as an exact decimal. Two amounts can be compared only if they have the same `system`, for
 * example `mm`.
 */
export interface WrittenAmount {
  readonly decimal: string;
  /**
   * The unit of `decimal`: `mm` for every metric length, otherwise the unit in the text. Empty for a number of pieces,
   * or for a number without a unit.
   */
  readonly system: string;
  readonly isSigned: boolean;
}

const METRIC_FACTORS: Readonly<Record<string, string>> = { mm: '1', cm: '10', m: '1000' };
const PIECE_UNITS = /^(?:pcs?|pieces?|ea|each|units?|nos?)\.?$/;
/**
 * A text to be inserted into regular expressions. It matches a number without a sign, for example `22 1/2`, `3/8` or
 * `2,5`. Callers put it in parentheses, because it contains the sign `|`.
 */
export const NUMBER_NOTATION = String.raw`(?:\d{1,6}[ -])?\d{1,6}/\d{1,3}|\d{1,9}(?:[.,]\d{1,9})?`;
const AMOUNT_PATTERN = new RegExp(`^([-+±]|\\+/-)?\\s?(${NUMBER_NOTATION})\\s?(\\S{0,12})$`, 'u');
/** The maximum length of a text that is read as an amount, in characters. */
const MAX_NOTATION = 40;

const normalizeUnit = (unit: unknown): string | undefined => {
  if ((unit ?? null) === null) return '';
  const text = toScalarText(unit);
  if (text === undefined || text.length > MAX_NOTATION) return undefined;
  const written = normalizeTextNotation(text).trim().replace(/\.$/, '');
  const known = UNITS_BY_SPELLING.get(written) ?? written;
  return PIECE_UNITS.test(known) ? '' : known;
};

/**
 * Reads a value and its unit as an amount: `1/2 in`, or `0.5` with the unit `in`. Metric lengths are converted to mm.
 * Returns undefined for
 * - a text that is not one number with at most one unit,
 * - a text with a unit that differs from `unit`,
 * - an ambiguous number such as `1,234`, or one that is no exact decimal, such as `1/3`.
 */
export const readWrittenAmount = (value: unknown, unit: unknown): WrittenAmount | undefined => {
  const text = toScalarText(value);
  const givenUnit = normalizeUnit(unit);
  if (text === undefined || givenUnit === undefined || text.length > MAX_NOTATION) return undefined;
  const plain = normalizeTextNotation(text).replaceAll(/\s+/g, ' ').trim();
  const [, sign, number = '', suffix = ''] = AMOUNT_PATTERN.exec(plain) ?? [];
  const decimal = normalizeDecimal(number);
  const written = normalizeUnit(suffix === '' ? null : suffix);
  if (decimal === undefined || written === undefined) return undefined;
  if (written !== '' && givenUnit !== '' && written !== givenUnit) return undefined;
  const unitName = written || givenUnit;
  const factor = Object.hasOwn(METRIC_FACTORS, unitName) ? METRIC_FACTORS[unitName] : undefined;
  const signed = sign === '-' ? `-${decimal}` : decimal;
  return {
    decimal: factor === undefined ? signed : multiplyDecimals(signed, factor),
    system: factor === undefined ? unitName : 'mm',
    isSigned: sign !== undefined,
  };
};

/** Returns the sign of a decimal: -1, 0 or 1. */
export const getDecimalSign = (decimal: string): number =>
  /[1-9]/.test(decimal) ? (decimal.startsWith('-') ? -1 : 1) : 0;

/**
 * Returns -1, 0 or 1 if the first amount is less than, equal to or more than the second. Returns undefined if the
 * amounts cannot be compared, for example inches and millimetres.
 */
export const compareAmounts = (amount: WrittenAmount, otherAmount: WrittenAmount): number | undefined => {
  const difference =
    amount.system === otherAmount.system ? subtractDecimals(amount.decimal, otherAmount.decimal) : undefined;
  return difference === undefined ? undefined : getDecimalSign(difference);
};
