/**
 * Computes short digests of a read (the bodies of a garment at one time). A digest is printed on each page, so that
 * `toile which` finds the read from which a page was made. Reads with the same values have the same digest: spaces and
 * the order of members do not matter, but the order of a list and the spelling of a number do.
 */

import { toCanonicalJson } from '../platform/json/canonicalize-json.ts';
import { computeSha256 } from '../platform/system/sha256.ts';
import type { BodyKind } from './body-kind.ts';

/**
 * The names of the bodies of a garment that are read together. The digest of the garment includes them in this order.
 */
export const READ_BODIES = ['graph', 'brief', 'trust', 'confirmations'] as const;

/**
 * A record with one member for each of the four bodies of a garment. The member contains the body, or a value computed
 * from it, such as its digest. It is undefined for a body that was not read.
 */
export type GarmentRead<T = unknown> = Readonly<Record<(typeof READ_BODIES)[number], T | undefined>>;

/** Maps each kind of body to the name of its member in `GarmentRead`, for example `tailor-brief` to `brief`. */
export const BODY_MEMBERS = {
  graph: 'graph',
  'tailor-brief': 'brief',
  'design-trust': 'trust',
  confirmations: 'confirmations',
} as const satisfies Readonly<Record<BodyKind, keyof GarmentRead>>;

/**
 * The number of hexadecimal digits of a digest. 12 digits are 48 bits. Among a million different data sets, the chance
 * that any two have the same digest is about 1 in 500.
 */
const DIGEST_LENGTH = 12;

const shortenDigest = (parts: readonly string[]): string =>
  computeSha256(parts.join('\n')).slice(0, DIGEST_LENGTH);

/**
 * Returns the full SHA-256 digest of a body in hexadecimal. The manifest of a pulled folder has the same digest for the
 * file of this body, because pulled files are stored in the same canonical form.
 */
export const computeBodyDigest = (body: unknown): string => computeSha256(toCanonicalJson(body));

/**
 * Returns the short digest of all bodies of a garment that were read together. `digests` has the full digests of these
 * bodies.
 */
export const joinBodyDigests = (digests: GarmentRead<string>): string =>
  shortenDigest(READ_BODIES.map((name) => `${name} ${digests[name] ?? ''}`));

/**
 * Returns the short digest of the data of a garment, for example `3f9a12c4e07b`. It is computed from the bodies that
 * were read: graph, brief, Design Trust and confirmations.
 */
export const computeReadDigest = ({ graph, brief, trust, confirmations }: GarmentRead): string => {
  const compute = (body: unknown) => (body === undefined ? undefined : computeBodyDigest(body));
  return joinBodyDigests({
    graph: compute(graph),
    brief: compute(brief),
    trust: compute(trust),
    confirmations: compute(confirmations),
  });
};

/** Returns the short digest of a pulled folder from the paths and full digests of its files. Their order is ignored. */
export const joinFileDigests = (files: Iterable<readonly [path: string, digest: string]>): string =>
  shortenDigest(['folder', ...[...files].map(([path, digest]) => `${path} ${digest}`).toSorted()]);
