/**
 * Short digests of what was read, printed on each page, so that `toile which` can tell which read a paper is
 * of. Reads with the same values have the same digest: the order of members and spaces do not count. The
 * order of a list does, because the page follows it, and so does the spelling of a number.
 */

import { canonicalizeJson } from '../platform/json/canonicalize-json.ts';
import { toJsonText } from '../platform/json/json-values.ts';
import { computeSha256Fast } from '../platform/state/cached-names.ts';
import type { BodyKind } from './body-kind.ts';

/** The bodies of a garment, in the order of a digest. */
const READ_BODIES = ['graph', 'brief', 'trust', 'confirmations'] as const;

/** The bodies of one read, or something of each of them; undefined for a body that was not read. */
export type GarmentRead<T = unknown> = Readonly<Record<(typeof READ_BODIES)[number], T | undefined>>;

/** The member of a read for each resource. */
export const BODY_MEMBERS = {
  graph: 'graph',
  'tailor-brief': 'brief',
  'design-trust': 'trust',
  confirmations: 'confirmations',
} as const satisfies Readonly<Record<BodyKind, keyof GarmentRead>>;

/** 48 bits: among a million reads, two equal digests are as likely as 1 in 500. */
const DIGEST_LENGTH = 12;

const shortenDigest = (parts: readonly string[]): string =>
  computeSha256Fast(parts.join('\n')).slice(0, DIGEST_LENGTH);

/** Returns the full digest of a body. It is the one that a pulled folder records of its file. */
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
