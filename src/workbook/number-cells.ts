/** Numbers of cells as people see them: a day as a day, and `56` under the format `0.0` as `56.0`. */

import { readMarkup } from './markup.ts';

/** What the formats of a workbook make of a number. */
export type NumberFormat = 'any' | 'date' | { readonly decimals: number };

/** Formats that every program has and no file writes down (ECMA-376, part 1, 18.8.30). */
const isOwnDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const OWN: Readonly<Record<number, NumberFormat>> = { 1: { decimals: 0 }, 2: { decimals: 2 } };

/** Characters of a format: no program takes more (Excel: 255), and a search in it may look at each many times. */
const LONGEST_CODE = 1_000;

const formatOfCode = (code: string): NumberFormat => {
  if (code.length > LONGEST_CODE) return 'any';
  const [, fraction] = /^0(?:\.(0+))?$/.exec(code) ?? [];
  if (/^0(?:\.0+)?$/.test(code)) return { decimals: fraction?.length ?? 0 };
  // What stands in quotes, brackets or behind a backslash is shown as it is; colours and conditions are no dates.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[dmyhs]/i.test(bare.replace(/general/gi, '')) ? 'date' : 'any';
};

/** By the number of the cell's style. */
export const numberFormats = (styles: string | undefined): readonly NumberFormat[] => {
  const codes = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  if (styles !== undefined)
    readMarkup(styles, {
      open(tag, attribute) {
        if (tag === 'numFmt')
          codes.set(Number(attribute('numFmtId')), formatOfCode(attribute('formatCode') ?? ''));
        else if (tag === 'cellXfs') inCells = true;
        else if (tag === 'xf' && inCells) {
          const id = Number(attribute('numFmtId') ?? 0);
          formats.push(codes.get(id) ?? (isOwnDate(id) ? 'date' : (OWN[id] ?? 'any')));
        }
      },
      close(tag) {
        if (tag === 'cellXfs') inCells = false;
      },
    });
  return formats;
};

const DAY = 86_400_000;
/** Days before 1970 at which the two ways to count days begin. */
const EPOCHS = { 1900: 25_569, 1904: 24_107 } as const;

/** `2026-11-22`, with the time where it is not midnight; undefined for what is on no calendar. */
const dayOf = (serial: number, from: keyof typeof EPOCHS): string | undefined => {
  if (serial < 1 || serial >= 2_958_466) return undefined;
  const at = new Date(Math.round((serial - EPOCHS[from]) * DAY));
  const text = at.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
};

export interface NumberCell {
  readonly text: string;
  readonly kind: 'number' | 'date';
}

/** `written` is what stands in the file: a double, which some programs write with more digits than it has. */
export const numberCell = (
  written: string,
  format: NumberFormat,
  from: keyof typeof EPOCHS,
): NumberCell | undefined => {
  const value = Number(written);
  if (!/^\s*[-+]?[\d.]/.test(written) || !Number.isFinite(value)) return undefined;
  if (format === 'date') {
    const day = dayOf(value, from);
    if (day !== undefined) return { text: day, kind: 'date' };
  }
  const shortest = String(value);
  const decimals = typeof format === 'object' ? format.decimals : 0;
  const [whole = '', fraction = ''] = shortest.split('.');
  const isShorter = !shortest.includes('e') && fraction.length < decimals;
  return {
    text: isShorter ? `${whole}.${fraction.padEnd(decimals, '0')}` : shortest,
    kind: 'number',
  };
};
