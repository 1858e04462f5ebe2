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
