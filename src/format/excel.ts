import { type CsvCell, csvCell, csvRecord, quotedCell } from '../border/cells.ts';
import { cellText, type Table } from './cell.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * CSV for a spreadsheet program that guesses: a byte order mark, and cells that it would turn into a date,
 * another number or a running formula written as the formula `="…"`, whose value is the very text. What is
 * saved from there again holds the text.
 */
export const excelLines = function* ({ columns, rows }: Table): Generator<string> {
  yield BYTE_ORDER_MARK + csvRecord(columns.map(excelText));
  for (const row of rows) yield csvRecord(row.map(excelText));
};

const excelText = (cell: unknown): CsvCell => {
  const text = cellText(cell);
  // A number that a double holds stays one, so that columns can be summed.
  if (typeof cell === 'number' && /^-?\d{1,15}$|^-?(?=.{1,16}$)\d+\.\d+$/.test(text)) return csvCell(text);
  if (cell === null || cell === undefined) return csvCell('');
  // In quotes, since spreadsheets of other countries separate by `;` and tab too.
  return quotedCell(mistakable(text) ? guarded(text) : text);
};

/** True where a spreadsheet would read something else than this text. Wide on purpose: a guard costs nothing. */
const mistakable = (text: string): boolean => {
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
    (/\d/.test(bare) && MONTH.test(bare)) ||
    /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero)$/i.test(bare)
  );
};

const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

// Beginnings of the months in the languages of those who cut clothes: SEP1 and 5-mai turn into dates.
const MONTH =
  /(?:^|[\d\s./-])(?:jan|ene|gen|feb|f[eé]v|mar|m[aä]r|mrz|apr|abr|avr|ma[yijg]|giu|ju[nli]|lug|aug|ago|ao[uû]|sep|set|o[ckt]t|out|nov|d[eé][czs]|dic)[\p{L}.]*(?:[\d\s./,-]|$)/iu;

/** A text literal of a formula holds 255 characters, a formula 8192: longer texts are joined from parts. */
const LITERAL = 255;
const FORMULA = 8192;

const guarded = (text: string): string => {
  const parts = text
    .split(/([\t\r\n;|])/)
    .filter((part) => part !== '')
    .flatMap((part) => (/^[\t\r\n;|]$/.test(part) ? [`CHAR(${part.charCodeAt(0)})`] : literals(part)));
  const formula = `=${parts.join('&')}`;
  // Past what a formula can hold, the sign that spreadsheets take for "text follows" is all that is left.
  return formula.length <= FORMULA ? formula : `'${text}`;
};

const literals = (text: string): readonly string[] => {
  const signs = [...text];
  const parts: string[] = [];
  // Half of the limit, since a sign may take two code units.
  for (let at = 0; at < signs.length; at += Math.floor(LITERAL / 2)) {
    const part = signs.slice(at, at + Math.floor(LITERAL / 2)).join('');
    parts.push(`"${part.replaceAll('"', '""')}"`);
  }
  return parts;
};
