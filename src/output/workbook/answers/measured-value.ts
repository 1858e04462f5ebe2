import { normalizeDecimal } from '../../../platform/json/decimals.ts';
import type { ImportedCell } from '../read-cells.ts';

/** A measured value as a decimal, or the reason `why` the cell is no measurement. Such a cell is read as a remark. */
export type MeasuredReading = { readonly value: string } | { readonly why: string };

/** The spellings of each unit in lower case, by the usual spelling in a body. */
const UNIT_SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  cm: ['cm', 'cm.', 'cms', 'centimetre', 'centimeter', 'centimetres', 'centimeters', '厘米', '公分', 'سم'],
  mm: ['mm', 'mm.', 'millimetre', 'millimeter', 'millimetres', 'millimeters', '毫米', 'مم'],
  inch: ['in', 'in.', 'ins', 'inch', 'inches', '"', '英寸', '英吋', '吋', 'بوصة'],
};

const normalizeUnit = (unit: string): string => {
  const written = toPlainNotation(unit).toLowerCase();
  return Object.entries(UNIT_SPELLINGS).find(([, all]) => all.includes(written))?.[0] ?? written;
};

const FRACTIONS: Readonly<Record<string, string>> = {
  ...{ '¼': '1/4', '½': '1/2', '¾': '3/4', '⅛': '1/8', '⅜': '3/8', '⅝': '5/8', '⅞': '7/8' },
};

/** Converts digits, inch marks and fractions of other scripts to ASCII, for example `14¼″` to `14 1/4"`. */
const toPlainNotation = (text: string): string =>
  text
    .replace(/[¼½¾⅛⅜⅝⅞]/g, (sign) => ` ${FRACTIONS[sign]}`)
    .replace(/[٠-٩]/g, (sign) => String(sign.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (sign) => String(sign.charCodeAt(0) - 0x6f0))
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[″”“„‟]|''|′′|’’/g, '"')
    .replaceAll('٫', '.')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/[\u2212\u2012\u2013]/g, '-')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();

const TICK = /^[✓✔☑√✗✘×xXvV]$/u;
const DEVIATION = 'it looks like a deviation, not a measurement';

/** Returns true for a value below a quarter of its specification, which is probably a deviation from it. */
const isDeviationSized = (value: string, spec: string): boolean => {
  const target = Number(normalizeDecimal(toPlainNotation(spec)) ?? Number.NaN);
  return target > 0 && Number(value) * 4 < target;
};

/** The maximum length of a text that can be a number with its unit. */
const MAX_NOTATION = 60;

/**
 * Reads a measured cell of a row with this unit and specification. Returns the reason instead if the text is no plain
 * number, is in another unit, or is so small that it looks like a deviation from the specification.
 */
export const readMeasuredCell = (cell: ImportedCell, unit: string, spec: string): MeasuredReading => {
  const text = toPlainNotation(cell.text.slice(0, MAX_NOTATION));
  if (cell.kind === 'date') return { why: 'a date, not a measurement' };
  if (cell.kind === 'truth' || TICK.test(text)) return { why: 'a mark, not a measurement' };
  if (cell.kind === 'error') return { why: 'an error of the spreadsheet program, not a measurement' };
  if (/^[-+±]/.test(text)) return { why: DEVIATION };
  let end = text.length;
  while (end > 0 && !/\d/.test(text[end - 1] ?? '')) end -= 1;
  const [suffix, own] = [normalizeUnit(text.slice(end)), normalizeUnit(unit)];
  const isUnit = suffix === '' || suffix === own || Object.hasOwn(UNIT_SPELLINGS, suffix);
  const value = isUnit && cell.text.length <= MAX_NOTATION ? normalizeDecimal(text.slice(0, end)) : undefined;
  if (value === undefined)
    return {
      why: /\d/.test(text) ? 'an ambiguous number' : 'a remark, not a measurement',
    };
  const isFraction = text.includes('/');
  const found = suffix === '' && isFraction && own !== '' ? 'inch' : suffix;
  if (found !== '' && found !== own)
    return { why: `in ${found}, and its row is in ${own === '' ? 'no stated unit' : own}; not converted` };
  if (Number(value) === 0 || isDeviationSized(value, spec)) return { why: DEVIATION };
  return { value };
};
