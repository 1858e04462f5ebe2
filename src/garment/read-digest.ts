/**
 * Short digests of a read, printed on each page, so that `toile which` finds the read that a page was made
 * from. Reads with the same values have the same digest. Spaces and the order of members are ignored; the order
 * of a list and the spelling of a number are not.
 */

import { canonicalizeJson } from '../platform/json/canonicalize-json.ts';
import { toJsonText } from '../platform/json/json-values.ts';
import { computeSha256Fast } from '../platform/state/cached-names.ts';
import type { BodyKind } from './body-kind.ts';

/** The bodies of a garment, in the order in which a digest includes them. */
const READ_BODIES = ['graph', 'brief', 'trust', 'confirmations'] as const;

/**
 * The four bodies of one read, or one value for each body, such as its digest. Undefined for a body that was
 * not read.
 */
export type GarmentRead<T = unknown> = Readonly<Record<(typeof READ_BODIES)[number], T | undefined>>;

/** The name of the member of `GarmentRead` for each resource. */
export const BODY_MEMBERS = {
  graph: 'graph',
  'tailor-brief': 'brief',
  'design-trust': 'trust',
  confirmations: 'confirmations',
} as const satisfies Readonly<Record<BodyKind, keyof GarmentRead>>;

/**
 * In hexadecimal digits, so 48 bits: among a million reads, two have equal digests with a chance of about 1 in
 * 500.
 */
const DIGEST_LENGTH = 12;

const shortenDigest = (parts: readonly string[]): string =>
  computeSha256Fast(parts.join('\n')).slice(0, DIGEST_LENGTH);

/** Returns the full digest of a body, the same that a pulled folder records for its file. */
export const computeBodyDigest = (body: unknown): string =>
  computeSha256Fast(canonicalizeJson(toJsonText(body)));

/** Returns the digest of a read from the full digests of its bodies. */
export const joinBodyDigests = (digests: GarmentRead<string>): string =>
  shortenDigest(READ_BODIES.map((name) => `${name} ${digests[name] ?? ''}`));

/** Returns the digest of a read, for example `3f9a12c4e07b`. */
export const computeReadDigest = (read: GarmentRead): string => {
  const compute = (body: unknown): string | undefined =>
    body === undefined ? undefined : computeBodyDigest(body);
  return joinBodyDigests({
    graph: compute(read.graph),
    brief: compute(read.brief),
    trust: compute(read.trust),
    confirmations: compute(read.confirmations),
  });
};

/** Returns the digest of a whole folder from the paths and full digests of its files, in any order. */
export const joinFileDigests = (files: Iterable<readonly [path: string, digest: string]>): string =>
  shortenDigest(['folder', ...[...files].map(([path, digest]) => `${path} ${digest}`).toSorted()]);
