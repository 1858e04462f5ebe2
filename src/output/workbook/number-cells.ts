/** Reads numbers in cells as a spreadsheet displays them: dates as dates, and `56` with the format `0.0` as `56.0`. */

import { formatFraction } from './number-format.ts';
import { parsePartXml } from './part-xml.ts';

/** The kind of number that a format displays: any number, a date, a fraction, or a fixed number of decimals. */
export type NumberFormat = 'any' | 'date' | 'fraction' | { readonly decimals: number };

/** Returns true for the id of a built-in date format (ECMA-376, part 1, 18.8.30). Files do not define such formats. */
const isBuiltInDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const BUILT_IN_FORMATS: Readonly<Record<number, NumberFormat>> = {
  1: { decimals: 0 },
  2: { decimals: 2 },
  12: 'fraction',
  13: 'fraction',
};

/**
 * The maximum length of a number format that is examined, because examining a long one takes too long. Excel allows 255
 * characters. A longer format counts as `any`.
 */
const LONGEST_CODE = 1_000;

const classifyFormatCode = (code: string): NumberFormat => {
  if (code.length > LONGEST_CODE) return 'any';
  const fixed = /^0(?:\.(0+))?$/.exec(code);
  if (fixed !== null) return { decimals: fixed[1]?.length ?? 0 };
  // Letters in quotes, in brackets, or after `\`, `_` or `*` do not stand for parts of a date.
  const unquoted = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/[dmyhs]/i.test(unquoted.replace(/general/gi, ''))) return 'date';
  return /[?#0]\/[?#0-9]/.test(unquoted) ? 'fraction' : 'any';
};

/** Reads the number formats from the part `styles` of a workbook. The index in the list is the cell style number. */
export const readNumberFormats = (styles: string | undefined): readonly NumberFormat[] => {
  const codes = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  if (styles !== undefined)
    parsePartXml(styles, {
      open(tag, attribute) {
        if (tag === 'numFmt')
          codes.set(Number(attribute('numFmtId')), classifyFormatCode(attribute('formatCode') ?? ''));
        else if (tag === 'cellXfs') inCells = true;
        else if (tag === 'xf' && inCells) {
          const id = Number(attribute('numFmtId') ?? 0);
          formats.push(codes.get(id) ?? (isBuiltInDateFormat(id) ? 'date' : (BUILT_IN_FORMATS[id] ?? 'any')));
        }
      },
      close(tag) {
        if (tag === 'cellXfs') inCells = false;
      },
    });
  return formats;
};

const DAY_MS = 86_400_000;
/** The days between 1970 and the start of each date system. */
const EPOCH_OFFSETS = { 1900: 25_569, 1904: 24_107 } as const;

/**
 * Formats the day number of a spreadsheet as a date, for example `2026-11-22`, with the time unless it is midnight.
 * Returns undefined for a number outside the calendar.
 */
const formatSerialDate = (serial: number, epoch: keyof typeof EPOCH_OFFSETS): string | undefined => {
  if (serial < 1 || serial >= 2_958_466) return undefined;
  const date = new Date(Math.round((serial - EPOCH_OFFSETS[epoch]) * DAY_MS));
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
};

/** The text that a cell with a number or date displays, and which of the two it is. */
export interface NumberCell {
  readonly text: string;
  readonly kind: 'number' | 'date';
}

/**
 * Returns what a cell with a number or date displays, as text (`56.0`, `2026-11-22`) and kind. `written` is the text in
 * the file; returns undefined if it is not a number. `epoch` is the first year of the date system of the file: 1900 or
 * 1904.
 */
export const readNumberCell = (
  written: string,
  format: NumberFormat,
  epoch: keyof typeof EPOCH_OFFSETS,
): NumberCell | undefined => {
  const value = Number(written);
  if (!/^\s*[-+]?[\d.]/.test(written) || !Number.isFinite(value)) return undefined;
  if (format === 'date') {
    const day = formatSerialDate(value, epoch);
    if (day !== undefined) return { text: day, kind: 'date' };
  }
  const shortest = String(value);
  const fraction = format === 'fraction' ? formatFraction(value) : undefined;
  if (fraction !== undefined) return { text: fraction, kind: 'number' };
  const decimals = typeof format === 'object' ? format.decimals : 0;
  const [whole = '', decimalsText = ''] = shortest.split('.');
  const isShorter = !shortest.includes('e') && decimalsText.length < decimals;
  return {
    text: isShorter ? `${whole}.${decimalsText.padEnd(decimals, '0')}` : shortest,
    kind: 'number',
  };
};
