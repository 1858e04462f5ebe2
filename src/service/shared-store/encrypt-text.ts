import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const [IV, TAG] = [12, 16];

/** Encrypts a text for one field. It can be decrypted only with the key and only for the same field. */
export const encryptText = (text: string, key: Uint8Array, place: string): string => {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
};

/** Decrypts a text; undefined if it was not encrypted for that field. */
export const decryptText = (text: string, key: Uint8Array, place: string): string | undefined => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < IV + TAG) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV), { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(IV, IV + TAG)).setAAD(Buffer.from(place));
    return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};
