const MAX_CACHED_WORDS = 2_000;
/** The maximum length of a cached word. Longer texts are rarely repeated. */
const MAX_WORD_LENGTH = 100;

/**
 * Returns a function that caches the results of `of` by word. The kinds and fields in a body repeat for
 * thousands of values.
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
