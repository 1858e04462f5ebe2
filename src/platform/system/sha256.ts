import { createHash } from 'node:crypto';
import { releaseSignals } from './release-signals.ts';

/**
 * Returns the SHA-256 digest of a text or of bytes in hexadecimal. For content of 64 KiB or more, it first calls
 * `releaseSignals`, so that Ctrl-C can end the process during the computation.
 */
export const computeSha256 = (content: string | Uint8Array): string => {
  releaseSignals(content.length);
  return createHash('sha256').update(content).digest('hex');
};

/** The size in bytes of a text or file and its SHA-256 digest in hexadecimal. */
export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Returns the size and the SHA-256 digest of bytes. */
export const digestBytes = (bytes: Uint8Array): FileDigest => ({
  bytes: bytes.length,
  sha256: computeSha256(bytes),
});

/** Returns the SHA-256 digest of a text in base64, as a content security policy uses it. */
export const computeSha256Base64 = (text: string): string =>
  createHash('sha256').update(text).digest('base64');
