/** Text on its way into HTML: whatever is not markup already is escaped. */

import { UNSEEN_IN_TEXT } from './unseen.ts';

declare const passed: unique symbol;

/** Markup that only the templates below can make. */
export interface Markup {
  readonly [passed]: 'html';
  readonly markup: string;
}

export type Part = string | number | Markup | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Without what a page should not hold: control characters (shown as a replacement sign, line breaks aside), halves of
 * characters, and signs that turn the direction of writing beyond their own text.
 */
export const harmless = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN_IN_TEXT, (sign) => (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(sign) ? '\ufffd' : ''))
    .replace(/[\ufffe\uffff]/g, '\ufffd');

/** Printable ASCII without what markup is made of, as most of a page is: looked at once, and left alone. */
const INNOCENT = /^[\n !#-%(-;=?-~]*$/;

export const escaped = (text: string): string =>
  INNOCENT.test(text) ? text : harmless(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries(ENTITIES).map(([sign, entity]) => [entity, sign] as const),
);

/** The text that stands in markup which `escaped` made. */
export const plainOf = (text: string): string =>
  text.replace(/&[a-z#0-9]{2,4};/g, (entity) => SIGNS.get(entity) ?? entity);

const written = (part: Part): string => {
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(written).join('');
};

const made = (markup: string): Markup => ({ markup }) as Markup;

/** A template: what stands in it literally is markup, what is put into it is not. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Markup => {
  // A page has tens of thousands of these: nothing is made on the way but the text itself.
  let markup = literals[0] ?? '';
  for (let at = 0; at < parts.length; at += 1) markup += written(parts[at] ?? '') + (literals[at + 1] ?? '');
  return made(markup);
};

export const none: Markup = made('');

/** A style sheet of toile's own, in which words of others stand only as `cssString`. */
export const styleSheet = (css: string): Markup => made(css);

/** A string in CSS. Every sign that is not a letter or digit of ASCII is written by its number. */
export const cssString = (text: string): string =>
  `"${harmless(text)
    .replaceAll(/\s/g, ' ')
    .replace(/[^A-Za-z0-9 ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;
