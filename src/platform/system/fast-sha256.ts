import { sha256 } from '@noble/hashes/sha2.js';

/**
 * Returns the SHA-256 digest of a short text as hexadecimal. Loads faster than Node's crypto module, which
 * is too slow for completion.
 */
export const computeSha256Fast = (text: string): string =>
  Buffer.from(sha256(Buffer.from(text))).toString('hex');
