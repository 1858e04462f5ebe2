import { clean } from './xml.ts';

/** What WinAnsi, the encoding of the fonts that every PDF reader has, knows beyond Latin-1. */
const BEYOND = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

export const printable = (text: string): boolean =>
  [...text].every(
    (char) => (char >= ' ' && char <= '~') || (char >= '\u00a0' && char <= 'ÿ') || BEYOND.has(char),
  );

/**
 * The text as these fonts can show it, else what stands for it. Wrong letters in a document that is built from
 * would be worse than none, so nothing is transliterated; `note` is told where the words can be read.
 */
export const lettered = (text: string, standIn: string, note: (text: string) => void): string => {
  const plain = clean(text);
  if (printable(plain)) return plain;
  note(plain);
  return standIn;
};
