/** Widths in a sans-serif at size 1; close enough to break lines by, without a font at hand. */
const advance = (char: string): number => {
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

export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, char) => sum + advance(char), 0) * size;

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A word wider than a whole line is cut between graphemes: a name in Japanese has no spaces. */
const pieces = (word: string, size: number, width: number): string[] => {
  if (widthOf(word, size) <= width) return [word];
  const found: string[] = [''];
  for (const { segment } of GRAPHEMES.segment(word)) {
    const last = found.at(-1) ?? '';
    if (last !== '' && widthOf(last + segment, size) > width) found.push(segment);
    else found[found.length - 1] = last + segment;
  }
  return found;
};

/** Breaks a text into lines no wider than `width`, in the unit of `size`. Nothing is left out. */
export const linesOf = (text: string, size: number, width: number): string[] => {
  const found: string[] = [];
  let line = '';
  for (const word of text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => pieces(word, size, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, size) > width) {
      found.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' && found.length > 0 ? found : [...found, line];
};
