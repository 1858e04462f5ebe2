/** Reads the counts of Design Trust by name, so that many designs can be compared in columns. */

import { isCountValue, readDesignTrust } from './design-trust.ts';
import { countLeftOut, findLeftOut, type LeftOut } from './left-out.ts';
import { listQualifiers } from './stated-value.ts';
import type { Value } from './value.ts';

/** The counts of one Design Trust body by name, and what is left out of them. */
export interface TrustCounts {
  /** The counts as in the body, for example `callouts.rows` and `confidence.high`. A repeated name becomes `name#2`. */
  readonly counts: Readonly<Record<string, unknown>>;
  /** Values of the body that are not plain counts, and other members of counts, such as a basis. */
  readonly leftOut: readonly LeftOut[];
}

/** Returns true for a count that has neither a unit nor qualifiers. */
const isBareCount = (entry: Value): boolean =>
  isCountValue(entry) && (entry.unit ?? null) === null && listQualifiers(entry).length === 0;

/** Returns true if a count has a provenance word other than `inferred`, the usual word of derived counts. */
const hasOtherProvenance = ({ state }: Value): boolean => state !== undefined && state !== 'inferred';

const numberDuplicates = (counts: readonly (readonly [string, Value])[]): ReadonlyMap<string, unknown> => {
  const found = new Map<string, unknown>();
  for (const [name, { value }] of counts) {
    let free = name;
    for (let at = 2; found.has(free); at++) free = `${name}#${at}`;
    found.set(free, value);
  }
  return found;
};

/** Reads the counts of a Design Trust body of any shape by name. All other content is counted as left out. */
export const readTrustCounts = (body: unknown): TrustCounts => {
  const { rows, confidence, rest, others } = readDesignTrust(body);
  const named = [
    ...rows.flatMap(({ name, cells }) =>
      [...cells].map(([cell, entry]) => [`${name}.${cell}`, entry] as const),
    ),
    ...confidence.map(({ name, value }) => [`confidence.${name}`, value] as const),
    ...rest.map((entry) => [entry.path, entry] as const),
  ];
  const counts = named.filter(([, entry]) => isBareCount(entry));
  const shown = new Set(counts.map(([, entry]) => entry));
  return {
    counts: Object.fromEntries(numberDuplicates(counts)),
    leftOut: [
      ...findLeftOut([...named.map(([, entry]) => entry), ...others], (entry) =>
        shown.has(entry) ? ['value'] : [],
      ),
      ...countLeftOut(
        'state of a count',
        counts.flatMap(([name, entry]) => (hasOtherProvenance(entry) ? [name] : [])),
      ),
    ],
  };
};
