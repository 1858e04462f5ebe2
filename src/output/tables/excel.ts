import {
  type CsvSafe,
  formatCsvCell,
  formatCsvRecord,
  formatQuotedCell,
} from '../../platform/escape/csv-cells.ts';
import { type FlatTable, formatCell } from './flat-table.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Formats a table as CSV for a spreadsheet program: a byte order mark, and the formula `="…"` for cells
 * that the program would turn into a date, another number or a running formula. Saving the file keeps the
 * text of such cells. Without `header` the lines continue a table.
 */
export const formatExcelLines = function* ({ columns, rows }: FlatTable): Generator<string> {
  yield BYTE_ORDER_MARK + formatCsvRecord(columns.map(formatExcelCell));
  for (const row of rows) yield formatCsvRecord(row.map(formatExcelCell));
};

const formatExcelCell = (cell: unknown): CsvSafe => {
  const text = formatCell(cell);
  // A number that a double holds stays one, so that columns can be summed.
  if (typeof cell === 'number' && /^-?\d{1,15}$|^-?(?=.{1,16}$)\d+\.\d+$/.test(text))
    return formatCsvCell(text);
  if (cell === null || cell === undefined) return formatCsvCell('');
  // In quotes, since spreadsheets of other countries separate by `;` and tab too.
  return formatQuotedCell(isReinterpreted(text) ? toTextFormula(text) : text);
};

/**
 * Returns true when a spreadsheet program would read the text as something else. False positives do no
 * harm.
 */
const isReinterpreted = (text: string): boolean => {
  const bare = text.trim();
  return (
    // Formulas, also in full width, as some locales take them; tab and CR are known ways around a check.
    /^[=+\-@\t\r＝＋－＠#'"]/.test(bare) ||
    /^[\t\r]/.test(text) ||
    // For who separates by another sign alone, a quote that stands inside of a cell holds nothing together.
    // A repeat that held the separators too would be searched again from each of them.
    /[;\t|\r\n](?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠]/.test(text) ||
    // Digits with signs of dates, times, fractions, money, per cent, exponents: 10-12, 3/4, 00123, 1E5, 56.0.
    (/\d/.test(bare) && /^[\d\s.,:;/\\\-+%()'’_eEzZtT\p{Sc}]+$/u.test(bare) && !PLAIN_NUMBER.test(text)) ||
    /^\d{1,4}\s*(?:am|pm|[ap])$/i.test(bare) ||
    (/\d/.test(bare) && MONTH_NAME.test(bare)) ||
    /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero)$/i.test(bare)
  );
};

const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** Short names of months in the languages of the trade: programs turn SEP1 and 5-mai into dates. */
// Beginnings of the months in the languages of those who cut clothes: SEP1 and 5-mai turn into dates.
const MONTH_NAME =
  /(?:^|[\d\s./-])(?:jan|ene|gen|feb|f[eé]v|mar|m[aä]r|mrz|apr|abr|avr|ma[yijg]|giu|ju[nli]|lug|aug|ago|ao[uû]|sep|set|o[ckt]t|out|nov|d[eé][czs]|dic)[\p{L}.]*(?:[\d\s./,-]|$)/iu;

/** Longest text literal of a formula. Longer texts are joined from several literals. */
const MAX_LITERAL_LENGTH = 255;
const MAX_FORMULA_LENGTH = 8192;

/** Returns a formula whose value is the text. */
const toTextFormula = (text: string): string => {
  const parts = text
    .split(/([\t\r\n;|])/)
    .filter((part) => part !== '')
    .flatMap((part) => (/^[\t\r\n;|]$/.test(part) ? [`CHAR(${part.charCodeAt(0)})`] : splitLiterals(part)));
  const formula = `=${parts.join('&')}`;
  // Past what a formula can hold, the sign that spreadsheets take for "text follows" is all that is left.
  return formula.length <= MAX_FORMULA_LENGTH ? formula : `'${text}`;
};

const splitLiterals = (text: string): readonly string[] => {
  const signs = [...text];
  const parts: string[] = [];
  // Half of the limit, since a sign may take two code units.
  for (let at = 0; at < signs.length; at += Math.floor(MAX_LITERAL_LENGTH / 2)) {
    const part = signs.slice(at, at + Math.floor(MAX_LITERAL_LENGTH / 2)).join('');
    parts.push(`"${part.replaceAll('"', '""')}"`);
  }
  return parts;
};
