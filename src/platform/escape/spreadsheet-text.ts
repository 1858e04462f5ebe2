import type { Branded } from '../branded.ts';
import { escapeCharacter } from './invisible-characters.ts';

/** One cell of a CSV record. Control characters in it are escaped, and it is quoted if RFC 4180 requires quotes. */
export type CsvSafe = Branded<'csv cell'>;

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};
const escapeControl = (sign: string): string => NAMED_ESCAPES[sign] ?? escapeCharacter(sign);

/**
 * Replaces each control character and unpaired surrogate with an escape such as `\u0007`. Tabs and line breaks stay.
 */
export const escapeControls = (text: string): string =>
  NEEDS_NO_ESCAPE.test(text) ? text : text.replace(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, escapeControl);

const quoteCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Returns a CSV cell with escaped control characters. The cell is quoted only if it contains a comma, a quote or a line
 * break, or has a space at its start or end.
 */
export const formatCsvCell = (text: string): CsvSafe => {
  const escaped = escapeControls(text);
  return (/["\r\n]|^\s|\s$/.test(escaped) || escaped.includes(',') ? quoteCell(escaped) : escaped) as CsvSafe;
};

/**
 * Returns a CSV cell that is always quoted, because some programs split unquoted cells at another separator than the
 * comma, for example at a semicolon.
 */
export const formatQuotedCell = (text: string): CsvSafe => quoteCell(escapeControls(text)) as CsvSafe;

/** Joins cells with commas and adds CRLF. A single empty cell becomes `""`, because programs skip empty lines. */
export const formatCsvRecord = (cells: readonly CsvSafe[]): string => `${cells.join(',') || '""'}\r\n`;

const NEEDS_NO_ESCAPE = /^[ -[\]-~]*$/;
/**
 * Matches a line of tab-separated cells without characters that need an escape, except tabs. A tab inside a cell needs
 * an escape, so the caller must also search the cells for tabs.
 */
const PLAIN_LINE = /^[ -[\]-~\t]*$/;

const escapeTsvCell = (text: string): string => text.replace(/[\\\p{Cc}\p{Cs}]/gu, escapeControl);

/**
 * Joins texts with tabs and adds a line feed. Inside a text, a tab becomes `\t`, a line break becomes `\n` or `\r`, `\`
 * becomes `\\`, and any other control character becomes an escape such as `\u0007`.
 */
export const formatTsvLine = (cells: readonly string[]): string => {
  // Most lines have no characters to escape. To save time, the whole line is searched for such characters first.
  const line = cells.join('\t');
  const isPlain = PLAIN_LINE.test(line) && !cells.some((cell) => cell.includes('\t'));
  return isPlain ? `${line}\n` : `${cells.map(escapeTsvCell).join('\t')}\n`;
};

/** XML in which untrusted text is escaped. Only this file creates it. */
export type XmlSafe = Branded<'xml'>;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Matches a character that must be escaped, or the start of a text that looks like an escape (`_x0007_`). */
const SPECIAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the control characters to escape
  /[&<>"\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}|_(?=x[0-9A-Fa-f]{4}_)/gu;

/**
 * Matches printable ASCII text without `"`, `&`, `<` and `>`, which needs no escapes in XML. The caller also checks for
 * `_x`, which can begin an escape such as `_x0007_`.
 */
const PLAIN_XML_TEXT = /^[ !#-%'-;=?-~]*$/;

/**
 * Encodes a character that is not allowed in XML. For example, the character U+0007 becomes `_x0007_`, as Office Open
 * XML defines (ECMA-376, ST_Xstring).
 */
const encodeAsNumber = (sign: string): string =>
  `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/**
 * Escapes text as XML for a cell of an xlsx file. Control characters become `_x0007_`, which spreadsheet programs
 * decode. The first `_` of a text that looks like such an escape becomes `_x005F_`, so that the text is not decoded.
 */
export const escapeSpreadsheetText = (text: string): XmlSafe =>
  (PLAIN_XML_TEXT.test(text) && !text.includes('_x')
    ? text
    : text.replace(SPECIAL, (sign) =>
        /\p{Surrogate}/u.test(sign) ? escapeCharacter(sign) : (ENTITIES[sign] ?? encodeAsNumber(sign)),
      )) as XmlSafe;

/**
 * Returns XML from a template literal. The inserted values are numbers or XML that is already escaped (XmlSafe), and
 * are not changed. The items of a list are inserted one after the other.
 */
export const xml = (
  literals: TemplateStringsArray,
  ...parts: readonly (XmlSafe | number | readonly XmlSafe[])[]
): XmlSafe => {
  let out = literals[0] ?? '';
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    out += typeof part === 'object' ? part.join('') : part;
    out += literals[at + 1] ?? '';
  }
  return out as XmlSafe;
};

/** An XmlSafe value without content: it inserts nothing into a template. */
export const emptyXml: XmlSafe = xml``;
