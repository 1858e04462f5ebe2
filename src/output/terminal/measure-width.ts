import stringWidth from 'string-width';

/** The minimum length of a text whose width is measured word by word. */
const LONG_TEXT = 1000;

/**
 * Matches a space at which a text can be split to measure its parts. Other spaces form one character with a neighbour:
 * a letter before it that some Indic scripts prepend, or a skin tone or the vowel sign AM after it.
 */
const SEPARATE_SPACE =
  /(?<![\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]) (?![\u0e33\u0eb3\p{Emoji_Modifier}])/u;

const sumWidths = (words: readonly string[], measure: (word: string) => number): number =>
  words.reduce((sum, word) => sum + measure(word), words.length - 1);

/**
 * Returns the number of columns that a text takes on a terminal. A long text is measured word by word, because on Node
 * 20 the time to measure a text grows with the square of its length. The sum of the words is the width of the whole
 * text. The only exception is a part of 1,000 or more characters with spaces that form one character with a neighbour.
 */
export const measureWidth = (text: string): number =>
  text.length < LONG_TEXT
    ? stringWidth(text)
    : sumWidths(text.split(SEPARATE_SPACE), (word) =>
        word.length < LONG_TEXT ? stringWidth(word) : sumWidths(word.split(' '), stringWidth),
      );
