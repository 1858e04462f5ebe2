/** The sample garments of the sandbox. They are generated on request from tables, and are the same on every machine. */

import { computeChance, createSeededUuid, type SandboxProfile } from '../state/profiles-and-drivers.ts';
import everyday from './data/everyday.json' with { type: 'json' };
import garments from './data/garments.json' with { type: 'json' };
import oxford from './data/oxford.json' with { type: 'json' };
import { type GarmentRecipe, generateGarment } from './generate-garment.ts';
import {
  type BriefShape,
  buildSampleBrief,
  buildSampleConfirmations,
  buildSampleGraph,
  buildSampleTrust,
  createNodeIdMapper,
  type GraphDialect,
  type QuestionShape,
  type TrustShape,
} from './sample-bodies.ts';
import {
  parseSampleFacts,
  parseSampleNodes,
  parseSampleValue,
  type SampleJson,
  type SampleModel,
  serializeSampleJson,
} from './sample-model.ts';

/** Creates the model of the Oxford shirt, the only garment that is written by hand (`oxford.json`). */
const createOxfordModel = (): SampleModel => ({
  nodes: parseSampleNodes(oxford.nodes),
  facts: parseSampleFacts(oxford.facts),
  open: oxford.open.map(({ current, ...question }, at) => ({
    id: `conf-${String(at + 1).padStart(2, '0')}`,
    ...question,
    current: parseSampleValue(current),
  })),
  brief: Object.fromEntries(Object.entries(oxford.brief).map(([key, text]) => [key, parseSampleValue(text)])),
});

/**
 * An entry of `garments.json`. `house` is the number in the id `GARM-<n>` of a house garment, which is a garment
 * without an owner. Other garments have no `house`.
 */
interface GarmentRecord {
  readonly id?: string;
  readonly house?: string;
  readonly name: string | null;
  readonly category: string | null;
  readonly minted?: string;
  readonly created_at: string;
  readonly shapes?: BodyShapes;
  /**
   * The recipe of a generated garment; undefined for an empty garment and for the Oxford shirt. If the recipe has no
   * title, the garment gets `name` as its title.
   */
  readonly recipe?: Omit<GarmentRecipe, 'title' | 'category'> & Partial<Pick<GarmentRecipe, 'title'>>;
}

const GARMENT_RECORDS = garments as readonly GarmentRecord[];

const EMPTY_MODEL: SampleModel = { nodes: [], facts: [], open: [] };

/**
 * Creates the special sample garments of `garments.json`: for example an empty one, a huge one, one with mostly
 * unstated values, or one with an unusual name or id.
 */
const createNotableEntries = (owner: string): GarmentEntry[] =>
  GARMENT_RECORDS.map((record) => {
    const { house, name, category, minted, created_at, shapes, recipe } = record;
    return {
      id: record.id ?? createSeededUuid('house', house ?? ''),
      owner: house === undefined ? owner : null,
      name,
      garment_category: category,
      sgg_garment_id: house === undefined ? (minted ?? null) : `GARM-${house}`,
      created_at,
      shapes,
      model: () =>
        recipe
          ? generateGarment({ title: name ?? '', category: category ?? '', ...recipe })
          : house === undefined
            ? EMPTY_MODEL
            : createOxfordModel(),
    };
  });

/** A small design of `everyday.json`. The file has so many of them that the list of designs needs several pages. */
interface EverydayDesign {
  readonly at: string;
  readonly name: string;
  readonly category?: string;
  readonly minted?: string;
  readonly family: string;
}

const createEverydayRecipe = (design: EverydayDesign, seed: string): GarmentRecipe => {
  const pickCount = (from: number, to: number, word: string) =>
    from + Math.floor(computeChance(seed, word) * (to - from + 1));
  const kinds = {
    material: pickCount(1, 2, 'material'),
    piece: pickCount(3, 4, 'piece'),
    seam: pickCount(2, 4, 'seam'),
    closure: 1,
    trim: pickCount(1, 3, 'trim'),
    measurement: pickCount(2, 5, 'measurement'),
    label: 2,
    construction_note: pickCount(1, 3, 'note'),
    colourway: pickCount(1, 2, 'colourway'),
  };
  const nodes = Object.values(kinds).reduce((sum, n) => sum + n, 1) + pickCount(2, 5, 'edge');
  const values = nodes * 4 + pickCount(0, 9, 'values');
  const assertedShare = 0.4 + 0.35 * computeChance(seed, 'settled');
  const asserted = Math.round(values * assertedShare);
  const inferred = Math.round((values - asserted) * 0.58);
  return {
    seed,
    family: design.family,
    title: design.name,
    category: design.category ?? 'not sorted',
    sample: 'M',
    kinds,
    nodes,
    tally: { asserted, inferred, unstated: values - asserted - inferred },
    open: pickCount(0, 8, 'open'),
    ...(design.family === 'knit' ? { without: ['grain', 'one_way', 'fused', 'drill_holes'] } : {}),
  };
};

/**
 * A design of a user, or a published garment without an owner. `graph` and `read` return a body as JSON text, because a
 * number such as `56.0` would lose its last digit in an object.
 */
export interface SandboxGarment {
  /** The uuid of the garment. The service shows no uuid for a house garment, but the sandbox needs one. */
  readonly id: string;
  /** The user id of the owner; null for a published house garment. */
  readonly owner: string | null;
  readonly name: string | null;
  readonly garment_category: string | null;
  readonly sgg_garment_id: string | null;
  /** The creation time in ISO 8601, in UTC and whole seconds. */
  readonly created_at: string;
  graph(profile: SandboxProfile): string;
  read(resource: 'tailor-brief' | 'design-trust' | 'confirmations'): string;
}

/**
 * The ids of the two sample users. For the user `designer`, a design of the user `other` does not exist: a request for
 * it gets status 404.
 */
export const SANDBOX_USER_IDS = {
  designer: '1b9d2f60-7c4e-4a8b-9f35-0e6a5c2d7b11',
  other: 'e4a7c3d2-58b1-4f96-8d20-93b6f1a0c5ee',
} as const;

interface BodyShapes {
  readonly graph?: GraphDialect;
  readonly brief?: BriefShape;
  readonly trust?: TrustShape;
  readonly confirmations?: QuestionShape;
}

/** A sample garment. `model` creates its contents when they are first needed. */
interface GarmentEntry extends Omit<SandboxGarment, 'graph' | 'read'> {
  readonly model: () => SampleModel;
  readonly shapes: BodyShapes | undefined;
}

const createSampleGarment = (entry: GarmentEntry): SandboxGarment => {
  const { model: generate, shapes = {}, ...summary } = entry;
  let generated: SampleModel | undefined;
  const getModel = () => {
    generated ??= generate();
    return generated;
  };
  // In the specification (2.7), `garment_id` is never null, so a design without a permanent id has no such member.
  const identity: { [member: string]: SampleJson } =
    summary.sgg_garment_id === null ? {} : { garment_id: summary.sgg_garment_id };
  return {
    ...summary,
    graph: (profile) =>
      serializeSampleJson({
        ...identity,
        ...buildSampleGraph(getModel(), profile, shapes.graph ?? 'nested', summary.owner === null),
      }),
    read(resource) {
      if (resource === 'tailor-brief')
        return serializeSampleJson({ ...identity, ...buildSampleBrief(getModel(), shapes.brief ?? 'keys') });
      if (resource === 'design-trust')
        return serializeSampleJson({ ...identity, ...buildSampleTrust(getModel(), shapes.trust ?? 'facts') });
      return serializeSampleJson({
        ...identity,
        ...buildSampleConfirmations(
          getModel(),
          shapes.confirmations ?? 'facts',
          createNodeIdMapper(getModel(), shapes.graph ?? 'nested'),
        ),
      });
    },
  };
};

const createEverydayEntry = (owner: string, design: EverydayDesign, index: number): GarmentEntry => {
  const id = createSeededUuid(owner, design.at, design.name, index);
  return {
    id,
    owner,
    name: design.name,
    garment_category: design.category ?? null,
    sgg_garment_id: design.minted ?? null,
    created_at: design.at,
    shapes: index % 7 === 3 ? { graph: 'flat', trust: 'rows' } : undefined,
    model: () => generateGarment(createEverydayRecipe(design, id)),
  };
};

let sampleGarments: readonly SandboxGarment[] | undefined;

/**
 * Returns the sample garments, the unusual ones first. The list is cached. The contents of a garment are generated when
 * a body of the garment is first read.
 */
export const listSampleGarments = (): readonly SandboxGarment[] => {
  const { designer, other } = SANDBOX_USER_IDS;
  // Some everyday designs share a creation time or a name, to test lists and lookups.
  sampleGarments ??= [
    ...createNotableEntries(designer),
    ...everyday.designer.map((design, index) => createEverydayEntry(designer, design, index)),
    ...everyday.other.map((design, index) => createEverydayEntry(other, design, index)),
  ].map(createSampleGarment);
  return sampleGarments;
};
