import { createHash } from 'node:crypto';
import { releaseSignals } from './release-signals.ts';

/** Returns the SHA-256 digest as hexadecimal text. */
export const computeSha256 = (content: string | Uint8Array): string => {
  releaseSignals(content.length);
  return createHash('sha256').update(content).digest('hex');
};
