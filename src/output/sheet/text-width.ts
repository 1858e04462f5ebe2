/** Estimates the width of text in columns, as terminals do, since nothing can be measured. */

/** Created on first use, because creating one takes milliseconds. */
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

/** Counts the columns of a text; wide characters such as Han take two. */
export const countTextColumns = (text: string): number =>
  // Most labels are plain, and splitting text into graphemes is slow.
  PLAIN.test(text)
    ? text.length
    : splitGraphemes(text).reduce((sum, grapheme) => sum + countGraphemeColumns(grapheme), 0);

/** Returns the text on one line, cut after a whole character and with an ellipsis where it is too long. */
export const truncateToColumns = (text: string, most: number): string => {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  if (countTextColumns(flat) <= most) return flat;
  let room = most - 1;
  let out = '';
  for (const grapheme of splitGraphemes(flat)) {
    room -= countGraphemeColumns(grapheme);
    if (room < 0) break;
    out += grapheme;
  }
  return `${out.trimEnd()}\u2026`;
};
