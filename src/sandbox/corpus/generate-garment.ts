import { assignProvenance, type ProvenanceTargets, type ValueSlot } from './assign-provenance.ts';
import { getNodeKind, type KindField, SAMPLE_KINDS } from './kind-fields.ts';
import { chooseFieldValue, createNodeDrafts, type NameSource, type SampleNodeDraft } from './node-drafts.ts';
import { createNodeLinks } from './node-links.ts';
import { parseSampleFacts, parseSampleNodes } from './notation.ts';
import { formatSampleValue } from './sample-literal.ts';
import type { SampleModel, SampleNode, SampleProvenance, SampleValue } from './sample-model.ts';
import { createSampleQuestions } from './sample-questions.ts';
import { computeChance } from './seeded-random.ts';

/** The recipe of a generated garment. The same recipe gives the same garment, byte for byte. */
export interface GarmentRecipe extends NameSource {
  readonly seed: string;
  readonly title: string;
  readonly category: string;
  readonly sample: string;
  /** The number of nodes of each kind. Edges fill up the rest of `nodes`. */
  readonly kinds: Readonly<Record<string, number | undefined>>;
  readonly nodes: number;
  readonly tally: ProvenanceTargets;
  readonly open: number;
  /** Nodes written by hand, in the notation of `parseSampleNode`. They come first within their kind. */
  readonly pins?: readonly string[];
  readonly facts?: readonly string[];
  /** Fields that make no sense for this garment, for example the grain of a knitted piece. */
  readonly without?: readonly string[];
  /** Notes on the intention of the design. The factory profile leaves them out. */
  readonly intents?: readonly string[];
}

/** The position of each kind in a graph. */
const KIND_RANKS: ReadonlyMap<string, number> = new Map(SAMPLE_KINDS.map((kind, index) => [kind, index]));

/** The kinds that can have a design intent. */
const KINDS_WITH_INTENT = new Set([
  'garment',
  'material',
  'piece',
  'seam',
  'closure',
  'construction_note',
  'colourway',
]);

/** Returns the draft of a node written by hand, so that links and edges can refer to it. */
const toNodeDraft = ({ kind, id, label, values }: SampleNode): SampleNodeDraft => ({
  kind,
  id,
  name: formatSampleValue(label.value),
  preset: values.role ? { role: formatSampleValue(values.role.value) } : {},
});

/** Plans all nodes of a garment, without values. */
const planNodeDrafts = (recipe: GarmentRecipe, pinned: readonly SampleNodeDraft[]): SampleNodeDraft[] => {
  const { kinds, title, category, sample } = recipe;
  const preset = { category: `'${category}'`, sample_size: `'${sample}'` };
  for (const kind of Object.keys(kinds)) getNodeKind(kind);
  const garment: SampleNodeDraft = { kind: 'garment', id: 'garment', name: title, preset };
  const counted = Object.values(kinds).reduce<number>((sum, count = 0) => sum + count, 1) + pinned.length;
  const wanted: GarmentRecipe['kinds'] = { edge: recipe.nodes - counted, ...kinds };
  const written = pinned.filter(({ kind }) => kind === 'piece');
  const pieces = [...written, ...createNodeDrafts('piece', kinds.piece ?? 0, recipe, [])];
  return [
    garment,
    ...SAMPLE_KINDS.flatMap((kind) => createNodeDrafts(kind, wanted[kind] ?? 0, recipe, pieces)),
  ];
};

/** Returns the values that a node needs, and further values with their rank. */
const createValueSlots = (
  recipe: GarmentRecipe,
  draft: SampleNodeDraft,
): { needed: ValueSlot[]; spare: { slot: ValueSlot; rank: number }[] } => {
  const intent: KindField[] =
    recipe.intents && KINDS_WITH_INTENT.has(draft.kind)
      ? [
          {
            name: 'design_intent',
            needed: false,
            lean: 0.62,
            unit: undefined,
            options: recipe.intents,
            basis: 'mood of the collection',
          },
        ]
      : [];
  const own = getNodeKind(draft.kind).fields.filter(({ name }) => !recipe.without?.includes(name));
  const slot = (field: KindField): ValueSlot => ({
    node: draft.id,
    field: field.name,
    unit: field.unit,
    lean: field.lean,
    basis: field.basis,
    value: chooseFieldValue(recipe.seed, draft, field),
  });
  const label: ValueSlot = {
    node: draft.id,
    field: 'label',
    value: draft.name,
    unit: undefined,
    lean: draft.kind === 'garment' ? 1.5 : 0.95,
    basis: 'usual for the category',
  };
  const spare = [...own.filter(({ needed }) => !needed), ...intent].map((field, at, all) => ({
    slot: slot(field),
    rank:
      (draft.preset[field.name] || field.name === 'design_intent' ? 0 : 0.4) +
      (at / all.length) * 0.5 +
      computeChance(recipe.seed, draft.id, field.name, 'kept') * 0.5,
  }));
  return { needed: [label, ...own.filter(({ needed }) => needed).map(slot)], spare };
};

/** Groups items by key. `Map.groupBy` needs Node 21. */
const groupByKey = <K, T>(items: readonly T[], key: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
};

/** Returns the label and all values of a node. */
const listNodeStatedValues = (node: SampleNode): SampleValue[] => [node.label, ...Object.values(node.values)];

/**
 * Generates a garment with exactly the counts of its recipe. Throws a RangeError for a recipe that does not
 * add up.
 */
export const generateGarment = (recipe: GarmentRecipe): SampleModel => {
  const pinned = parseSampleNodes(recipe.pins ?? []);
  const written = pinned.map(toNodeDraft);
  const planned = planNodeDrafts(recipe, written);
  const slots = planned.map((draft) => createValueSlots(recipe, draft));
  const count = (state: SampleProvenance) =>
    pinned.flatMap(listNodeStatedValues).filter((value) => value.state === state).length;
  const tally: ProvenanceTargets = [
    recipe.tally[0] - count('asserted'),
    recipe.tally[1] - count('inferred'),
    recipe.tally[2] - count('unstated'),
  ];
  const needed = slots.flatMap((slot) => slot.needed);
  const room = tally[0] + tally[1] + tally[2] - needed.length;
  const spare = slots
    .flatMap((slot) => slot.spare)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, Math.max(0, room));
  const dealt = assignProvenance(recipe.seed, [...needed, ...spare.map(({ slot }) => slot)], tally);
  const byNode = groupByKey([...dealt], ([slot]) => slot.node);
  const byKind = groupByKey([...written, ...planned], ({ kind }) => kind);
  const grown = planned.map((draft): SampleNode => {
    const values = new Map((byNode.get(draft.id) ?? []).map(([slot, value]) => [slot.field, value]));
    const order = ['label', ...getNodeKind(draft.kind).fields.map(({ name }) => name), 'design_intent'];
    const entries = order.flatMap((field) => {
      const value = values.get(field);
      return value ? [[field, value] as const] : [];
    });
    const [label, ...rest] = entries;
    if (!label) throw new RangeError(`${draft.id} has no label`);
    return {
      id: draft.id,
      kind: draft.kind,
      label: label[1],
      values: Object.fromEntries(rest),
      links: createNodeLinks(recipe.seed, draft, byKind, recipe.tally),
    };
  });
  const late = (node: SampleNode) => node.kind === 'construction_note';
  const all = [...pinned.filter((node) => !late(node)), ...grown, ...pinned.filter(late)].sort(
    (a, b) => (KIND_RANKS.get(a.kind) ?? 99) - (KIND_RANKS.get(b.kind) ?? 99),
  );
  return {
    nodes: all,
    facts: parseSampleFacts(recipe.facts ?? []),
    open: createSampleQuestions(recipe.seed, all, recipe.open),
  };
};
