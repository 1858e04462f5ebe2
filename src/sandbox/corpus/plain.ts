import everyday from './data/everyday.json' with { type: 'json' };
import type { Recipe } from './grow.ts';
import { chance } from './seeded.ts';

/** A design of everyday work: enough of them that a list has pages. */
export interface Plain {
  /** When it was created. */
  readonly at: string;
  readonly name: string;
  readonly category?: string;
  readonly minted?: string;
  readonly family: string;
}

/**
 * Newest first. Three share one instant where a page of twenty ends, two share another, two are of one name:
 * each is a way in which a list or a lookup by name goes wrong.
 */
export const plain: readonly Plain[] = everyday.designer;
/** Designs of somebody else: their ids answer 404 to the designer, minted or not. */
export const foreign: readonly Plain[] = everyday.other;

/** Small garments, no two alike: the older the design, the more of it is settled. */
export const plainRecipe = (design: Plain, seed: string): Recipe => {
  const between = (from: number, to: number, word: string) =>
    from + Math.floor(chance(seed, word) * (to - from + 1));
  const kinds = {
    material: between(1, 2, 'material'),
    piece: between(3, 4, 'piece'),
    seam: between(2, 4, 'seam'),
    closure: 1,
    trim: between(1, 3, 'trim'),
    measurement: between(2, 5, 'measurement'),
    label: 2,
    construction_note: between(1, 3, 'note'),
    colourway: between(1, 2, 'colourway'),
  };
  const nodes = Object.values(kinds).reduce((sum, n) => sum + n, 1) + between(2, 5, 'edge');
  const values = nodes * 4 + between(0, 9, 'values');
  const settled = 0.4 + 0.35 * chance(seed, 'settled');
  const asserted = Math.round(values * settled);
  const inferred = Math.round((values - asserted) * 0.58);
  const category = design.category ?? 'not sorted';
  return {
    seed,
    family: design.family,
    title: design.name,
    category,
    sample: 'M',
    kinds,
    nodes,
    tally: [asserted, inferred, values - asserted - inferred],
    open: between(0, 8, 'open'),
    ...(design.family === 'knit' ? { without: ['grain', 'one_way', 'fused', 'drill_holes'] } : {}),
  };
};
