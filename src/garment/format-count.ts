/** Formats a number with its noun: `1 value`, `3 members of the body`. The first word gets an `s`, except after 1. */
export const formatCount = (number: number, word: string): string =>
  `${number} ${number === 1 ? word : word.replace(/^\S+/, '$&s')}`;
