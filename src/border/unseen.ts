/** Signs that nobody sees and that yet do something, by what they do. One table for every door. */

/** Control characters of C0 and C1, tab and line breaks among them. */
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f`;
/** Embeddings, overrides, isolates and marks of direction: they move what stands around them. */
const TURNING = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
/**
 * Signs without width that make two names look the same, or hide words: zero-width spaces and joins, fillers,
 * invisible operators, interlinear marks, tags, the byte order mark. Not U+200C and U+200D, which Persian and emoji
 * are written with, nor selectors of variants.
 */
const HIDING = String.raw`\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}`;

/** Halves of characters that no other half belongs to. By its name this property would take longer to look up. */
const HALVES = String.raw`\ud800-\udfff`;

/** Each such sign, one a match. */
export const UNSEEN = new RegExp(`[${CONTROLS}${TURNING}${HIDING}${HALVES}]`, 'gu');
/** The same, without tab and line feed. */
export const UNSEEN_IN_TEXT = /* @__PURE__ */ new RegExp(
  `[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${TURNING}${HIDING}${HALVES}]`,
  'gu',
);

/** Letters and figures of scripts that are written from the right: they pull along what stands beside them. */
export const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const RUNS = new RegExp(`(?:${UNSEEN.source})+`, 'gu');

/** With a space in place of each run of them. */
export const spaced = (text: string): string => text.replace(RUNS, ' ');

/** `\u202e`, `\u{e0041}` as two halves: the escape that JSON, shells and people read alike. */
export const escapeOf = (sign: string): string =>
  Array.from(
    { length: sign.length },
    (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Whether a text holds none of them. */
export const isPlain = (text: string): boolean => text.search(UNSEEN) < 0;
