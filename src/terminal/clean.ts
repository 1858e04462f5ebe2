/** The only room that knows a terminal. This file: what of a foreign string may reach one. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Marks that reorder or hide text: bidi embeddings, overrides and isolates, and the byte order mark. */
const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const RIGHT_TO_LEFT = '[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]';
const PLAIN = '[^\\s\\u001b]';
/** Words from the first right-to-left one to the last, as long as neither a mark nor a change of colour is between. */
const RUN = new RegExp(
  `${RIGHT_TO_LEFT}\\S*(?:(?: (?![=~?!] )${PLAIN}+)* ${PLAIN}*${RIGHT_TO_LEFT}\\S*)*`,
  'gu',
);

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
export const isolate = (text: string): string => text.replace(RUN, (run) => `\u2068${run}\u2069`);
