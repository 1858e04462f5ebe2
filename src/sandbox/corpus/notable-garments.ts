import garments from './data/garments.json' with { type: 'json' };
import { type GarmentRecipe, generateGarment } from './generate-garment.ts';
import { createOxfordModel } from './oxford.ts';
import type { BodyShapes, GarmentEntry } from './sample-garments.ts';
import type { SampleModel } from './sample-model.ts';
import { createSeededUuid } from './seeded-random.ts';

/** A garment of the data file. `house` is the number of a published house garment, which has no owner. */
interface GarmentRecord {
  readonly id?: string;
  readonly house?: string;
  readonly name: string | null;
  readonly category: string | null;
  readonly minted?: string;
  readonly created_at: string;
  readonly shapes?: Readonly<Record<string, string | undefined>>;
  readonly recipe?: RecipeRecord;
}

/** A recipe of the data file. */
interface RecipeRecord extends Omit<GarmentRecipe, 'title' | 'category' | 'tally' | 'omit'> {
  /** The title, if it differs from the name. */
  readonly title?: string;
  readonly tally: Readonly<Record<'asserted' | 'inferred' | 'unstated', number>>;
  readonly omit?: string;
}

const GARMENT_RECORDS: readonly GarmentRecord[] = garments;

/** The model of a new design: it has no nodes and no questions. */
const EMPTY_MODEL: SampleModel = { nodes: [], facts: [], open: [] };

/** Returns the recipe of a record. */
const toGarmentRecipe = (recipe: RecipeRecord, { name, category }: GarmentRecord): GarmentRecipe => {
  const { omit, tally } = recipe;
  return {
    title: name ?? '',
    category: category ?? '',
    ...recipe,
    tally: [tally.asserted, tally.inferred, tally.unstated],
    omit: omit === undefined ? undefined : new RegExp(omit, 'i'),
  };
};

/** Returns the word if it is known. Throws a RangeError otherwise. */
const checkKnownWord = <T extends string>(known: readonly T[], word: string | undefined): T | undefined => {
  const found = known.find((one) => one === word);
  if (word !== undefined && found === undefined)
    throw new RangeError(`${word} is none of ${known.join(', ')}`);
  return found;
};

/** Returns the body shapes of a record. Throws a RangeError for an unknown shape. */
const toBodyShapes = ({
  graph,
  brief,
  trust,
  confirmations,
}: NonNullable<GarmentRecord['shapes']>): BodyShapes => ({
  graph: checkKnownWord(['nested', 'flat'], graph),
  brief: checkKnownWord(['keys', 'list', 'values'], brief),
  trust: checkKnownWord(['facts', 'plain', 'rows'], trust),
  confirmations: checkKnownWord(['facts', 'about'], confirmations),
});

/**
 * Creates the entries of unusual garments: empty, huge, with many unstated values, or with an unusual name,
 * id or shape.
 */
export const createNotableEntries = (owner: string): GarmentEntry[] =>
  GARMENT_RECORDS.map((written) => {
    const { house, name, category, minted, created_at, shapes = {}, recipe } = written;
    return {
      id: written.id ?? createSeededUuid('house', house ?? ''),
      owner: house === undefined ? owner : null,
      name,
      garment_category: category,
      sgg_garment_id: house === undefined ? (minted ?? null) : `GARM-${house}`,
      created_at,
      shapes: toBodyShapes(shapes),
      model: () =>
        recipe
          ? generateGarment(toGarmentRecipe(recipe, written))
          : house === undefined
            ? EMPTY_MODEL
            : createOxfordModel(),
    };
  });
