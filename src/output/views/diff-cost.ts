/** Sorts the changes of a season by what they cost when they are overlooked. */

import { CHANGE_CLASSES, type ChangeClass } from '../../garment/change-words.ts';
import type { BodyChange } from '../../garment/compare-bodies.ts';
import type { DiffDesign } from './diff.ts';

/**
 * Returns the rank of a design by its most costly change. A whole design that was added or removed ranks
 * first; withheld changes rank last.
 */
const computeDesignCost = ({ word, changes }: DiffDesign): number =>
  word !== '' ? 0 : Math.min(99, ...changes.filter(({ withheld }) => !withheld).map((it) => it.class));

/** Sorts designs by their most costly change. The bodies of one design stay together. */
export const sortDesignsByCost = (designs: readonly DiffDesign[]): readonly DiffDesign[] => {
  const costs = new Map<string, number>();
  const keyOf = ({ id, garment_id }: DiffDesign): string => id ?? garment_id ?? '';
  for (const design of designs)
    costs.set(keyOf(design), Math.min(costs.get(keyOf(design)) ?? 99, computeDesignCost(design)));
  const places = new Map([...costs.keys()].map((key, at) => [key, at] as const));
  return designs.toSorted(
    (a, b) =>
      (costs.get(keyOf(a)) ?? 0) - (costs.get(keyOf(b)) ?? 0) ||
      (places.get(keyOf(a)) ?? 0) - (places.get(keyOf(b)) ?? 0),
  );
};

interface RankedChange {
  readonly design: DiffDesign;
  readonly change: BodyChange;
}

/** Groups the changes of all designs by class; withheld changes are the last group. */
export const groupChangesByClass = (
  designs: readonly DiffDesign[],
): readonly {
  readonly rank: ChangeClass | null;
  readonly title: string;
  readonly rows: readonly RankedChange[];
}[] => {
  const all = designs.flatMap((design) => design.changes.map((change) => ({ design, change })));
  const ranks = Object.keys(CHANGE_CLASSES).map((key) => Number(key) as ChangeClass);
  const ranked = ranks.map((rank) => ({
    rank,
    title: CHANGE_CLASSES[rank],
    rows: all.filter(({ change }) => change.class === rank && !change.withheld),
  }));
  const kept = all.filter(({ change }) => change.withheld);
  const last = { rank: null, title: 'kept back: the other profile does not hold it', rows: kept };
  return [...ranked, last].filter(({ rows }) => rows.length > 0);
};
