import { escapeOf, UNSEEN_IN_TEXT } from './unseen.ts';

/**
 * Joiners and selectors of variants stay in other texts, since scripts and emoji are written with them. Words can be
 * hidden in them too: in one behind a letter of ASCII, where it changes nothing, and in rows of them.
 */
const SELECTORS = String.raw`\u180b-\u180d\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;
const CARRIERS = new RegExp(
  `(?<![\\p{Emoji}\\p{Ideographic}\\p{Sm}\\p{Script=Mongolian}\\p{Script=Myanmar}])[${SELECTORS}]|(?<![^\\u0000-\\u007f])[\\u200c\\u200d]|(?<=[\\u200c\\u200d])[\\u200c\\u200d]`,
  'gu',
);
const SPELLED_OUT = new RegExp(`${UNSEEN_IN_TEXT.source}|${CARRIERS.source}`, 'gu');

/**
 * A text for a language model, which reads signs that people do not see: each of them is spelled out (`\u{e0041}` as
 * `\\udb40\\udc41`), save tab and line feed. JSON means the same after it.
 */
export const escapeUnseen = (text: string): string =>
  /^[\t\n -~]*$/.test(text) ? text : text.replace(SPELLED_OUT, escapeOf);
