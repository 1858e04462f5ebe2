/** Estimates the display width of text in character columns, because the page is laid out without a font. */

/** The segmenter is created on first use, because its creation takes milliseconds. */
let segmenter: Intl.Segmenter | undefined;
const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]/u;

const PLAIN = /^[\x20-\x7e]*$/;

const countGraphemeColumns = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

const splitGraphemes = (text: string): readonly string[] => {
  if (PLAIN.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
};

/** Measures the display width of a text in columns. Wide characters such as Han take two. */
export const measureDisplayWidth = (text: string): number =>
  // A plain ASCII text has one column per character. Other texts are split into graphemes, which is slow.
  PLAIN.test(text)
    ? text.length
    : splitGraphemes(text).reduce((sum, grapheme) => sum + countGraphemeColumns(grapheme), 0);

/**
 * Returns the text on one line. A text of more than `most` columns is cut after a whole character and ends with an
 * ellipsis.
 */
export const truncateToColumns = (text: string, most: number): string => {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  if (measureDisplayWidth(flat) <= most) return flat;
  let room = most - 1;
  let out = '';
  for (const grapheme of splitGraphemes(flat)) {
    room -= countGraphemeColumns(grapheme);
    if (room < 0) break;
    out += grapheme;
  }
  return `${out.trimEnd()}\u2026`;
};
