const MAX_CACHED_WORDS = 2_000;
const MAX_WORD_LENGTH = 100;

/**
 * Returns a function like `compute` that stores the results for the first 2,000 words of at most 100 characters, except
 * `undefined`. The kinds and field names in a body repeat for thousands of values.
 */
export const cacheByWord = <T>(compute: (word: string) => T): ((word: string) => T) => {
  const cache = new Map<string, T>();
  return (word) => {
    const cached = cache.get(word);
    if (cached !== undefined) return cached;
    const result = compute(word);
    if (cache.size < MAX_CACHED_WORDS && word.length <= MAX_WORD_LENGTH) cache.set(word, result);
    return result;
  };
};
