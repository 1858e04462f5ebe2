/** Reads an incomplete line as bash does, and quotes words that are inserted into the line. */

/** A line of bash up to the cursor. */
export interface BashLine {
  /** The finished words, without quotes, and without the files after `<` or `>`. */
  readonly before: readonly string[];
  /** The current word, without quotes. */
  readonly now: string;
  /** The quote that is open at the cursor; empty for none. */
  readonly quote: string;
  /** The number of characters of `now` that stay on the line. Bash replaces the characters after them. */
  readonly kept: number;
  /** True after `<` or `>`, where bash expects a file. */
  readonly isRedirection: boolean;
}

/** Splits a line of bash. `breaks` is COMP_WORDBREAKS: bash replaces only the text after the last such character. */
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
      // Bash replaces the text after the last break character, and an `@` together with the text after it.
      if (quote === '' && breaks.includes(sign)) kept = now.length - (sign === '@' ? 1 : 0);
    }
  }
  return { before, now: now ?? '', quote, kept, isRedirection };
};

/**
 * Escapes a word for the position after the open `quote`, or outside quotes: `a\ b`. Undefined for a word that cannot
 * be written inside the quote, for example `$` inside `"`.
 */
export const quoteForBash = (word: string, quote: string): string | undefined => {
  if (quote === '"') return /["\\$`!]/.test(word) ? undefined : word;
  if (quote === "'") return /['!]/.test(word) ? undefined : word;
  return word.replaceAll(/[^\p{L}\p{M}\p{N}\w@%+=:,./-]/gu, '\\$&').replace(/^\\?~/, '\\~');
};
