/** The changes of a season by what they cost when they are overlooked. */

import { type ChangeClass, CLASSES } from '../garment/change.ts';
import type { DiffDesign } from './diff.ts';
import type { DiffChange } from './diff-changes.ts';

/** A whole design that came or went is before all else; what a profile keeps back is behind it. */
const costOf = ({ word, changes }: DiffDesign): number =>
  word !== '' ? 0 : Math.min(99, ...changes.filter(({ withheld }) => !withheld).map((it) => it.class));

/** The designs with the dearest change first; the reads of one design stay together, and the order within them. */
export const dearestFirst = (designs: readonly DiffDesign[]): readonly DiffDesign[] => {
  const costs = new Map<string, number>();
  const keyOf = ({ id, garment_id }: DiffDesign): string => id ?? garment_id ?? '';
  for (const design of designs)
    costs.set(keyOf(design), Math.min(costs.get(keyOf(design)) ?? 99, costOf(design)));
  const places = new Map([...costs.keys()].map((key, at) => [key, at] as const));
  return designs.toSorted(
    (a, b) =>
      (costs.get(keyOf(a)) ?? 0) - (costs.get(keyOf(b)) ?? 0) ||
      (places.get(keyOf(a)) ?? 0) - (places.get(keyOf(b)) ?? 0),
  );
};

interface Ranked {
  readonly design: DiffDesign;
  readonly change: DiffChange;
}

/** All changes of one class, whatever design they are of; what is kept back comes last, by itself. */
export const byClass = (
  designs: readonly DiffDesign[],
): readonly {
  readonly rank: ChangeClass | null;
  readonly title: string;
  readonly rows: readonly Ranked[];
}[] => {
  const all = designs.flatMap((design) => design.changes.map((change) => ({ design, change })));
  const ranks = Object.keys(CLASSES).map((key) => Number(key) as ChangeClass);
  const ranked = ranks.map((rank) => ({
    rank,
    title: CLASSES[rank],
    rows: all.filter(({ change }) => change.class === rank && !change.withheld),
  }));
  const kept = all.filter(({ change }) => change.withheld);
  const last = { rank: null, title: 'kept back: the other profile does not hold it', rows: kept };
  return [...ranked, last].filter(({ rows }) => rows.length > 0);
};
