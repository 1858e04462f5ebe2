import { describe, expect, it } from 'vitest';
import { computeBodyDigest, computeReadDigest, joinFileDigests } from '../../src/garment/read-digest.ts';
import { canonicalizeJson } from '../../src/platform/json/canonicalize-json.ts';
import { isRecord, toJsonText } from '../../src/platform/json/json-values.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';

import { computeSha256 } from '../../src/platform/system/sha256.ts';
import { anySmallGraph } from '../support/arbitrary-bodies.ts';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import fc from '../support/property.ts';

const NOTHING = { graph: undefined, brief: undefined, trust: undefined, confirmations: undefined };
const digestOf = (graph: unknown) => computeReadDigest({ ...NOTHING, graph });

/** The same values, with the members of each object in the opposite order. */
const reverseMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reverseMembers);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, reverseMembers(item)]),
  );
};

describe('the digest of a read', () => {
  it('is the same for the same values in another order of members', () => {
    fc.assert(
      fc.property(anySmallGraph, (body) => {
        expect(digestOf(reverseMembers(body))).toBe(digestOf(body));
      }),
    );
  });

  it('differs where the canonical texts differ', () => {
    fc.assert(
      fc.property(anySmallGraph, anySmallGraph, (one, other) => {
        const text = (body: unknown) => canonicalizeJson(toJsonText(body));
        expect(digestOf(one) === digestOf(other)).toBe(text(one) === text(other));
      }),
    );
    expect(new Set(FOREIGN_BODIES.map(({ value }) => digestOf(value))).size).toBe(FOREIGN_BODIES.length);
  });

  it('differs for another spelling of a number, another order of a list, and another body of the read', () => {
    const graphs = ['{"a": 56}', '{"a": 56.0}', '{"a": [1, 2]}', '{"a": [2, 1]}', 'null'].map(parseJson);
    const digests = [
      ...graphs.map(digestOf),
      ...(['brief', 'trust', 'confirmations'] as const).map((name) =>
        computeReadDigest({ ...NOTHING, [name]: graphs[0] }),
      ),
      computeReadDigest(NOTHING),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('is made of the digests that a pulled folder records', () => {
    for (const { text, value } of FOREIGN_BODIES)
      expect(computeBodyDigest(value)).toBe(computeSha256(canonicalizeJson(text)));
  });

  it('of a folder ignores the order of its files', () => {
    const files = [
      ['a/graph.json', '1'],
      ['b/graph.json', '2'],
    ] as const;
    expect(joinFileDigests(files)).toBe(joinFileDigests(files.toReversed()));
    expect(joinFileDigests(files)).not.toBe(joinFileDigests([]));
  });
});
