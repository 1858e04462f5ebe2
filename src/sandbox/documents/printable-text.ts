import { cleanXmlText } from './svg-markup.ts';

/** Characters beyond Latin-1 in WinAnsi, the encoding of the standard PDF fonts. */
const EXTRA_CHARACTERS = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Returns true for a text that the standard PDF fonts can show. */
export const isPrintableText = (text: string): boolean =>
  [...text].every(
    (char) => (char >= ' ' && char <= '~') || (char >= '\u00a0' && char <= 'ÿ') || EXTRA_CHARACTERS.has(char),
  );

/**
 * Returns the text if the fonts can show it, or else `standIn`, and passes the text to `note`. Nothing is
 * transliterated: wrong letters would be worse than none.
 */
export const toPrintableText = (text: string, standIn: string, note: (text: string) => void): string => {
  const plain = cleanXmlText(text);
  if (isPrintableText(plain)) return plain;
  note(plain);
  return standIn;
};
