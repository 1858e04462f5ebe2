import { escapeOf, FROM_RIGHT, UNSEEN, UNSEEN_IN_TEXT } from './unseen.ts';

/** Colours as toile writes them, and nothing else that begins with ESC; or a sign that nobody sees. */
const SPOKEN_FOR = new RegExp(`\\u001b\\[[0-9;]{0,20}m|${UNSEEN_IN_TEXT.source}`, 'gu');
const [FIRST, LAST] = ['\u2068', '\u2069'];

/**
 * One line of text that cannot move the cursor, set a title, hide or reorder its surroundings. Tab and line breaks
 * stay visible as signs, since they mean something in pasted text.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/\r\n?|[\n\u2028\u2029]/g, '⏎')
    .replace(/\t/g, '⇥')
    .replace(UNSEEN, (sign) => (/\p{Surrogate}/u.test(sign) ? '\ufffd' : ''));

/** A mark, or a change of colour, which only comes with another value: what is behind it stands on its own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes are what is looked for
const APART = /^[=~?!]$|\u001b/;

/**
 * Right-to-left text set apart, so that it cannot pull its neighbours along: a mark before it stays before it.
 * Takes no columns.
 */
export const isolate = (text: string): string => {
  if (!FROM_RIGHT.test(text)) return text;
  const words = text.split(' ');
  const out: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const letter = word.search(FROM_RIGHT);
    if (letter < 0) {
      out.push(word);
      continue;
    }
    let last = at;
    for (let next = at + 1; next < words.length && !APART.test(words[next] ?? ''); next += 1) {
      if (FROM_RIGHT.test(words[next] ?? '')) last = next;
    }
    const run = [word.slice(letter), ...words.slice(at + 1, last + 1)].join(' ');
    out.push(`${word.slice(0, letter)}\u2068${run}\u2069`);
    at = last;
  }
  return out.join(' ');
};

/**
 * The last door before a screen, whatever wrote the text: of escape codes only colours pass, and every other sign that
 * nobody sees is spelled out (`\\u202e`). JSON means the same after it.
 */
export const forScreen = (text: string): string => {
  if (text.search(UNSEEN_IN_TEXT) < 0) return text;
  /** Words that are set apart by a pair on one line stay so. */
  let isApart = false;
  return text.replace(SPOKEN_FOR, (sign, at: number) => {
    if (sign.length > 2) return sign;
    if (sign === LAST && isApart) {
      isApart = false;
      return sign;
    }
    if (sign === FIRST && !isApart) {
      const line = text.indexOf('\n', at);
      const [next, last] = [text.indexOf(FIRST, at + 1), text.indexOf(LAST, at)];
      isApart = last > 0 && !(line >= 0 && line < last) && !(next >= 0 && next < last);
      if (isApart) return sign;
    }
    return escapeOf(sign);
  });
};
