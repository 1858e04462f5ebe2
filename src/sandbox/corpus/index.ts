/** The garments that the sandbox serves: told in tables, grown when asked, the same on every machine. */

import type { Profile } from '../world/forms.ts';
import { type BriefShape, brief } from './brief.ts';
import { confirmations, type QuestionShape } from './confirmations.ts';
import { type Dialect, graph, naming } from './graph.ts';
import { grow } from './grow.ts';
import { write } from './lexeme.ts';
import type { Json, Model } from './model.ts';
import { notables } from './notables.ts';
import { foreign, type Plain, plain, plainRecipe } from './plain.ts';
import { uuid } from './seeded.ts';
import { type TrustShape, trust } from './trust.ts';

/** A design, or a published house garment. Bodies are JSON text, for the lexemes in them (56.0, ids above 2^53). */
export interface Garment {
  /** uuid; a house garment has one too, which no answer shows. */
  readonly id: string;
  /** user_id; null on a published house garment. */
  readonly owner: string | null;
  readonly name: string | null;
  readonly garment_category: string | null;
  readonly sgg_garment_id: string | null;
  /** ISO 8601, UTC, whole seconds. */
  readonly created_at: string;
  graph(profile: Profile): string;
  read(resource: 'tailor-brief' | 'design-trust' | 'confirmations'): string;
}

/** The sandbox's two users. What is owned by `other` is there to be refused to `designer`. */
export const OWNERS = {
  designer: '1b9d2f60-7c4e-4a8b-9f35-0e6a5c2d7b11',
  other: 'e4a7c3d2-58b1-4f96-8d20-93b6f1a0c5ee',
} as const;

/** How one garment's bodies are shaped. */
export interface Shapes {
  readonly graph?: Dialect;
  readonly brief?: BriefShape;
  readonly trust?: TrustShape;
  readonly confirmations?: QuestionShape;
}

export interface Entry
  extends Pick<Garment, 'id' | 'owner' | 'name' | 'garment_category' | 'sgg_garment_id' | 'created_at'> {
  readonly model: () => Model;
  readonly shapes?: Shapes;
}

const garment = (entry: Entry): Garment => {
  const { model: make, shapes = {}, ...summary } = entry;
  let grown: Model | undefined;
  const model = () => {
    grown ??= make();
    return grown;
  };
  // Section 2.7 shows a string, so a design that is not minted says nothing.
  const identity: { [member: string]: Json } =
    summary.sgg_garment_id === null ? {} : { garment_id: summary.sgg_garment_id };
  return {
    ...summary,
    graph: (profile) =>
      write({ ...identity, ...graph(model(), profile, shapes.graph ?? 'nested', summary.owner === null) }),
    read(resource) {
      if (resource === 'tailor-brief')
        return write({ ...identity, ...brief(model(), shapes.brief ?? 'keys') });
      if (resource === 'design-trust')
        return write({ ...identity, ...trust(model(), shapes.trust ?? 'facts') });
      return write({
        ...identity,
        ...confirmations(model(), shapes.confirmations ?? 'facts', naming(model(), shapes.graph ?? 'nested')),
      });
    },
  };
};

const everyday = (owner: string, design: Plain, index: number): Entry => {
  const id = uuid(owner, design.at, design.name, index);
  return {
    id,
    owner,
    name: design.name,
    garment_category: design.category ?? null,
    sgg_garment_id: design.minted ?? null,
    created_at: design.at,
    shapes: index % 7 === 3 ? { graph: 'flat', trust: 'rows' } : {},
    model: () => grow(plainRecipe(design, id)),
  };
};

let all: readonly Garment[] | undefined;

/** Every garment, house garments first, then designs newest first by owner. Cheap: no body is made until it is read. */
export const corpus = (): readonly Garment[] => {
  all ??= [
    ...notables(OWNERS.designer),
    ...plain.map((design, index) => everyday(OWNERS.designer, design, index)),
    ...foreign.map((design, index) => everyday(OWNERS.other, design, index)),
  ].map(garment);
  return all;
};
