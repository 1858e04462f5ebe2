const MAX_CACHED_WORDS = 2_000;
/** Longer texts are not words and rarely come again. */
const MAX_WORD_LENGTH = 100;

/** Caches the result of a function by word. A body has few kinds and fields, but many values of each. */
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
