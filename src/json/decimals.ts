/** Numbers as people write them, calculated by their digits: no double comes between. */

/** `digits` is a whole number, of which the last `places` stand behind the point. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

/** Digits in all: more than any measurement has. */
const MOST = 200;

const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,3}))?$/;

const decimal = (written: string): Decimal | undefined => {
  const [, sign = '', whole = '', fraction = '', power = '0'] = DECIMAL.exec(written) ?? [];
  if (whole + fraction === '' || !DECIMAL.test(written)) return undefined;
  const places = fraction.length - Number(power);
  if (whole.length + fraction.length + Math.abs(places) > MOST) return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
};

const written = ({ digits, places }: Decimal): string => {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  return places === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
};

/** Halves, quarters, down to sixty-fourths: the fractions of an inch, each an exact decimal. */
const PARTS: readonly number[] = [2, 4, 8, 16, 32, 64];
const FRACTION = /^([-+]?)(?:(\d+)[\s-]+)?(\d+)\s*\/\s*(\d+)$/;

/**
 * A number as a decimal: `56.40`, `22 1/2` as `22.5`, and `56,4` where the comma can be nothing else. Undefined for
 * what is no number, or could be two: `1,234`.
 */
export const decimalText = (typed: string): string | undefined => {
  const text = typed.trim().replace(/[\u00a0\u202f]/g, ' ');
  const [, sign = '', whole = '0', above = '', below = ''] = FRACTION.exec(text) ?? [];
  if (below !== '') {
    if (!PARTS.includes(Number(below)) || whole.length > MOST || above.length > MOST) return undefined;
    const places = Math.log2(Number(below));
    const digits = (BigInt(whole) * BigInt(below) + BigInt(above)) * 5n ** BigInt(places);
    return written({ digits: sign === '-' ? -digits : digits, places }).replace(/\.?0+$/, '');
  }
  const point = /^[-+]?\d+,(?:\d{1,2}|\d{4,})$/.test(text) ? text.replace(',', '.') : text;
  const read = decimal(point);
  return read && written(read);
};

/** What is left of one when the other is taken from it, to the last digit of either; undefined for no numbers. */
export const decimalDifference = (one: string, other: string): string | undefined => {
  const [from, taken] = [one, other].map((text) => decimal(decimalText(text) ?? ''));
  if (!from || !taken) return undefined;
  const places = Math.max(from.places, taken.places);
  const scaled = ({ digits, places: own }: Decimal): bigint => digits * 10n ** BigInt(places - own);
  return written({ digits: scaled(from) - scaled(taken), places });
};
