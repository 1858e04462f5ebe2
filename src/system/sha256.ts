import { createHash } from 'node:crypto';
import { releaseSignals } from './release-signals.ts';

/** In hexadecimal. */
export const sha256 = (content: string | Uint8Array): string => {
  releaseSignals(content.length);
  return createHash('sha256').update(content).digest('hex');
};
