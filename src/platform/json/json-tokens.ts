/** Splits a JSON text into tokens, so that it can be cut and indented without changing any token. */

/** Character codes of the signs of JSON. */
export const JSON_SIGNS = {
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  list: 0x5b,
  backslash: 0x5c,
  listEnd: 0x5d,
  object: 0x7b,
  objectEnd: 0x7d,
} as const;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

const isPunctuation = (code: number): boolean =>
  code === JSON_SIGNS.comma ||
  code === JSON_SIGNS.colon ||
  code === JSON_SIGNS.list ||
  code === JSON_SIGNS.listEnd ||
  code === JSON_SIGNS.object ||
  code === JSON_SIGNS.objectEnd;

/** Returns the position of the next token; the length of the text when none is left. */
export const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
};

/**
 * Returns the end of the token that starts at `from`. It always advances, so that invalid text cannot cause
 * an endless loop.
 */
export const findTokenEnd = (text: string, from: number): number => {
  const first = text.charCodeAt(from);
  if (first === JSON_SIGNS.quote) return findStringEnd(text, from);
  if (isPunctuation(first)) return from + 1;
  let at = from + 1;
  while (at < text.length && !isWordEnd(text.charCodeAt(at))) at++;
  return at;
};

const isWordEnd = (code: number): boolean =>
  code === JSON_SIGNS.quote || isSpace(code) || isPunctuation(code);

/** Returns the end of the string that starts at `from`; the length of the text when it is not closed. */
export const findStringEnd = (text: string, from: number): number => {
  // `indexOf` runs natively, and bodies consist mostly of long strings.
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === JSON_SIGNS.backslash) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
};

/** Returns the end of the value that starts at `from`, however deeply it is nested. */
export const findValueEnd = (text: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < text.length; at = skipSpace(text, at)) {
    const sign = text[at];
    at = findTokenEnd(text, at);
    if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') depth--;
    if (depth <= 0) return at;
  }
  return text.length;
};

/** Returns the tokens of a JSON text without space between them, on one line. */
export const stripJsonSpace = (text: string): string => {
  const tokens: string[] = [];
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const end = findTokenEnd(text, at);
    tokens.push(text.slice(at, end));
    at = skipSpace(text, end);
  }
  return tokens.join('');
};

/**
 * Escapes DEL and C1 control characters in a JSON text. JSON allows them in strings, but a terminal would
 * obey them. The value stays the same.
 */
export const escapeC1Controls = (json: string): string =>
  json.replace(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
