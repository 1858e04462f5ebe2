import { measureWidth } from '../measure-width.ts';

/**
 * Returns the text on one line. A text of more than `most` columns is cut after a whole character and ends with an
 * ellipsis.
 */
export const truncateToColumns = (text: string, most: number): string => {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  if (measureWidth(flat) <= most) return flat;
  let room = most - 1;
  let out = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(flat)) {
    room -= measureWidth(segment);
    if (room < 0) break;
    out += segment;
  }
  return `${out.trimEnd()}\u2026`;
};
