import everyday from './data/everyday.json' with { type: 'json' };
import type { GarmentRecipe } from './generate-garment.ts';
import { computeChance } from './seeded-random.ts';

/** An everyday design. There are enough of them for a list of several pages. */
export interface EverydayDesign {
  /** The creation time. */
  readonly at: string;
  readonly name: string;
  readonly category?: string;
  readonly minted?: string;
  readonly family: string;
}

/**
 * The designs of the designer, newest first. Three share one creation time at the end of a page of twenty,
 * two share another, and two share a name: each is a difficult case for lists and for lookups by name.
 */
export const EVERYDAY_DESIGNS: readonly EverydayDesign[] = everyday.designer;
/** The designs of the other owner. Their ids answer 404 to the designer. */
export const OTHER_OWNER_DESIGNS: readonly EverydayDesign[] = everyday.other;

/** Creates the recipe of a small garment. Its numbers depend on the seed. */
export const createEverydayRecipe = (design: EverydayDesign, seed: string): GarmentRecipe => {
  const between = (from: number, to: number, word: string) =>
    from + Math.floor(computeChance(seed, word) * (to - from + 1));
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
  const settled = 0.4 + 0.35 * computeChance(seed, 'settled');
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
