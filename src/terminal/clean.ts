/** The only room that knows a terminal. This file: what of a foreign string may reach one. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Marks that reorder or hide text: bidi embeddings, overrides and isolates, and the byte order mark. */
const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** A mark, or a change of colour, which only comes with another value: what is behind it stands on its own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes are what is looked for
const APART = /^[=~?!]$|\u001b/;

/**
 * One line of text that cannot move the cursor, set a title or reorder its surroundings.
 * Tab and line breaks stay visible as signs, since they mean something in pasted text.
 */
export const clean = (text: string): string =>
  text
    .replace(/\r\n?|[\n\u2028\u2029]/g, '⏎')
    .replace(/\t/g, '⇥')
    .replace(CONTROLS, '')
    .replace(REORDERING, '')
    .replace(LONE_SURROGATE, '\ufffd');

/**
 * Right-to-left text set apart, so that it cannot pull its neighbours along: a mark before it stays before it.
 * Takes no columns.
 */
export const isolate = (text: string): string => {
  if (!RIGHT_TO_LEFT.test(text)) return text;
  const words = text.split(' ');
  const out: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const letter = word.search(RIGHT_TO_LEFT);
    if (letter < 0) {
      out.push(word);
      continue;
    }
    let last = at;
    for (let next = at + 1; next < words.length && !APART.test(words[next] ?? ''); next += 1) {
      if (RIGHT_TO_LEFT.test(words[next] ?? '')) last = next;
    }
    const run = [word.slice(letter), ...words.slice(at + 1, last + 1)].join(' ');
    out.push(`${word.slice(0, letter)}\u2068${run}\u2069`);
    at = last;
  }
  return out.join(' ');
};
