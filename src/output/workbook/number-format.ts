/** Number formats that show a number of a body exactly as it is written. */

/** A spreadsheet calculates in doubles and shows fifteen digits. */
const MAX_DIGITS = 15;

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;

/**
 * Returns the number format that shows a number as it is written, for example `0.0` for `56.0`. Returns
 * undefined where none does: for too many digits, a power of ten, or a negative zero.
 */
export const findExactFormat = (written: string): string | undefined => {
  const [, fraction] = PLAIN.exec(written) ?? [undefined, undefined];
  if (!PLAIN.test(written) || written.replace(/\D/g, '').length > MAX_DIGITS || /^-[0.]*$/.test(written))
    return undefined;
  return fraction === undefined ? '0' : `0.${'0'.repeat(fraction.length)}`;
};
