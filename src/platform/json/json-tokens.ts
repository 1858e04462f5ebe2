/** Finds the tokens of a JSON text, so that it can be cut and indented without changing a token. */

/** Returns true for the code of JSON white space. */
export const isSpace = (code: number): boolean =>
  code <= 0x20 && (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09);
const isSign = (code: number): boolean => SIGNS[code] === 1;

/** A table by character code: 1 for `, : [ ] { }`, otherwise 0. */
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(',:[]{}'.includes(String.fromCharCode(code))),
);
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Returns the position of the first character from `from` on that is not JSON white space. */
export const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
};

/** Returns the position after the token at `from`. It always advances, so invalid text causes no endless loop. */
export const findTokenEnd = (text: string, from: number): number => {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return findStringEnd(text, from);
  if (isSign(first)) return from + 1;
  let at = from + 1;
  for (let code = text.charCodeAt(at); at < text.length; code = text.charCodeAt(++at))
    if (code === QUOTE || isSpace(code) || isSign(code)) break;
  return at;
};

/** Returns the position after the string that starts at `from`; the end of the text if no quote closes it. */
export const findStringEnd = (text: string, from: number): number => {
  // `indexOf` is faster than a loop over the characters, because bodies consist mostly of long strings.
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
};

const findValueEnd = (text: string, from: number): number => {
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

/** Returns a JSON text on one line, without the white space between its tokens. */
export const stripJsonSpace = (text: string): string => {
  const tokens: string[] = [];
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const end = findTokenEnd(text, at);
    tokens.push(text.slice(at, end));
    at = skipSpace(text, end);
  }
  return tokens.join('');
};

/** Returns the JSON escape of a UTF-16 code unit, for example `\u2028`. */
export const escapeJsonCharacter = (sign: string): string =>
  `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes DEL and C1 controls in JSON, because a terminal would obey them. The parsed value stays the same. */
export const escapeC1Controls = (json: string): string =>
  json.replace(/[\u007f-\u009f]/g, escapeJsonCharacter);

/**
 * Indents a JSON text by `indent` spaces for each level. Escapes, duplicate keys, numbers and the order of keys stay
 * unchanged. Control characters that a terminal would obey are escaped. The result ends with one line feed.
 */
export const indentJson = (text: string, indent = 2): string => {
  const out: string[] = [];
  let depth = 0;
  const breakLine = () => `\n${' '.repeat(indent * depth)}`;
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const end = findTokenEnd(text, at);
    const token = text.slice(at, end);
    at = skipSpace(text, end);
    if (token === '{' || token === '[') {
      const closing = token === '{' ? '}' : ']';
      if (text[at] === closing) {
        out.push(token, closing);
        at = skipSpace(text, at + 1);
      } else {
        depth++;
        out.push(token, breakLine());
      }
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1);
      out.push(breakLine(), token);
    } else if (token === ',') out.push(token, breakLine());
    else if (token === ':') out.push(': ');
    else out.push(token);
  }
  return escapeC1Controls(`${out.join('')}\n`);
};

/** A member of the top-level object. `start` and `end` are the positions of the text of its value. */
interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the JSON text of each item of the list in the top-level member `member`, unchanged. Of several members with
 * this name the last one is used, as in `parseJson`. Returns an empty list if the member is missing or is not a list.
 */
export const sliceListItems = (text: string, member: string): readonly string[] => {
  const array = locateMembers(text).findLast(({ key }) => key === member);
  if (array === undefined || text[array.start] !== '[') return [];
  const items: string[] = [];
  for (let at = skipSpace(text, array.start + 1); at < array.end - 1; ) {
    const end = findValueEnd(text, at);
    items.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return items;
};

/**
 * Replaces the values of members of the top-level object by the JSON texts in `replacements`. Returns the new text.
 * Duplicates are replaced too, and missing members are appended. All other characters stay unchanged.
 * @throws TypeError if the text is not an object.
 */
export const replaceMembers = (text: string, replacements: Readonly<Record<string, string>>): string => {
  const open = skipSpace(text, 0);
  if (text[open] !== '{') throw new TypeError('only an object has members to replace');
  const remaining = new Map(Object.entries(replacements));
  const absent = new Set(remaining.keys());
  const present = locateMembers(text);
  let out = '';
  let copied = 0;
  for (const { key, start, end } of present) {
    const replacement = remaining.get(key);
    if (replacement === undefined) continue;
    out += text.slice(copied, start) + replacement;
    copied = end;
    absent.delete(key);
  }
  if (absent.size === 0) return out + text.slice(copied);
  const lastEnd = present.at(-1)?.end ?? open + 1;
  const added = [...absent].map((key) => `${JSON.stringify(key)}:${remaining.get(key)}`).join(',');
  return `${out}${text.slice(copied, lastEnd)}${present.length > 0 ? ',' : ''}${added}${text.slice(lastEnd)}`;
};

const locateMembers = (text: string): readonly JsonMember[] => {
  const members: JsonMember[] = [];
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return members;
  for (at = skipSpace(text, at + 1); text[at] === '"'; ) {
    const keyEnd = findTokenEnd(text, at);
    const key: string = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = findValueEnd(text, start);
    members.push({ key, start, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return members;
};
