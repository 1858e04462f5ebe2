const MAX_CACHED_WORDS = 2_000;
const MAX_WORD_LENGTH = 100;

/**
 * Returns a function like `compute` that remembers results, because a body repeats the same kinds and field names
 * thousands of times. It keeps the results of the first 2,000 words. A word of more than 100 characters, or with the
 * result undefined, is computed each time.
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
