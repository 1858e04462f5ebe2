import type { Branded } from '../branded.ts';
import { INVISIBLE_CHARACTERS } from './invisible-characters.ts';

/** Markdown with escaped text parts. Only this file creates it. */
export type MarkdownSafe = Branded<'markdown'>;

/** An invisible comment that keeps forges from finding mentions and links in the rendered text. */
const WORD_BREAK = '<!-- -->';

/**
 * Escapes untrusted text for one line of Markdown: no markup, no end of a table cell, and no mention,
 * reference or link.
 */
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

/** Template tag for Markdown. Literals are Markdown; values are escaped. */
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

/** Joins lines with line feeds, including one at the end. */
export const joinMarkdownLines = (lines: readonly MarkdownSafe[]): MarkdownSafe =>
  `${lines.join('\n')}\n` as MarkdownSafe;

/** Formats a table row with escaped cells. */
export const formatMarkdownRow = (cells: readonly string[]): MarkdownSafe =>
  `| ${cells.map(escapeMarkdown).join(' | ')} |` as MarkdownSafe;
