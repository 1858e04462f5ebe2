/** Text on its way into the XML of a spreadsheet: whatever is not markup already is escaped. */

import type { Passed } from './passed.ts';
import { escapeOf } from './unseen.ts';

/** XML that only the doors below can make. */
export type Xml = Passed<'xml'>;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What has to be written in another way: nearly no text of a body holds any of it. */
const SPECIAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is written by its number
  /[&<>"\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Most texts, for which one look is enough. */
const PLAIN = /^[ !#-%'-;=?-~]*$/;

/** Office Open XML (ECMA-376, ST_Xstring) writes signs that XML has no place for by their number. */
const numbered = (sign: string): string =>
  `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/**
 * A text of a spreadsheet, whole: control characters by their number, which every spreadsheet program reads back,
 * and what would be read as such a number too. A half of a character is written out as elsewhere.
 */
export const xmlText = (text: string): Xml =>
  (PLAIN.test(text) && !text.includes('_x')
    ? text
    : text.replace(SPECIAL, (sign) =>
        /\p{Surrogate}/u.test(sign) ? escapeOf(sign) : (ENTITIES[sign] ?? numbered(sign)),
      )) as Xml;

/** A template: what stands in it literally is markup, and only what has passed may be put into it. */
export const xml = (
  literals: TemplateStringsArray,
  ...parts: readonly (Xml | number | readonly Xml[])[]
): Xml => {
  let out = literals[0] ?? '';
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    out += typeof part === 'object' ? part.join('') : part;
    out += literals[at + 1] ?? '';
  }
  return out as Xml;
};

export const noXml: Xml = xml``;
