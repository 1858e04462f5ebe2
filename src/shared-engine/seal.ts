import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const [IV, TAG] = [12, 16];

/** Encrypts a text for one place: only a holder of the key can read or make it, and nowhere else is it valid. */
export const sealText = (text: string, key: Uint8Array, place: string): string => {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
};

/** The text that was sealed for that place; undefined for anything else. */
export const unsealText = (text: string, key: Uint8Array, place: string): string | undefined => {
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
