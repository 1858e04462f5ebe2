/** The credential, the forms in which a server may repeat it, and a search for it. */

/** Contains characters that URLs encode; no payload looks like it. */
export const KEY = 'svc_sk_Kf9+Zq/7Qe=vR2xT8mLw3Yd5HbN6cJ1uGs4k';
const SECRET = KEY.slice('svc_sk_'.length);

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
const KEY_MIDDLE = Math.floor(KEY.length / 2);
const splitKeyBy = (between: string): string =>
  `${KEY.slice(0, KEY_MIDDLE)}${between}${KEY.slice(KEY_MIDDLE)}`;

/** Texts with the key. Some have a prefix, so that a shortened message ends inside the key. */
export const REFLECTED_KEYS: readonly string[] = [
  KEY,
  `Authorization: Bearer ${KEY}`,
  toBase64(KEY),
  toBase64(`Bearer ${KEY}`),
  `Basic ${toBase64(`:${KEY}`)}`,
  `Basic ${toBase64(`me:${KEY}`)}`,
  Buffer.from(KEY).toString('base64url'),
  encodeURIComponent(KEY),
  encodeURIComponent(KEY).replace(/%../g, (code) => code.toLowerCase()),
  `?key=${encodeURIComponent(KEY)}&x=1`,
  splitKeyBy('\n'),
  splitKeyBy('\r\n '),
  splitKeyBy(' '),
  splitKeyBy('\u200b'),
  splitKeyBy('\u001b[0m'),
  splitKeyBy('\u0000'),
  `${'x'.repeat(480)} ${KEY}`,
  `${'x'.repeat(280)} ${KEY}`,
  `${'x'.repeat(980)} ${KEY}`,
  JSON.stringify({ authorization: `Bearer ${KEY}` }),
];

const WINDOW = 12;
const STEP = 4;
const listWindows = (text: string): readonly string[] => {
  const found: string[] = [];
  for (let at = 0; at + WINDOW <= text.length; at += STEP) found.push(text.slice(at, at + WINDOW));
  return found;
};

/** Base64 at the three alignments, without the ends, which depend on other bytes. */
const SHIFTED_BASE64 = [0, 1, 2].map((before) => toBase64(`${'x'.repeat(before)}${SECRET}`).slice(4, -4));

const PIECES: readonly string[] = [
  SECRET,
  ...SHIFTED_BASE64,
  ...SHIFTED_BASE64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  encodeURIComponent(SECRET),
].flatMap(listWindows);

/** Escape codes and invisible text between two characters. */
const BETWEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /\u001b\[[0-9;?]*[A-Za-z]|\\[nrt]|\\u00[01][0-9a-f]|\\u20[0-9a-f]{2}|[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff⏎⇥│|…]/g;

/** Returns a piece of the key in the text; undefined if it holds none of sixteen characters or more. */
export const findKeyPiece = (text: string): string | undefined => {
  const plain = text.replaceAll('\\/', '/').replace(BETWEEN, '');
  const low = plain.toLowerCase();
  return PIECES.find(
    (piece) => plain.includes(piece) || (piece.includes('%') && low.includes(piece.toLowerCase())),
  );
};
