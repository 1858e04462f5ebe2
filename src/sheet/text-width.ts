/** How wide text is on a page, where nothing can be measured: by columns, as terminals count them. */

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]/u;

const PLAIN = /^[\x20-\x7e]*$/;

const columnsOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

const graphemes = (text: string): readonly string[] =>
  PLAIN.test(text) ? [...text] : [...SEGMENTER.segment(text)].map(({ segment }) => segment);

const columns = (text: string): number =>
  // Most labels are plain, and looking for the borders of characters takes its time.
  PLAIN.test(text) ? text.length : graphemes(text).reduce((sum, grapheme) => sum + columnsOf(grapheme), 0);

/** On one line, cut behind a whole character where it is longer. */
export const shortened = (text: string, most: number): string => {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  if (columns(flat) <= most) return flat;
  let room = most - 1;
  let out = '';
  for (const grapheme of graphemes(flat)) {
    room -= columnsOf(grapheme);
    if (room < 0) break;
    out += grapheme;
  }
  return `${out.trimEnd()}\u2026`;
};
