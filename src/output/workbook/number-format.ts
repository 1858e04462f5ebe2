/** Number formats that show a number exactly as the body contains it. */

/**
 * The maximum number of digits of a number that a number format can show exactly. A spreadsheet calculates with doubles
 * and shows 15 digits.
 */
const MAX_DIGITS = 15;

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;

const FRACTION = /^(?:(\d{1,6}) )?(\d{1,2})\/(\d{1,2})$/;
const DENOMINATORS: readonly number[] = [2, 4, 8, 16, 32, 64];

/**
 * Converts a fraction to a decimal number (`value`) and the number format that displays it as it was written. For
 * example, `26 1/4` becomes `26.25`. Returns undefined if no format does so: `26 2/4` would be displayed as `26 1/2`.
 */
export const findFractionCell = (written: string) => {
  const [, whole = '0', above = '', below = ''] = FRACTION.exec(written) ?? [];
  const [top, bottom] = [Number(above), Number(below)];
  if (!DENOMINATORS.includes(bottom) || top % 2 === 0 || top >= bottom || /(?:^|\s|\/)0/.test(written))
    return undefined;
  return { value: String(Number(whole) + top / bottom), format: bottom < 10 ? '# ?/?' : '# ??/??' };
};

/**
 * Formats a number as a spreadsheet program displays it in a cell with a fraction format, for example 26.25 as `26
 * 1/4`. Accepts a number between 0 and 1,000,000 with a fraction that is a multiple of 1/64. Returns undefined for any
 * other number, for example a whole one.
 */
export const formatFraction = (value: number): string | undefined => {
  const bottom = [1, ...DENOMINATORS].find((each) => Number.isInteger(value * each));
  if (bottom === undefined || bottom === 1 || value <= 0 || value >= 1e6) return undefined;
  const whole = Math.floor(value);
  return `${whole === 0 ? '' : `${whole} `}${(value - whole) * bottom}/${bottom}`;
};

/**
 * Returns the number format that displays a number as written, for example `0.0` for `56.0`. Returns undefined if there
 * is none: for more than 15 digits, an exponent such as `1e3`, or a negative zero.
 */
export const findExactFormat = (written: string): string | undefined => {
  const match = PLAIN.exec(written);
  if (match === null || written.replace(/\D/g, '').length > MAX_DIGITS || /^-[0.]*$/.test(written))
    return undefined;
  return match[1] === undefined ? '0' : `0.${'0'.repeat(match[1].length)}`;
};
