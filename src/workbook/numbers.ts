/** Numbers of bodies as numbers of spreadsheets: those that a spreadsheet keeps to the last digit. */

/** A spreadsheet calculates in doubles, and shows fifteen digits of one. */
const DIGITS = 15;

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;

/**
 * The number format under which a spreadsheet shows a number as it was written: `56.0` under `0.0`. Undefined where
 * none does: more digits than it keeps, a power of ten, a minus before nothing.
 */
export const formatOf = (written: string): string | undefined => {
  const [, fraction] = PLAIN.exec(written) ?? [undefined, undefined];
  if (!PLAIN.test(written) || written.replace(/\D/g, '').length > DIGITS || /^-[0.]*$/.test(written))
    return undefined;
  return fraction === undefined ? '0' : `0.${'0'.repeat(fraction.length)}`;
};
