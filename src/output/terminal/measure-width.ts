import stringWidth from 'string-width';

/** The length from which a text is measured word by word. */
const LONG_TEXT = 1000;

/**
 * Returns the number of columns that a text takes on a terminal. A long text is measured word by word, because on Node
 * 20 the time to measure a text grows with the square of its length. The sum is the same, because no character extends
 * across a space.
 */
export const measureWidth = (text: string): number => {
  if (text.length < LONG_TEXT) return stringWidth(text);
  const words = text.split(' ');
  return words.reduce((sum, word) => sum + stringWidth(word), words.length - 1);
};
