/** Reads an incomplete line as bash does, and quotes words that are inserted into the line. */

/** The part of a bash command line before the cursor, split into words. */
export interface BashLine {
  /**
   * The words before the current word; the first is `toile`. They are without their quotation marks, and files after
   * `<` or `>` are left out.
   */
  readonly previousWords: readonly string[];
  /** The word at the cursor, without its quotation marks. */
  readonly currentWord: string;
  /** The quotation mark that is still open at the cursor; empty if none is open. */
  readonly quote: string;
  /**
   * The number of characters at the start of `currentWord` that bash keeps when it inserts a completion. bash replaces
   * the other characters.
   */
  readonly keptLength: number;
  /** True if the word at the cursor follows `<` or `>`. bash expects the name of a file there. */
  readonly isRedirection: boolean;
}

/**
 * Splits the typed command line into words as bash does. `breaks` has the characters of COMP_WORDBREAKS, at which bash
 * divides words for completion. An inserted completion replaces only the part of the word after the last of these
 * characters.
 */
export const splitBashLine = (line: string, breaks: string): BashLine => {
  const previousWords: string[] = [];
  let currentWord: string | undefined;
  let quote = '';
  let keptLength = 0;
  let isRedirection = false;
  const endWord = (): void => {
    if (currentWord !== undefined && !isRedirection) previousWords.push(currentWord);
    if (currentWord !== undefined) isRedirection = false;
    currentWord = undefined;
    keptLength = 0;
  };
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (quote === '' ? /['"]/.test(char) : char === quote) {
      currentWord ??= '';
      quote = quote === '' ? char : '';
      keptLength = currentWord.length;
    } else if (char === '\\' && (quote === '' || (quote === '"' && /["\\$`]/.test(next)))) {
      currentWord = `${currentWord ?? ''}${next}`;
      at += 1;
    } else if (quote === '' && /[\s<>]/.test(char)) {
      endWord();
      if (!/\s/.test(char)) isRedirection = true;
    } else {
      currentWord = `${currentWord ?? ''}${char}`;
      // Bash replaces only the text after the last break character. If this character is `@`, bash also replaces the
      // `@`.
      if (quote === '' && breaks.includes(char)) keptLength = currentWord.length - (char === '@' ? 1 : 0);
    }
  }
  return { previousWords, currentWord: currentWord ?? '', quote, keptLength, isRedirection };
};

/**
 * Escapes a word that is inserted into a bash line. `quote` is the quotation mark that is open at the cursor; if it is
 * empty, backslashes are used (`a\ b`). Returns undefined for a word that cannot be written inside the open quotation
 * mark, for example `$` inside `"`.
 */
export const quoteForBash = (word: string, quote: string): string | undefined => {
  if (quote === '"') return /["\\$`!]/.test(word) ? undefined : word;
  if (quote === "'") return /['!]/.test(word) ? undefined : word;
  return word.replaceAll(/[^\p{L}\p{M}\p{N}\w@%+=:,./-]/gu, '\\$&').replace(/^\\?~/, '\\~');
};
