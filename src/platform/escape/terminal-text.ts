import {
  escapeCharacter,
  INVISIBLE_CHARACTERS,
  INVISIBLE_IN_TEXT,
  RTL_CHARACTERS,
} from './invisible-characters.ts';

/**
 * Matches what `sanitizeForTerminal` examines in a text: colour codes and the line breaks of CSV, which it keeps, and
 * invisible characters, which it escapes.
 */
const ALLOWED_OR_INVISIBLE = new RegExp(`\\u001b\\[[0-9;]{0,20}m|\\r\\n|${INVISIBLE_IN_TEXT.source}`, 'gu');
const [ISOLATE_START, ISOLATE_END] = ['\u2068', '\u2069'];

/**
 * Returns the text as one line that cannot move the cursor, set the window title or reorder the text around it. Tabs
 * and line breaks become visible characters (`⇥`, `⏎`), and lone surrogates become U+FFFD. Other invisible characters
 * are removed.
 */
export const toSingleLine = (text: string): string =>
  // Most texts contain only printable ASCII characters and need no replacement.
  /^[ -~]*$/.test(text)
    ? text
    : text
        .replace(/\r\n?|[\n\u2028\u2029]/g, '⏎')
        .replace(/\t/g, '⇥')
        .replace(INVISIBLE_CHARACTERS, (sign) => (/\p{Surrogate}/u.test(sign) ? '\ufffd' : ''));

/**
 * Matches a word that ends a run of right-to-left words and is not part of it: a provenance mark, such as `=`, or a
 * word with a colour code.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the escape character of colour codes
const ISOLATION_END = /^[=~?!]$|\u001b/;

/**
 * Encloses each run of right-to-left words in the Unicode characters U+2068 and U+2069 (an isolate), so that it does
 * not reorder neighbouring words. A provenance mark before a run stays outside. The two characters take no columns on
 * the terminal.
 */
export const wrapRtlText = (text: string): string => {
  if (!RTL_CHARACTERS.test(text)) return text;
  const words = text.split(' ');
  const out: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const letter = word.search(RTL_CHARACTERS);
    if (letter < 0) {
      out.push(word);
      continue;
    }
    let runEnd = at;
    for (let next = at + 1; next < words.length && !ISOLATION_END.test(words[next] ?? ''); next += 1) {
      if (RTL_CHARACTERS.test(words[next] ?? '')) runEnd = next;
    }
    const run = [word.slice(letter), ...words.slice(at + 1, runEnd + 1)].join(' ');
    out.push(`${word.slice(0, letter)}\u2068${run}\u2069`);
    at = runEnd;
  }
  return out.join(' ');
};

/**
 * Returns text that is safe to print. Colour codes, tabs, line breaks (`\n` and `\r\n`) and complete isolates (pairs of
 * marks around text of another writing direction) stay. Every other invisible character is escaped, for example as
 * `\u202e`. If the text is JSON, its parsed value stays the same.
 */
export const sanitizeForTerminal = (text: string): string => {
  if (text.search(INVISIBLE_IN_TEXT) < 0) return text;
  /**
   * True inside a Unicode isolate (text between a start mark and an end mark) that ends on the same line. The two marks
   * of such an isolate are not escaped.
   */
  let isInIsolate = false;
  return text.replace(ALLOWED_OR_INVISIBLE, (sign, at: number) => {
    if (sign.length > 2 || sign === '\r\n') return sign;
    if (sign === ISOLATE_END && isInIsolate) {
      isInIsolate = false;
      return sign;
    }
    if (sign === ISOLATE_START && !isInIsolate) {
      const lineEnd = text.indexOf('\n', at);
      const [next, end] = [text.indexOf(ISOLATE_START, at + 1), text.indexOf(ISOLATE_END, at)];
      isInIsolate = end > 0 && !(lineEnd >= 0 && lineEnd < end) && !(next >= 0 && next < end);
      if (isInIsolate) return sign;
    }
    return escapeCharacter(sign);
  });
};
