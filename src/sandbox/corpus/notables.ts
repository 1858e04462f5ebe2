import garments from './data/garments.json' with { type: 'json' };
import { grow, type Recipe } from './grow.ts';
import type { Entry, Shapes } from './index.ts';
import type { Model } from './model.ts';
import { oxford } from './oxford.ts';
import { uuid } from './seeded.ts';

/** One garment as the data file has it; `house` is the number of a published one, which has no owner. */
interface Written {
  readonly id?: string;
  readonly house?: string;
  readonly name: string | null;
  readonly category: string | null;
  readonly minted?: string;
  readonly created_at: string;
  readonly shapes?: Readonly<Record<string, string | undefined>>;
  readonly recipe?: WrittenRecipe;
}

interface WrittenRecipe extends Omit<Recipe, 'title' | 'category' | 'tally' | 'omit'> {
  /** Where it is not the name. */
  readonly title?: string;
  readonly tally: Readonly<Record<'asserted' | 'inferred' | 'unstated', number>>;
  readonly omit?: string;
}

const WRITTEN: readonly Written[] = garments;

/** What has only just been created: nothing is in it, and nothing can be asked about it. */
const EMPTY: Model = { nodes: [], facts: [], open: [] };

const recipeOf = (recipe: WrittenRecipe, { name, category }: Written): Recipe => {
  const { omit, tally } = recipe;
  return {
    title: name ?? '',
    category: category ?? '',
    ...recipe,
    tally: [tally.asserted, tally.inferred, tally.unstated],
    omit: omit === undefined ? undefined : new RegExp(omit, 'i'),
  };
};

const oneOf = <T extends string>(known: readonly T[], word: string | undefined): T | undefined => {
  const found = known.find((one) => one === word);
  if (word !== undefined && found === undefined)
    throw new RangeError(`${word} is none of ${known.join(', ')}`);
  return found;
};

const shapesOf = ({ graph, brief, trust, confirmations }: NonNullable<Written['shapes']>): Shapes => ({
  graph: oneOf(['nested', 'flat'], graph),
  brief: oneOf(['keys', 'list', 'values'], brief),
  trust: oneOf(['facts', 'plain', 'rows'], trust),
  confirmations: oneOf(['facts', 'about'], confirmations),
});

/** The garments that are each odd in a way of their own: empty, huge, unsaid, of odd name, id or shape. */
export const notables = (owner: string): Entry[] =>
  WRITTEN.map((written) => {
    const { house, name, category, minted, created_at, shapes = {}, recipe } = written;
    return {
      id: written.id ?? uuid('house', house ?? ''),
      owner: house === undefined ? owner : null,
      name,
      garment_category: category,
      sgg_garment_id: house === undefined ? (minted ?? null) : `GARM-${house}`,
      created_at,
      shapes: shapesOf(shapes),
      model: () => (recipe ? grow(recipeOf(recipe, written)) : house === undefined ? EMPTY : oxford()),
    };
  });
