/** A number with the word for what it counts. */
export const counted = (number: number, word: string): string =>
  `${number} ${number === 1 ? word : `${word}s`}`;
