/**
 * Estimates the width of a character in a sans-serif font of size 1. It is exact enough for line breaks.
 */
const estimateCharacterWidth = (char: string): number => {
  const code = char.codePointAt(0) ?? 0;
  if (
    code >= 0x1100 &&
    (code <= 0x115f ||
      (code >= 0x2e80 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xfe30 && code <= 0xff60) ||
      code >= 0x1f000)
  )
    return 1;
  if (/[iljtfrI.,:;'|!()[\] ]/.test(char)) return 0.36;
  if (/[mwMW@%—]/.test(char)) return 0.96;
  return /[A-Z0-9=~+?]/.test(char) ? 0.68 : 0.57;
};

/** Estimates the width of a text, in the unit of `size`. */
export const estimateTextWidth = (text: string, size: number): number =>
  [...text].reduce((sum, char) => sum + estimateCharacterWidth(char), 0) * size;

/** Splits a word that is wider than a line between graphemes: Japanese names have no spaces. */
const splitLongWord = (word: string, size: number, width: number): string[] => {
  if (estimateTextWidth(word, size) <= width) return [word];
  const found: string[] = [''];
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word)) {
    const last = found.at(-1) ?? '';
    if (last !== '' && estimateTextWidth(last + segment, size) > width) found.push(segment);
    else found[found.length - 1] = last + segment;
  }
  return found;
};

/** Wraps a text into lines no wider than `width`, in the unit of `size`. Nothing is cut off. */
export const wrapToWidth = (text: string, size: number, width: number): string[] => {
  const found: string[] = [];
  let line = '';
  for (const word of text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => splitLongWord(word, size, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && estimateTextWidth(longer, size) > width) {
      found.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' && found.length > 0 ? found : [...found, line];
};
