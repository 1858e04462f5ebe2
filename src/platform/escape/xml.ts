/** Escapes text for the XML of spreadsheets. */

import type { Branded } from '../branded.ts';
import { escapeCharacter } from './invisible-characters.ts';

/** XML with escaped text parts. Only this file creates it. */
export type XmlSafe = Branded<'xml'>;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that must be escaped. Most texts have none. */
const SPECIAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is written by its number
  /[&<>"\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Matches texts that need no escape. */
const NEEDS_NO_ESCAPE = /^[ !#-%'-;=?-~]*$/;

/**
 * Encodes a character that XML does not allow, as Office Open XML does (ECMA-376, ST_Xstring): `_x0007_`.
 */
const encodeAsNumber = (sign: string): string =>
  `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/**
 * Escapes the text of a cell. Control characters are encoded by number, which spreadsheet programs decode;
 * text that looks like such a number is encoded too.
 */
export const escapeSpreadsheetText = (text: string): XmlSafe =>
  (NEEDS_NO_ESCAPE.test(text) && !text.includes('_x')
    ? text
    : text.replace(SPECIAL, (sign) =>
        /\p{Surrogate}/u.test(sign) ? escapeCharacter(sign) : (ENTITIES[sign] ?? encodeAsNumber(sign)),
      )) as XmlSafe;

/** Template tag for XML. Literals are markup; values must be numbers or XmlSafe. */
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

/** No markup. */
export const emptyXml: XmlSafe = xml``;
