/** Calculates with decimal numbers that are given as texts, exact to the last digit. */

/** A decimal number as an integer without the point, and the number of digits after the point: 564 and 1 for `56.4`. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

/**
 * The maximum size of a number that is parsed: the number of its written digits, plus the number of its decimals or of
 * the zeros that its exponent adds. For `1.5` the size is 3, for `1e3` it is 4. In a fraction such as `22 1/2`, this is
 * the maximum number of digits of the whole part and of the numerator.
 */
const MAX_DIGITS = 200;

const DECIMAL_PATTERN = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,3}))?$/;

const parseDecimal = (written: string): Decimal | undefined => {
  const [, sign = '', whole = '', fraction = '', power = '0'] = DECIMAL_PATTERN.exec(written) ?? [];
  if (whole + fraction === '' || !DECIMAL_PATTERN.test(written)) return undefined;
  const places = fraction.length - Number(power);
  if (whole.length + fraction.length + Math.abs(places) > MAX_DIGITS) return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
};

const formatDecimal = ({ digits, places }: Decimal): string => {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  return places === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
};

/** The denominators of fractions of an inch. Each such fraction is an exact decimal. */
const INCH_FRACTIONS: readonly number[] = [2, 4, 8, 16, 32, 64];
const FRACTION_PATTERN = /^([-+]?)(?:(\d+)[\s-]+)?(\d+)\s*\/\s*(\d+)$/;

/**
 * Returns a typed number as a decimal: `56.40` unchanged, `22.5` for `22 1/2`, and `56.4` for `56,4`. Returns undefined
 * for any other text. A comma before exactly three digits (`1,234`) is ambiguous and also gives undefined.
 */
export const normalizeDecimal = (typed: string): string | undefined => {
  const text = typed.trim().replace(/[\u00a0\u202f]/g, ' ');
  const [, sign = '', whole = '0', numerator = '', denominator = ''] = FRACTION_PATTERN.exec(text) ?? [];
  if (denominator !== '') {
    if (!INCH_FRACTIONS.includes(Number(denominator))) return undefined;
    if (Math.max(whole.length, numerator.length) > MAX_DIGITS) return undefined;
    const places = Math.log2(Number(denominator));
    const digits = (BigInt(whole) * BigInt(denominator) + BigInt(numerator)) * 5n ** BigInt(places);
    return formatDecimal({ digits: sign === '-' ? -digits : digits, places }).replace(/\.?0+$/, '');
  }
  const point = /^[-+]?\d+,(?:\d{1,2}|\d{4,})$/.test(text) ? text.replace(',', '.') : text;
  const decimal = parseDecimal(point);
  return decimal && formatDecimal(decimal);
};

/**
 * Returns `minuend` minus `subtrahend`, exact to the last digit. Both are read like typed numbers (`normalizeDecimal`).
 * Returns undefined if one of them is not a number.
 */
export const subtractDecimals = (minuend: string, subtrahend: string): string | undefined => {
  const [left, right] = [minuend, subtrahend].map((text) => parseDecimal(normalizeDecimal(text) ?? ''));
  if (!left || !right) return undefined;
  const places = Math.max(left.places, right.places);
  const toPlaces = ({ digits, places: own }: Decimal): bigint => digits * 10n ** BigInt(places - own);
  return formatDecimal({ digits: toPlaces(left) - toPlaces(right), places });
};

/**
 * Multiplies two decimals without rounding: `1.5` and `0.20` give `0.300`.
 * @throws SyntaxError for a text with an exponent or letters, such as `1e3`.
 */
export const multiplyDecimals = (left: string, right: string): string => {
  const places = [left, right].reduce((sum, text) => sum + (text.split('.')[1]?.length ?? 0), 0);
  return formatDecimal({ digits: BigInt(left.replace('.', '')) * BigInt(right.replace('.', '')), places });
};

/** Removes the zeros at the end of a fraction: `1.50` gives `1.5`, and `2.0` gives `2`. Other texts stay. */
export const removeFractionZeros = (decimal: string): string => {
  if (!/^[-+]?\d+\.\d+$/.test(decimal)) return decimal;
  let end = decimal.length;
  while (decimal[end - 1] === '0') end -= 1;
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end);
};

/** Matches a character that stands for a fraction, for example `½`. The pattern is global. */
export const FRACTION_SIGNS = /[\u00bc-\u00be\u2150-\u215e]/g;

/** Returns a fraction character as digits: `1/2` for `½`. */
export const toPlainFraction = (sign: string): string => sign.normalize('NFKC').replace('\u2044', '/');
