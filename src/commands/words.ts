const PLAIN = /^[A-Za-z0-9_./:@%+,=-]+$/;

/** A word as it has to be typed in a POSIX shell. */
export const quoted = (word: string): string =>
  PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
