/** The credential, every form in which it travels back from a server that it was sent to, and a search for it. */

/** With signs that an address has to encode. Nothing else in an attack looks like it. */
export const KEY = 'svc_sk_Kf9+Zq/7Qe=vR2xT8mLw3Yd5HbN6cJ1uGs4k';
const SECRET = KEY.slice('svc_sk_'.length);

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const half = Math.floor(KEY.length / 2);
const cutBy = (between: string): string => `${KEY.slice(0, half)}${between}${KEY.slice(half)}`;

/** What a server says that knows the key. The words around it place a cut of a long message inside of it. */
export const REFLECTED: readonly string[] = [
  KEY,
  `Authorization: Bearer ${KEY}`,
  base64(KEY),
  base64(`Bearer ${KEY}`),
  `Basic ${base64(`:${KEY}`)}`,
  `Basic ${base64(`me:${KEY}`)}`,
  Buffer.from(KEY).toString('base64url'),
  encodeURIComponent(KEY),
  encodeURIComponent(KEY).replace(/%../g, (code) => code.toLowerCase()),
  `?key=${encodeURIComponent(KEY)}&x=1`,
  cutBy('\n'),
  cutBy('\r\n '),
  cutBy(' '),
  cutBy('\u200b'),
  cutBy('\u001b[0m'),
  cutBy('\u0000'),
  `${'x'.repeat(480)} ${KEY}`,
  `${'x'.repeat(280)} ${KEY}`,
  `${'x'.repeat(980)} ${KEY}`,
  JSON.stringify({ authorization: `Bearer ${KEY}` }),
];

const WINDOW = 12;
const STEP = 4;
const windowsOf = (text: string): readonly string[] => {
  const found: string[] = [];
  for (let at = 0; at + WINDOW <= text.length; at += STEP) found.push(text.slice(at, at + WINDOW));
  return found;
};

/** Base64 of the same bytes differs with what stands before them; what is cut off at the ends depends on others. */
const shifted = [0, 1, 2].map((before) => base64(`${'x'.repeat(before)}${SECRET}`).slice(4, -4));

const PIECES: readonly string[] = [
  SECRET,
  ...shifted,
  ...shifted.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  encodeURIComponent(SECRET),
].flatMap(windowsOf);

/** Escape codes, and whatever else may stand between two signs and not be seen. */
const BETWEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /\u001b\[[0-9;?]*[A-Za-z]|\\[nrt]|\\u00[01][0-9a-f]|\\u20[0-9a-f]{2}|[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff⏎⇥│|…]/g;

/** The piece of the key that a text holds in some form; undefined where it holds none of sixteen signs or more. */
export const keyIn = (text: string): string | undefined => {
  const plain = text.replaceAll('\\/', '/').replace(BETWEEN, '');
  const low = plain.toLowerCase();
  return PIECES.find(
    (piece) => plain.includes(piece) || (piece.includes('%') && low.includes(piece.toLowerCase())),
  );
};
