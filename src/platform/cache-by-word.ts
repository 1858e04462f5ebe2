const MAX_CACHED_WORDS = 2_000;
const MAX_WORD_LENGTH = 100;

/**
 * Returns a function that calls `of` and caches the results of the first 2,000 words of at most 100 characters, except
 * `undefined`. The kinds and field names in a body repeat for thousands of values.
 */
export const cacheByWord = <T>(of: (word: string) => T): ((word: string) => T) => {
  const known = new Map<string, T>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const found = of(word);
    if (known.size < MAX_CACHED_WORDS && word.length <= MAX_WORD_LENGTH) known.set(word, found);
    return found;
  };
};
