import {
  type CsvSafe,
  formatCsvCell,
  formatCsvRecord,
  formatQuotedCell,
} from '../../platform/escape/spreadsheet-text.ts';
import { type FlatTable, formatCell } from './flat-table.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Formats a table as CSV for a spreadsheet program: a byte order mark, a header, CRLF after every record, and the
 * formula `="1-2"` for a text that the program would turn into a date, another number or a formula.
 */
export const formatExcelLines = function* ({ columns, rows }: FlatTable): Generator<string> {
  yield BYTE_ORDER_MARK + formatCsvRecord(columns.map(formatExcelCell));
  for (const row of rows) yield formatCsvRecord(row.map(formatExcelCell));
};

const formatExcelCell = (cell: unknown): CsvSafe => {
  const text = formatCell(cell);
  // The cell stays a number if a spreadsheet program can store all its digits. The program can then add up the column.
  // Any other number becomes a formula that keeps its text.
  if (typeof cell === 'number' && /^-?\d{1,15}$|^-?(?=.{1,16}$)\d+\.\d+$/.test(text))
    return formatCsvCell(text);
  if (cell === null || cell === undefined) return formatCsvCell('');
  // A text is always quoted. In other locales, spreadsheet programs separate cells by `;` or tab, and would split a
  // text that contains these characters.
  return formatQuotedCell(isReinterpreted(text) ? toTextFormula(text) : text);
};

/** Returns true if a spreadsheet program might not keep the text as it is, for example because it looks like a date. */
const isReinterpreted = (text: string): boolean => {
  const bare = text.trim();
  return (
    // These patterns match a text that looks like a formula: it begins with a sign such as `=`, or with a full-width
    // sign such as `＝`, which some locales accept. Spreadsheet programs ignore a tab or CR before the sign.
    /^[=+\-@\t\r＝＋－＠#'"]/.test(bare) ||
    /^[\t\r]/.test(text) ||
    // Matches a separator (`;`, a tab, `|` or a line break) before a formula, because a spreadsheet program may split
    // the text there and evaluate the formula. The middle group matches no tab or line break, so that the search does
    // not take quadratic time.
    /[;\t|\r\n](?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠]/.test(text) ||
    // A spreadsheet program would convert the text, because it looks like a date, a fraction, an amount or another
    // number. Examples are `10-12`, `3/4`, `00123`, `1E5` and `56.0`.
    (/\d/.test(bare) && /^[\d\s.,:;/\\\-+%()'’_eEzZtT\p{Sc}]+$/u.test(bare) && !PLAIN_NUMBER.test(text)) ||
    /^\d{1,4}\s*(?:am|pm|[ap])$/i.test(bare) ||
    (/\d/.test(bare) && MONTH_NAME.test(bare)) ||
    /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero)$/i.test(bare)
  );
};

const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** Short month names in several languages, because spreadsheet programs turn SEP1 and 5-mai into dates. */
const MONTH_NAME =
  /(?:^|[\d\s./-])(?:jan|ene|gen|feb|f[eé]v|mar|m[aä]r|mrz|apr|abr|avr|ma[yijg]|giu|ju[nli]|lug|aug|ago|ao[uû]|sep|set|o[ckt]t|out|nov|d[eé][czs]|dic)[\p{L}.]*(?:[\d\s./,-]|$)/iu;

/** The maximum length of a quoted text in a formula. A longer text is written as several quoted texts joined by `&`. */
const MAX_LITERAL_LENGTH = 255;
const MAX_FORMULA_LENGTH = 8192;

/**
 * Returns a formula that evaluates to the text. If the formula would be too long, returns the text itself with an
 * apostrophe before it.
 */
const toTextFormula = (text: string): string => {
  const parts = text
    .split(/([\t\r\n;|])/)
    .filter((part) => part !== '')
    .flatMap((part) => (/^[\t\r\n;|]$/.test(part) ? [`CHAR(${part.charCodeAt(0)})`] : splitLiterals(part)));
  const formula = `=${parts.join('&')}`;
  // In spreadsheet programs, an apostrophe at the start of a cell means that the cell is text.
  return formula.length <= MAX_FORMULA_LENGTH ? formula : `'${text}`;
};

const splitLiterals = (text: string): readonly string[] => {
  const signs = [...text];
  const parts: string[] = [];
  // A literal may have MAX_LITERAL_LENGTH UTF-16 code units, and a character may take two of them. So each literal gets
  // at most `MAX_LITERAL_LENGTH / 2` characters.
  for (let at = 0; at < signs.length; at += Math.floor(MAX_LITERAL_LENGTH / 2)) {
    const part = signs.slice(at, at + Math.floor(MAX_LITERAL_LENGTH / 2)).join('');
    parts.push(`"${part.replaceAll('"', '""')}"`);
  }
  return parts;
};

const TEXT_FORMULA = /^=(?:(?:"(?:[^"]|"")*"|CHAR\(\d{1,3}\))(?:&(?!$)|$))+$/;

/**
 * Returns the text of a CSV cell. A formula that `formatExcelLines` wrote is evaluated: `="1-2"` becomes `1-2`. Other
 * cells are returned unchanged.
 */
export const readExcelText = (cell: string): string =>
  TEXT_FORMULA.test(cell)
    ? [...cell.matchAll(/"((?:[^"]|"")*)"|CHAR\((\d+)\)/g)]
        .map(([, text, code]) =>
          code === undefined ? (text ?? '').replaceAll('""', '"') : String.fromCharCode(Number(code)),
        )
        .join('')
    : cell;
