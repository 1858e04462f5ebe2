/** The invisible characters that change how text is shown or read. All sanitizers use this table. */

/** The Unicode control characters (sets C0 and C1), including tab and line breaks. */
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f`;
/** Characters that control the text direction: embeddings, overrides, isolates and direction marks. */
const DIRECTION_MARKS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
/**
 * Characters without width that make two names look the same or hide words: zero-width spaces, fillers, invisible
 * operators, tags, the byte order mark. U+200C, U+200D and variation selectors are absent, because Persian and emoji
 * need them.
 */
const ZERO_WIDTH = String.raw`\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}`;

/**
 * The range of the surrogates. In a pattern with the flag `u`, it matches only unpaired surrogates. A Unicode property
 * would match them too, but is slower.
 */
const SURROGATES = String.raw`\ud800-\udfff`;

/**
 * Matches a control character (also a tab or a line break), a direction mark, a character without width or a lone
 * surrogate. The pattern is global. Use it with `replace` or `search`, because `test` would continue after the last
 * match.
 */
export const INVISIBLE_CHARACTERS = new RegExp(
  `[${CONTROLS}${DIRECTION_MARKS}${ZERO_WIDTH}${SURROGATES}]`,
  'gu',
);
/**
 * Matches the characters of INVISIBLE_CHARACTERS except tab and line feed. Use the pattern only with `replace` or
 * `search`: it has the flag `g`, so repeated calls of `test` would start at different positions.
 */
export const INVISIBLE_IN_TEXT = /* @__PURE__ */ new RegExp(
  `[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${DIRECTION_MARKS}${ZERO_WIDTH}${SURROGATES}]`,
  'gu',
);

/** Matches a letter or digit of a right-to-left script. Terminals reorder the words beside it. */
export const RTL_CHARACTERS =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const INVISIBLE_RUNS = new RegExp(`(?:${INVISIBLE_CHARACTERS.source})+`, 'gu');

/** Replaces each run of invisible characters, also tabs and line breaks, with one space. */
export const replaceInvisible = (text: string): string => text.replace(INVISIBLE_RUNS, ' ');

/** Returns the JSON escape of a character: `\u202e`, or two escapes for one beyond U+FFFF such as U+E0041. */
export const escapeCharacter = (sign: string): string =>
  Array.from(
    { length: sign.length },
    (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Returns true if the text has no invisible character. Tabs and line breaks count as invisible. */
export const isVisibleText = (text: string): boolean => text.search(INVISIBLE_CHARACTERS) < 0;

/**
 * Variation selectors: invisible characters that change the form of the character before them. Scripts and emoji need
 * them, so most sanitizers keep them. `escapeForModel` escapes them where they could hide words, for example after an
 * ASCII letter.
 */
const SELECTORS = String.raw`\u180b-\u180d\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;
const HIDING_SELECTORS = String.raw`(?<![\p{Emoji}\p{Ideographic}\p{Sm}\p{Script=Mongolian}\p{Script=Myanmar}])[${SELECTORS}]|(?<![^\u0000-\u007f])[\u200c\u200d]|(?<=[\u200c\u200d])[\u200c\u200d]`;
let escapedCharacters: RegExp | undefined;

/**
 * Escapes invisible characters in text for a language model. A model would read such characters, but people would not
 * see them. Tabs and line feeds stay. Variation selectors and joiners are escaped only where they can hide words. If
 * the text is JSON, its parsed value stays the same.
 */
export const escapeForModel = (text: string): string => {
  if (/^[\t\n -~]*$/.test(text)) return text;
  // The pattern is created on first use: compiling its Unicode properties takes 1 ms, and commands that do not need it
  // load this file too.
  escapedCharacters ??= new RegExp(`${INVISIBLE_IN_TEXT.source}|${HIDING_SELECTORS}`, 'gu');
  return text.replace(escapedCharacters, escapeCharacter);
};
