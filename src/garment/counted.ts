/** A number with the word for what it counts: `1 value`, `3 members of the body`. Of several words the first is the noun. */
export const counted = (number: number, word: string): string =>
  `${number} ${number === 1 ? word : word.replace(/^\S+/, '$&s')}`;
