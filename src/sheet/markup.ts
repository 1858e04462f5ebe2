/** Text on its way into HTML: whatever is not markup already is escaped. */

export interface Markup {
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
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]/gu, (sign) =>
      sign === '\n' || sign === '\t' ? sign : '\ufffd',
    );

export const escaped = (text: string): string =>
  harmless(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

function written(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(written).join('');
}

/** A template: what stands in it literally is markup, what is put into it is not. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: literals.map((literal, at) => literal + written(parts[at] ?? '')).join(''),
});

export const none: Markup = { markup: '' };

/** A string in CSS. Every sign that is not a letter or digit of ASCII is written by its number. */
export const cssString = (text: string): string =>
  `"${harmless(text)
    .replaceAll(/\s/g, ' ')
    .replace(/[^A-Za-z0-9 ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;
