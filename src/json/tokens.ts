/** Answers into data formats: the text of a body is cut, laid out and projected without ever re-writing its tokens. */

/** The signs that JSON is made of, as char codes. */
export const SIGNS = {
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
  code === SIGNS.comma ||
  code === SIGNS.colon ||
  code === SIGNS.list ||
  code === SIGNS.listEnd ||
  code === SIGNS.object ||
  code === SIGNS.objectEnd;

/** Where the next token starts; the length of the text when none is left. */
export const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
};

/** Past the token that starts at `from`. Always moves on, so that no text, however broken, can hold a loop. */
export const tokenEnd = (text: string, from: number): number => {
  const first = text.charCodeAt(from);
  if (first === SIGNS.quote) return stringEnd(text, from);
  if (isPunctuation(first)) return from + 1;
  let at = from + 1;
  while (at < text.length && !endsWord(text.charCodeAt(at))) at++;
  return at;
};

const endsWord = (code: number): boolean => code === SIGNS.quote || isSpace(code) || isPunctuation(code);

/** Past the string that starts at `from`: the length of the text where it has no end. */
export const stringEnd = (text: string, from: number): number => {
  // indexOf runs natively, and long strings are what bodies are mostly made of.
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === SIGNS.backslash) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
};

/** Past the value that starts at `from`, however deep it goes. */
export const valueEnd = (text: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < text.length; at = skipSpace(text, at)) {
    const sign = text[at];
    at = tokenEnd(text, at);
    if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') depth--;
    if (depth <= 0) return at;
  }
  return text.length;
};

/** The same tokens with nothing between them: JSON that holds no line break. */
export const compact = (text: string): string => {
  const tokens: string[] = [];
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const end = tokenEnd(text, at);
    tokens.push(text.slice(at, end));
    at = skipSpace(text, end);
  }
  return tokens.join('');
};

/**
 * The same JSON with DEL and the C1 controls as escapes: its grammar allows them bare within strings, where
 * a terminal would obey them. The value is the same.
 */
export const escapeC1 = (json: string): string =>
  json.replace(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
