import stringWidth from 'string-width';

/** A text of at least this length is measured word by word. A shorter text is measured as a whole. */
const LONG_TEXT = 1000;

/**
 * Matches a space at which a long text can be split to measure its words separately. A space that combines with a
 * neighbour into one character is not matched, for example a space before a skin tone.
 */
const SEPARATE_SPACE =
  /(?<![\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]) (?![\u0e33\u0eb3\p{Emoji_Modifier}])/u;

/**
 * Matches a text in which each character takes one column: Latin, Greek and Cyrillic letters, punctuation and a few
 * signs. Other texts are split into graphemes, which is slow. The build inserts this pattern into the packages that
 * measure texts.
 */
export const SINGLE_COLUMNS =
  /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0377\u0384-\u038a\u038e-\u03a1\u03a3-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u22ff]*$/;
/** Matches a colour code. Formatted text contains no other control sequences. */
export const COLOUR_CODES = /\p{Cc}\[[\d;]*m/gu;

const sumWidths = (words: readonly string[], measure: (word: string) => number): number =>
  words.reduce((sum, word) => sum + measure(word), words.length - 1);

/**
 * Returns the number of columns that a text takes on a terminal. A long text is measured word by word, because the time
 * to measure a whole text grows with the square of its length on Node 20.
 */
export const measureWidth = (text: string): number => {
  const plain = text.replaceAll(COLOUR_CODES, '');
  if (SINGLE_COLUMNS.test(plain)) return plain.length;
  return text.length < LONG_TEXT
    ? stringWidth(text)
    : sumWidths(text.split(SEPARATE_SPACE), (word) =>
        word.length < LONG_TEXT ? stringWidth(word) : sumWidths(word.split(' '), stringWidth),
      );
};
