import type { Branded } from '../branded.ts';
import { INVISIBLE_CHARACTERS, INVISIBLE_IN_TEXT } from './invisible-characters.ts';

declare const brand: unique symbol;

/** Markup in which untrusted text is escaped. The template tag `html` creates it. */
export interface HtmlSafe {
  readonly [brand]: 'html';
  readonly markup: string;
}

type HtmlPart = string | number | HtmlSafe | readonly HtmlPart[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Replaces control characters and unpaired surrogates with U+FFFD, and removes direction marks and other invisible
 * characters. Line breaks become `\n`; tabs stay.
 */
const stripControls = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE_IN_TEXT, (sign) => (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(sign) ? '\ufffd' : ''))
    .replace(/[\ufffe\uffff]/g, '\ufffd');

/** Matches a text that has nothing to escape. Most texts of a page match, so one test is enough for them. */
const NEEDS_NO_ESCAPE = /^[\n !#-%(-;=?-~]*$/;

/** Escapes text for an HTML element or a quoted attribute, and removes invisible characters. */
const escapeHtml = (text: string): string =>
  NEEDS_NO_ESCAPE.test(text) ? text : stripControls(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

const CHARACTERS_BY_ENTITY: ReadonlyMap<string, string> = new Map(
  Object.entries(ENTITIES).map(([sign, entity]) => [entity, sign] as const),
);

/** Replaces `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&#39;` with their characters. Other entities stay. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&[a-z#0-9]{2,4};/g, (entity) => CHARACTERS_BY_ENTITY.get(entity) ?? entity);

const renderHtmlPart = (part: HtmlPart): string => {
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(renderHtmlPart).join('');
};

const markHtmlSafe = (markup: string): HtmlSafe => ({ markup }) as HtmlSafe;

/** Template tag that returns HTML. Strings are escaped, HtmlSafe is inserted unchanged, and lists are joined. */
export const html = (literals: TemplateStringsArray, ...parts: readonly HtmlPart[]): HtmlSafe => {
  // A page has tens of thousands of templates, so this loop avoids temporary arrays.
  let markup = literals[0] ?? '';
  for (let at = 0; at < parts.length; at += 1)
    markup += renderHtmlPart(parts[at] ?? '') + (literals[at + 1] ?? '');
  return markHtmlSafe(markup);
};

/** An HtmlSafe value without content: it inserts nothing into a template. */
export const emptyHtml: HtmlSafe = markHtmlSafe('');

/** Returns CSS from toile's own sources unchanged as HtmlSafe. Untrusted words in it need `escapeCssString` first. */
export const markCssSafe = (css: string): HtmlSafe => markHtmlSafe(css);

/** Encodes an SVG text as a `data:` URL for `<img>`, where the browser runs no script in it and loads no other file. */
export const encodeSvgUrl = (svg: string): string =>
  // The `charset` in the `data:` URL overrides the encoding that the SVG text itself declares.
  `data:image/svg+xml;charset=utf-8;base64,${Buffer.from(svg).toString('base64')}`;

/** Returns a quoted CSS string. Characters other than ASCII letters, digits and spaces are escaped: `"a\26 b"`. */
export const escapeCssString = (text: string): string =>
  `"${stripControls(text)
    .replaceAll(/\s/g, ' ')
    .replace(/[^A-Za-z0-9 ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;

/** Markdown in which untrusted text is escaped. Only this file creates it. */
export type MarkdownSafe = Branded<'markdown'>;

/**
 * An empty HTML comment. It is inserted into a word so that GitHub and similar sites do not take the word for a mention
 * or a link.
 */
const WORD_BREAK = '<!-- -->';

/** Escapes untrusted text for one line of Markdown, so that it adds no markup, cell, mention, reference or link. */
const escapeMarkdown = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .replace(INVISIBLE_CHARACTERS, '')
    .replaceAll(/[\\`*_{}[\]<>|~]/g, '\\$&')
    .replaceAll(
      /(?<=[@#!$%&^:])(?=[\p{L}\p{N}_])|(?<=\bGH-)(?=\d)|(?<=:)(?=\/\/)|(?<=\bwww)(?=\.)/giu,
      WORD_BREAK,
    )
    .replaceAll(/(?<=\b[0-9a-f]{20})(?=[0-9a-f]{20}\b)/gi, WORD_BREAK);

/**
 * Template tag that returns Markdown as a MarkdownSafe string. Inserted texts are escaped. To insert a MarkdownSafe
 * string unchanged, wrap it: `${{ markdown: row }}`.
 */
export const markdown = (
  literals: TemplateStringsArray,
  ...parts: readonly (string | number | { readonly markdown: MarkdownSafe })[]
): MarkdownSafe =>
  literals
    .map((literal, at) => {
      const part = parts[at] ?? '';
      return literal + (typeof part === 'object' ? part.markdown : escapeMarkdown(String(part)));
    })
    .join('') as MarkdownSafe;

/** Joins lines with line feeds, and adds a line feed after the last one. */
export const joinMarkdownLines = (lines: readonly MarkdownSafe[]): MarkdownSafe =>
  `${lines.join('\n')}\n` as MarkdownSafe;

/** Returns a row of a Markdown table, `| a | b |`, with escaped cells. */
export const formatMarkdownRow = (cells: readonly string[]): MarkdownSafe =>
  `| ${cells.map(escapeMarkdown).join(' | ')} |` as MarkdownSafe;
