/** Returns that many random bytes. It is the only source of randomness in the sandbox. */
export type RandomBytes = (length: number) => Uint8Array;

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Creates a uuid, version 4. */
export const createUuid = (random: RandomBytes): string => {
  const bytes = Uint8Array.from(random(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Creates 256 random bits, as hex. */
export const createSecret = (random: RandomBytes): string => toHex(random(32));

/** Returns true for a text in the form of a uuid, in any case. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

/**
 * Returns a number from 0 up to 1 that depends on the words only, so that the order of requests changes no
 * body.
 */
export const computeChance = (...words: readonly (string | number)[]): number => {
  let hash = 0x811c9dc5;
  const text = words.join('/');
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
};

/** Picks an item by the words. Throws a RangeError for an empty list. */
export const pickSeeded = <T>(from: readonly T[], ...words: readonly (string | number)[]): T => {
  const found = from[Math.floor(computeChance(...words) * from.length)];
  if (found === undefined) throw new RangeError('nothing to pick from');
  return found;
};

/** Creates a uuid, version 4, from the words. */
export const createSeededUuid = (...words: readonly (string | number)[]): string => {
  const hex = (salt: number) =>
    Math.floor(computeChance(...words, salt) * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c, d] = [hex(1), hex(2), hex(3), hex(4)] as [string, string, string, string];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
};
