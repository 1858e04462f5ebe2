import { sha256 } from '@noble/hashes/sha2.js';

/** SHA-256 in hexadecimal of a few words, as Node's own gives it: loading that takes longer than a completion may. */
export const lightSha256 = (text: string): string => Buffer.from(sha256(Buffer.from(text))).toString('hex');
