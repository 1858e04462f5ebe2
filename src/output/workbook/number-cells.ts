/** Reads numbers in cells as a spreadsheet displays them: dates as dates, and `56` with the format `0.0` as `56.0`. */

import { formatFraction } from './number-format.ts';
import { parsePartXml } from './part-xml.ts';

/** How a cell format displays a number: as any number, as a date, as a fraction, or with a fixed number of decimals. */
export type NumberFormat = 'any' | 'date' | 'fraction' | { readonly decimals: number };

/**
 * Returns true if the id belongs to a built-in date format (ECMA-376, part 1, 18.8.30). Files use these ids without
 * defining the format.
 */
const isBuiltInDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const BUILT_IN_FORMATS: Readonly<Record<number, NumberFormat>> = {
  1: { decimals: 0 },
  2: { decimals: 2 },
  12: 'fraction',
  13: 'fraction',
};

/**
 * The maximum length of a number format that is examined, because examining a longer one takes too long. Excel allows
 * 255 characters.
 */
const LONGEST_CODE = 1_000;

const classifyFormatCode = (code: string): NumberFormat => {
  if (code.length > LONGEST_CODE) return 'any';
  const fixed = /^0(?:\.(0+))?$/.exec(code);
  if (fixed !== null) return { decimals: fixed[1]?.length ?? 0 };
  // A letter such as `d` is part of a date only if it is not in quotes or brackets and not after `\`, `_` or `*`.
  const unquoted = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/[dmyhs]/i.test(unquoted.replace(/general/gi, ''))) return 'date';
  return /[?#0]\/[?#0-9]/.test(unquoted) ? 'fraction' : 'any';
};

/**
 * Reads the number formats from the file `styles` in the .xlsx archive. A cell refers to a format by its index in the
 * returned list.
 */
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
/** The day number of 1970-01-01 in each of the two date systems of spreadsheets. */
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

/** What a cell with a number displays: the text, and whether it is a number or a date. */
export interface NumberCell {
  readonly text: string;
  readonly kind: 'number' | 'date';
}

/**
 * Returns what a spreadsheet program displays for a number, for example `56.0` or `2026-11-22`. `written` is the number
 * as text in the file. If this text is not a number, returns undefined. `epoch` is the first year of the date system
 * that the file uses.
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
