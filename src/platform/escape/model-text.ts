import { escapeCharacter, INVISIBLE_IN_TEXT } from './invisible-characters.ts';

/**
 * Variation selectors. Other texts keep them, because scripts and emoji need them. A sequence of them, or
 * one after an ASCII letter, can hide words.
 */
const SELECTORS = String.raw`\u180b-\u180d\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;
const HIDING_SELECTORS = new RegExp(
  `(?<![\\p{Emoji}\\p{Ideographic}\\p{Sm}\\p{Script=Mongolian}\\p{Script=Myanmar}])[${SELECTORS}]|(?<![^\\u0000-\\u007f])[\\u200c\\u200d]|(?<=[\\u200c\\u200d])[\\u200c\\u200d]`,
  'gu',
);
const ESCAPED_CHARACTERS = new RegExp(`${INVISIBLE_IN_TEXT.source}|${HIDING_SELECTORS.source}`, 'gu');

/**
 * Escapes invisible characters in text for a language model, which reads characters that people do not see.
 * For example U+E0041 becomes `\\udb40\\udc41`. Tabs and line feeds stay. JSON keeps its meaning.
 */
export const escapeForModel = (text: string): string =>
  /^[\t\n -~]*$/.test(text) ? text : text.replace(ESCAPED_CHARACTERS, escapeCharacter);
