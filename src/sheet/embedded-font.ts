/** A font that stands in the page itself, for a machine that has none with the signs of its names. */

/** Ready for CSS: nothing in base64 could end its string. */
export interface EmbeddedFont {
  readonly type: string;
  readonly base64: string;
}

/** By the first four bytes. */
const TYPES: Readonly<Record<string, string>> = {
  '\u0000\u0001\u0000\u0000': 'font/ttf',
  true: 'font/ttf',
  OTTO: 'font/otf',
  wOFF: 'font/woff',
  wOF2: 'font/woff2',
};

/** Undefined for what is no font, or a collection of several. */
export const fontType = (bytes: Uint8Array): string | undefined => {
  const first = String.fromCharCode(...bytes.subarray(0, 4));
  return Object.hasOwn(TYPES, first) ? TYPES[first] : undefined;
};

const FAMILY = '"Of this sheet"';

/** It comes last before whatever the machine would take by itself: what has its own signs keeps them. */
export const withFont = (css: string, font: EmbeddedFont | undefined): string =>
  font === undefined
    ? css
    : `@font-face { font-family: ${FAMILY}; src: url("data:${font.type};base64,${font.base64}"); }\n${css.replaceAll(', sans-serif', `, ${FAMILY}, sans-serif`)}`;
