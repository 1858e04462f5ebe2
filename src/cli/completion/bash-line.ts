/** Reads an incomplete line as bash does, and quotes words that are inserted into the line. */

/** A line of bash up to the cursor. */
export interface BashLine {
  /** The finished words, without quotes. */
  readonly before: readonly string[];
  /** The current word, without quotes. */
  readonly now: string;
  /** The quote that is open at the cursor; empty for none. */
  readonly quote: string;
  /** The number of characters of `now` that bash keeps. Bash replaces the characters after them. */
  readonly kept: number;
  /** True after `<` or `>`, where bash expects a file. */
  readonly isRedirection: boolean;
}

/**
 * Splits a line of bash. `breaks` is COMP_WORDBREAKS: bash replaces only the text after the last of these characters.
 */
export const splitBashLine = (line: string, breaks: string): BashLine => {
  const before: string[] = [];
  let now: string | undefined;
  let quote = '';
  let kept = 0;
  let isRedirection = false;
  const endWord = (): void => {
    if (now !== undefined && !isRedirection) before.push(now);
    if (now !== undefined) isRedirection = false;
    now = undefined;
    kept = 0;
  };
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    const next = line.charAt(at + 1);
    if (quote === '' ? /['"]/.test(sign) : sign === quote) {
      now ??= '';
      quote = quote === '' ? sign : '';
      kept = now.length;
    } else if (sign === '\\' && (quote === '' || (quote === '"' && /["\\$`]/.test(next)))) {
      now = `${now ?? ''}${next}`;
      at += 1;
    } else if (quote === '' && /[\s<>]/.test(sign)) {
      endWord();
      if (!/\s/.test(sign)) isRedirection = true;
    } else {
      now = `${now ?? ''}${sign}`;
      // Bash keeps the word up to the last break character. An `@` is the exception: bash replaces it together with
      // the text after it.
      if (quote === '' && breaks.includes(sign)) kept = now.length - (sign === '@' ? 1 : 0);
    }
  }
  return { before, now: now ?? '', quote, kept, isRedirection };
};

/**
 * Returns a word as it has to be typed after the open quote. Undefined if that is not possible, because bash inserts
 * text unchanged inside a quote.
 */
export const quoteForBash = (word: string, quote: string): string | undefined => {
  if (quote === '"') return /["\\$`!]/.test(word) ? undefined : word;
  if (quote === "'") return /['!]/.test(word) ? undefined : word;
  return word.replaceAll(/[^\p{L}\p{M}\p{N}\w@%+=:,./-]/gu, '\\$&').replace(/^\\?~/, '\\~');
};
