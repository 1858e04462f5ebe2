/**
 * Wraps text at spaces. A long word can also be broken after `_`, `.`, `/`, `-`, `,`, `:` and no-break spaces. Text is
 * broken at other places only if nothing else fits.
 */

import wrapAnsi from 'wrap-ansi';
import { findLargest } from '../../platform/lists.ts';
import { COLOUR_CODES, measureWidth } from '../measure-width.ts';

/**
 * Marks a position where a word may be broken. A text to wrap cannot contain this character itself, because its control
 * characters were removed earlier.
 */
const BREAK = '\u0001';
/**
 * Positions where a name such as `seam_class` or `edge.side-front.side` may be broken. Numbers such as `1.5` are not
 * broken there.
 */
const BREAK_POINTS = /(?<=[_./-])(?<!\p{Nd}\.(?=\p{Nd}))(?=[\p{L}\p{N}])/u;
/** Positions where a word that is wider than its line may be broken: also after `,`, `:` and a no-break space. */
const WIDE_BREAK_POINTS = new RegExp(`(?<=[,:\\u00a0])(?!\\u00a0)|${BREAK_POINTS.source}`, 'u');
/**
 * The length up to which a word in a column stays unbroken. A longer word may be broken anywhere, because the other
 * columns need space too.
 */
const MAX_UNBROKEN_WIDTH = 20;
/** The maximum length of a word that is measured as a whole. A longer word may be broken after `_`, `.`, `/` or `-`. */
const MAX_SHORT_WORD = 12;
/**
 * The minimum width of a line. If the indent leaves less than this width for the text, continuation lines are not
 * indented.
 */
const MIN_LINE_WIDTH = 10;

const MARK_PREFIX = /^ *(?:\p{Cc}\[[\d;]*m)*[=~?!](?:\p{Cc}\[[\d;]*m)* /u;

const insertBreaks = (word: string, width: number): string => {
  if (measureWidth(word) <= width) return word;
  const lines: string[] = [];
  for (const part of word.split(WIDE_BREAK_POINTS)) {
    const last = lines.at(-1);
    if (last !== undefined && measureWidth(last + part) <= width) lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  // Two neighbouring parts do not fit into a line together, unless one of them is itself broken. Without the mark, which
  // is not in SINGLE_COLUMNS, the text is wrapped faster.
  const isBroken = lines.some((line) => measureWidth(line) > width);
  return lines.join(isBroken ? ` ${BREAK}` : ' ');
};

const wrapPlainText = (text: string, width: number): string[] =>
  wrapAnsi(
    text
      .split(' ')
      .map((word) => insertBreaks(word, width))
      .join(' '),
    width,
    { hard: true, trim: true },
  )
    .split('\n')
    .map((line) => line.replaceAll(` ${BREAK}`, '').replaceAll(BREAK, ''));

/**
 * Wraps text into lines of at most `width` columns. If the text begins with spaces or a provenance mark, the later
 * lines are indented by the same width.
 */
export const wrapText = (text: string, width: number): string[] => {
  if (measureWidth(text) <= width) return [text];
  const [before = ''] = MARK_PREFIX.exec(text) ?? /^ */.exec(text) ?? [];
  const hang = measureWidth(before);
  if (width - hang < MIN_LINE_WIDTH) return wrapPlainText(text, width);
  const [first = '', ...rest] = wrapPlainText(text.slice(before.length), width - hang);
  return [before + first, ...rest.map((line) => ' '.repeat(hang) + line)];
};

/**
 * Returns the width that a text needs so that no word is broken and each number stays on one line with its unit. The
 * width includes the indent and the provenance mark of the text. A word wider than 20 columns counts as 20 columns.
 */
export const measureLongestWord = (text: string): number => {
  const bare = text.replaceAll(COLOUR_CODES, '');
  const hang = MARK_PREFIX.exec(bare)?.[0].length ?? /^ */.exec(bare)?.[0].length ?? 0;
  const parts = bare
    .slice(hang)
    .split(/(?<!\p{Nd}) /u)
    .flatMap((word) =>
      word.length <= MAX_SHORT_WORD ? [word] : word.split(/ /).flatMap((each) => each.split(BREAK_POINTS)),
    );
  const longest = findLargest(parts.map(measureWidth), 0);
  return Math.min(measureWidth(bare), hang + Math.min(MAX_UNBROKEN_WIDTH, longest));
};
