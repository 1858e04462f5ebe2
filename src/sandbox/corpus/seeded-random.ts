/** Repeatable randomness: results depend on words only. */

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
