import stringWidth from 'string-width';

/** A text of at least this length is measured word by word. A shorter text is measured as a whole. */
const LONG_TEXT = 1000;

/**
 * Matches a space that does not combine with the character before or after it, so a text can be split there and its
 * parts measured separately. Any other space forms one character with a neighbour. This happens after certain letters
 * of Indic scripts, and before a skin tone or the vowel sign AM.
 */
const SEPARATE_SPACE =
  /(?<![\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]) (?![\u0e33\u0eb3\p{Emoji_Modifier}])/u;

const sumWidths = (words: readonly string[], measure: (word: string) => number): number =>
  words.reduce((sum, word) => sum + measure(word), words.length - 1);

/**
 * Returns the number of columns that a text takes on a terminal. A long text is measured word by word, because on Node
 * 20 the time to measure a text grows with the square of its length. The result can be wrong only for a part of at
 * least 1,000 characters in which every space forms one character with a neighbour.
 */
export const measureWidth = (text: string): number =>
  text.length < LONG_TEXT
    ? stringWidth(text)
    : sumWidths(text.split(SEPARATE_SPACE), (word) =>
        word.length < LONG_TEXT ? stringWidth(word) : sumWidths(word.split(' '), stringWidth),
      );
