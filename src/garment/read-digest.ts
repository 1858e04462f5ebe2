/** A short digest of what was read of a garment, printed on each page of its sheet. */

import { canonicalizeJson } from '../platform/json/canonicalize-json.ts';
import { serializeJson } from '../platform/json/parse-json.ts';
import { computeSha256Fast } from '../platform/system/fast-sha256.ts';

/** The bodies of one read; undefined for a body that was not read. */
export interface GarmentRead {
  readonly graph: unknown;
  readonly brief: unknown;
  readonly trust: unknown;
  readonly confirmations: unknown;
}

const DIGEST_LENGTH = 10;

/** Returns the digest of a read, for example `3f9a12c4e0`. Spaces and the order of members do not count. */
export const computeReadDigest = ({ graph, brief, trust, confirmations }: GarmentRead): string =>
  computeSha256Fast(
    [graph, brief, trust, confirmations]
      .map((body) => (body === undefined ? '' : canonicalizeJson(serializeJson(body))))
      .join('\0'),
  ).slice(0, DIGEST_LENGTH);
