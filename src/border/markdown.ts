import type { Passed } from './passed.ts';
import { UNSEEN } from './unseen.ts';

/** Markdown that only the template below can make. */
export type Markdown = Passed<'markdown'>;

/** Ends a word for whoever looks for mentions and links after the Markdown is read, and is not seen. */
const APART = '<!-- -->';

/**
 * What others wrote, on one line: no markup, no end of a table's cell, and nothing that a forge turns into a mention, a
 * reference or a link.
 */
const plainly = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .replace(UNSEEN, '')
    .replaceAll(/[\\`*_{}[\]<>|~]/g, '\\$&')
    .replaceAll(/:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')
    .replaceAll(/(?<=[@#!$%&^:])(?=[\p{L}\p{N}_])|(?<=\bGH-)(?=\d)/giu, APART);

/** A template: what stands in it literally is Markdown, what is put into it is not. */
export const markdown = (
  literals: TemplateStringsArray,
  ...parts: readonly (string | number | { readonly markdown: Markdown })[]
): Markdown =>
  literals
    .map((literal, at) => {
      const part = parts[at] ?? '';
      return literal + (typeof part === 'object' ? part.markdown : plainly(String(part)));
    })
    .join('') as Markdown;

/** Lines one below the other, with the end of the last. */
export const markdownLines = (lines: readonly Markdown[]): Markdown => `${lines.join('\n')}\n` as Markdown;

/** A row of a table. */
export const markdownRow = (cells: readonly string[]): Markdown =>
  `| ${cells.map(plainly).join(' | ')} |` as Markdown;
