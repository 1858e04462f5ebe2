/** The counts of Design Trust by name, so that those of many designs can stand in columns. */

import type { Entry } from './entries.ts';
import { type LeftOut, leaving, notShown } from './left-out.ts';
import { qualifiers } from './stated.ts';
import { isCount, readTrust } from './trust.ts';

export interface TrustCounts {
  /** As the service gives them: `callouts.rows`, `confidence.high`, `unresolved`. A name that comes twice is numbered. */
  readonly counts: Readonly<Record<string, unknown>>;
  /** What of the body is no bare number, and what stands beside those that are. */
  readonly left: readonly LeftOut[];
}

const isBare = (entry: Entry): boolean =>
  isCount(entry) && (entry.unit ?? null) === null && qualifiers(entry).length === 0;

/** A count is derived, so that `inferred` says nothing about the garment; another word does. */
const saysMore = ({ state }: Entry): boolean => state !== undefined && state !== 'inferred';

const numbered = (counts: readonly (readonly [string, Entry])[]): ReadonlyMap<string, unknown> => {
  const found = new Map<string, unknown>();
  for (const [name, { value }] of counts) {
    let free = name;
    for (let at = 2; found.has(free); at++) free = `${name}#${at}`;
    found.set(free, value);
  }
  return found;
};

export const trustCounts = (body: unknown): TrustCounts => {
  const { rows, confidence, rest, others } = readTrust(body);
  const named = [
    ...rows.flatMap(({ name, cells }) =>
      [...cells].map(([cell, entry]) => [`${name}.${cell}`, entry] as const),
    ),
    ...confidence.map(({ name, entry }) => [`confidence.${name}`, entry] as const),
    ...rest.map((entry) => [entry.field, entry] as const),
  ];
  const counts = named.filter(([, entry]) => isBare(entry));
  const shown = new Set(counts.map(([, entry]) => entry));
  return {
    counts: Object.fromEntries(numbered(counts)),
    left: [
      ...notShown([...named.map(([, entry]) => entry), ...others], (entry) =>
        shown.has(entry) ? ['value'] : [],
      ),
      ...leaving(
        'state of a count',
        counts.flatMap(([name, entry]) => (saysMore(entry) ? [name] : [])),
      ),
    ],
  };
};
