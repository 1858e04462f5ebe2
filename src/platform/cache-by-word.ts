const MAX_CACHED_WORDS = 2_000;
const MAX_WORD_LENGTH = 100;

/**
 * Returns a function that works like `compute` and caches its results. It caches the results of the first 2,000 words,
 * because a body repeats the same words thousands of times. It does not cache undefined, or the result of a word of
 * more than 100 characters.
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
