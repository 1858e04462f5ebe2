/**
 * The sample garments of the sandbox. They are generated on request from tables, and are the same on every
 * machine.
 */

import type { SandboxProfile } from '../state/profiles-and-drivers.ts';
import { createSeededUuid } from '../state/random-values.ts';
import { generateGarment } from './generate-garment.ts';
import { serializeSampleJson } from './notation.ts';
import {
  type BriefShape,
  buildSampleBrief,
  buildSampleConfirmations,
  buildSampleTrust,
  type QuestionShape,
  type TrustShape,
} from './sample-bodies.ts';
import {
  createEverydayRecipe,
  createNotableEntries,
  EVERYDAY_DESIGNS,
  type EverydayDesign,
  OTHER_OWNER_DESIGNS,
} from './sample-designs.ts';
import { buildSampleGraph, createNodeIdMapper, type GraphDialect } from './sample-graph.ts';
import type { SampleJson, SampleModel } from './sample-model.ts';

/**
 * A design, or a published house garment. Bodies are JSON text, so that numbers are written exactly (56.0,
 * ids above 2^53).
 */
export interface SandboxGarment {
  /** A uuid. A house garment has one too, which no body shows. */
  readonly id: string;
  /** The user id of the owner; null for a published house garment. */
  readonly owner: string | null;
  readonly name: string | null;
  readonly garment_category: string | null;
  readonly sgg_garment_id: string | null;
  /** ISO 8601, UTC, whole seconds. */
  readonly created_at: string;
  graph(profile: SandboxProfile): string;
  read(resource: 'tailor-brief' | 'design-trust' | 'confirmations'): string;
}

/** The two users of the sandbox. The designs of `other` are refused to `designer`. */
export const SANDBOX_OWNERS = {
  designer: '1b9d2f60-7c4e-4a8b-9f35-0e6a5c2d7b11',
  other: 'e4a7c3d2-58b1-4f96-8d20-93b6f1a0c5ee',
} as const;

/** The shapes of the bodies of one garment. */
export interface BodyShapes {
  readonly graph?: GraphDialect;
  readonly brief?: BriefShape;
  readonly trust?: TrustShape;
  readonly confirmations?: QuestionShape;
}

/** A garment with a model that is generated on first use. */
export interface GarmentEntry
  extends Pick<
    SandboxGarment,
    'id' | 'owner' | 'name' | 'garment_category' | 'sgg_garment_id' | 'created_at'
  > {
  readonly model: () => SampleModel;
  readonly shapes?: BodyShapes;
}

/** Creates the garment of an entry. */
const createSampleGarment = (entry: GarmentEntry): SandboxGarment => {
  const { model: make, shapes = {}, ...summary } = entry;
  let grown: SampleModel | undefined;
  const model = () => {
    grown ??= make();
    return grown;
  };
  // Section 2.7 shows a string, so a design that is not minted omits the member.
  const identity: { [member: string]: SampleJson } =
    summary.sgg_garment_id === null ? {} : { garment_id: summary.sgg_garment_id };
  return {
    ...summary,
    graph: (profile) =>
      serializeSampleJson({
        ...identity,
        ...buildSampleGraph(model(), profile, shapes.graph ?? 'nested', summary.owner === null),
      }),
    read(resource) {
      if (resource === 'tailor-brief')
        return serializeSampleJson({ ...identity, ...buildSampleBrief(model(), shapes.brief ?? 'keys') });
      if (resource === 'design-trust')
        return serializeSampleJson({ ...identity, ...buildSampleTrust(model(), shapes.trust ?? 'facts') });
      return serializeSampleJson({
        ...identity,
        ...buildSampleConfirmations(
          model(),
          shapes.confirmations ?? 'facts',
          createNodeIdMapper(model(), shapes.graph ?? 'nested'),
        ),
      });
    },
  };
};

/** Creates the entry of an everyday design. */
const createEverydayEntry = (owner: string, design: EverydayDesign, index: number): GarmentEntry => {
  const id = createSeededUuid(owner, design.at, design.name, index);
  return {
    id,
    owner,
    name: design.name,
    garment_category: design.category ?? null,
    sgg_garment_id: design.minted ?? null,
    created_at: design.at,
    shapes: index % 7 === 3 ? { graph: 'flat', trust: 'rows' } : {},
    model: () => generateGarment(createEverydayRecipe(design, id)),
  };
};

/** The list, after the first call of `listSampleGarments`. */
let sampleGarments: readonly SandboxGarment[] | undefined;

/**
 * Returns all sample garments: house garments first, then designs by owner, newest first. No body is
 * generated until it is read.
 */
export const listSampleGarments = (): readonly SandboxGarment[] => {
  sampleGarments ??= [
    ...createNotableEntries(SANDBOX_OWNERS.designer),
    ...EVERYDAY_DESIGNS.map((design, index) => createEverydayEntry(SANDBOX_OWNERS.designer, design, index)),
    ...OTHER_OWNER_DESIGNS.map((design, index) => createEverydayEntry(SANDBOX_OWNERS.other, design, index)),
  ].map(createSampleGarment);
  return sampleGarments;
};
