import { groupByKey } from '../../platform/group-items.ts';
import { computeChance, pickSeeded } from '../state/profiles-and-drivers.ts';
import questions from './data/questions.json' with { type: 'json' };
import {
  chooseFieldValue,
  createNodeDrafts,
  getNodeKind,
  type KindField,
  type NameSource,
  SAMPLE_KINDS,
  type SampleNodeDraft,
} from './node-drafts.ts';
import { createNodeLinks } from './node-links.ts';
import {
  formatSampleValue,
  parseSampleFacts,
  parseSampleNodes,
  type SampleConfirmation,
  type SampleModel,
  type SampleNode,
  type SampleProvenance,
  type SampleValue,
} from './sample-model.ts';

/** The numbers of asserted, inferred and unstated values of a generated garment. */
export type ProvenanceTargets = Readonly<Record<SampleProvenance, number>>;

/**
 * A field of a node that has no provenance yet. A field with a high `lean` probably becomes asserted, and a field with
 * a low `lean` probably becomes unstated.
 */
interface ValueSlot {
  readonly node: string;
  readonly field: string;
  readonly value: SampleValue['value'];
  readonly unit: string | undefined;
  readonly lean: number;
  readonly basis: string;
}

const CONFIDENCE_WORDS = ['high', 'medium', 'medium', 'low'];

const createValueWithProvenance = (seed: string, slot: ValueSlot, state: SampleProvenance): SampleValue => {
  const { unit } = slot;
  if (state === 'unstated') return { value: null, state, unit };
  if (state === 'asserted') return { value: slot.value, state, unit };
  const words = [seed, slot.node, slot.field] as const;
  const basis = computeChance(...words, 'basis') < 0.8 ? slot.basis : undefined;
  return {
    value: slot.value,
    state,
    unit,
    confidence: pickSeeded(CONFIDENCE_WORDS, ...words, 'confidence'),
    basis,
  };
};

/**
 * Gives each field in `slots` its value with a provenance. `targets` says how many values are asserted, inferred and
 * unstated. Throws a RangeError if the sum of `targets` is not the number of fields.
 */
const assignProvenance = (
  seed: string,
  slots: readonly ValueSlot[],
  targets: ProvenanceTargets,
): Map<ValueSlot, SampleValue> => {
  const { asserted, inferred, unstated } = targets;
  if (slots.length !== asserted + inferred + unstated)
    throw new RangeError(
      `${seed}: ${slots.length} values for a tally of ${asserted}/${inferred}/${unstated}`,
    );
  const computeScore = (slot: ValueSlot) =>
    slot.lean + (computeChance(seed, slot.node, slot.field, 'said') - 0.5) * 0.45;
  const ranked = slots.map((slot) => ({ slot, score: computeScore(slot) })).sort((a, b) => b.score - a.score);
  const getState = (rank: number): SampleProvenance =>
    rank < asserted ? 'asserted' : rank < asserted + inferred ? 'inferred' : 'unstated';
  return new Map(
    ranked.map(({ slot }, rank) => [slot, createValueWithProvenance(seed, slot, getState(rank))]),
  );
};

/**
 * The question to ask about a field, by the name of the field. Questions with a high `weight` are chosen first. In
 * `text`, `%` stands for the name of the node.
 */
const QUESTION_TEMPLATES: Readonly<
  Record<string, { readonly weight: number; readonly text: string; readonly options: readonly string[] }>
> = questions;

/**
 * Creates `count` questions about values that are inferred or unstated, in the order of the nodes. Throws a RangeError
 * if there are fewer than `count` such values.
 */
const createSampleQuestions = (
  seed: string,
  nodes: readonly SampleNode[],
  count: number,
): SampleConfirmation[] => {
  const formatName = (node: SampleNode) =>
    node.label.value === null
      ? `Unnamed ${node.kind.replaceAll('_', ' ')}`
      : formatSampleValue(node.label.value);
  const candidates = nodes.flatMap((node, at) =>
    Object.entries<SampleValue>({ label: node.label, ...node.values })
      .filter(([, value]) => value.state !== 'asserted')
      .map(([field, current]) => ({
        node,
        at,
        field,
        current,
        weight:
          (QUESTION_TEMPLATES[field]?.weight ?? 0.2) + computeChance(seed, node.id, field, 'asked') * 0.4,
      })),
  );
  if (candidates.length < count)
    throw new RangeError(`${seed}: ${candidates.length} values to ask about, not ${count}`);
  const selected = candidates
    .sort((a, b) => b.weight - a.weight)
    .slice(0, count)
    .sort((a, b) => a.at - b.at);
  const digits = Math.max(2, String(count).length);
  return selected.map(({ node, field, current }, index) => ({
    id: `conf-${String(index + 1).padStart(digits, '0')}`,
    node: node.id,
    field,
    current,
    question: (QUESTION_TEMPLATES[field]?.text ?? `%: ${field.replaceAll('_', ' ')}?`).replace('%', () =>
      formatName(node),
    ),
    options: QUESTION_TEMPLATES[field]?.options ?? [],
    basis: current.basis ?? null,
  }));
};

/** The names, counts and seed of a generated garment. The same recipe always gives the same garment. */
export interface GarmentRecipe extends NameSource {
  readonly seed: string;
  readonly title: string;
  readonly category: string;
  readonly sample: string;
  /**
   * The number of nodes of each kind. If the kind `edge` has no number, nodes of this kind are added until the garment
   * has `nodes` nodes in total.
   */
  readonly kinds: Readonly<Record<string, number | undefined>>;
  readonly nodes: number;
  readonly tally: ProvenanceTargets;
  readonly open: number;
  /**
   * Nodes written by hand, for example `piece piece.front | = Front | cut = 2`. They come before the generated nodes of
   * the same kind.
   */
  readonly pins?: readonly string[];
  readonly facts?: readonly string[];
  /** Fields that this garment does not have, for example the grain of a knitted piece. */
  readonly without?: readonly string[];
  /** Texts for the field `design_intent`. The factory profile leaves the field out. */
  readonly intents?: readonly string[];
}

const KIND_RANKS: ReadonlyMap<string, number> = new Map(SAMPLE_KINDS.map((kind, index) => [kind, index]));

const KINDS_WITH_INTENT = new Set([
  'garment',
  'material',
  'piece',
  'seam',
  'closure',
  'construction_note',
  'colourway',
]);

const INTENT_FIELD = { name: 'design_intent', needed: false, lean: 0.62, basis: 'mood of the collection' };

/**
 * Converts a hand-written node to a draft (a node without generated values), so that the links and edges of generated
 * nodes can refer to it.
 */
const toNodeDraft = ({ kind, id, label, values }: SampleNode): SampleNodeDraft => ({
  kind,
  id,
  name: formatSampleValue(label.value),
  preset: values.role ? { role: formatSampleValue(values.role.value) } : {},
});

/**
 * Returns the kind, id, name and preset values of each node to generate, the node `garment` first. Throws a RangeError
 * for an unknown kind.
 */
const planNodeDrafts = (recipe: GarmentRecipe, pinned: readonly SampleNodeDraft[]): SampleNodeDraft[] => {
  const { kinds, title, category, sample } = recipe;
  const preset = { category: `'${category}'`, sample_size: `'${sample}'` };
  for (const kind of Object.keys(kinds)) getNodeKind(kind);
  const garment: SampleNodeDraft = { kind: 'garment', id: 'garment', name: title, preset };
  const nodeCount = Object.values(kinds).reduce<number>((sum, count = 0) => sum + count, 1) + pinned.length;
  const counts: GarmentRecipe['kinds'] = { edge: recipe.nodes - nodeCount, ...kinds };
  const pinnedPieces = pinned.filter(({ kind }) => kind === 'piece');
  const pieces = [...pinnedPieces, ...createNodeDrafts('piece', kinds.piece ?? 0, recipe, [])];
  return [
    garment,
    ...SAMPLE_KINDS.flatMap((kind) => createNodeDrafts(kind, counts[kind] ?? 0, recipe, pieces)),
  ];
};

/**
 * Returns the fields of a node that can get a value: `needed` has the label and the required fields, and `spare` has
 * the optional fields. A garment gets only some optional fields: those with the lowest `rank`.
 */
const createValueSlots = (
  recipe: GarmentRecipe,
  draft: SampleNodeDraft,
): { needed: ValueSlot[]; spare: { slot: ValueSlot; rank: number }[] } => {
  const intentFields: KindField[] =
    recipe.intents && KINDS_WITH_INTENT.has(draft.kind) ? [{ ...INTENT_FIELD, options: recipe.intents }] : [];
  const fields = getNodeKind(draft.kind).fields.filter(({ name }) => !recipe.without?.includes(name));
  const createSlot = (field: KindField): ValueSlot => ({
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
  const spare = [...fields.filter(({ needed }) => !needed), ...intentFields].map(
    (field, at, spareFields) => ({
      slot: createSlot(field),
      rank:
        (draft.preset[field.name] || field.name === 'design_intent' ? 0 : 0.4) +
        (at / spareFields.length) * 0.5 +
        computeChance(recipe.seed, draft.id, field.name, 'kept') * 0.5,
    }),
  );
  return { needed: [label, ...fields.filter(({ needed }) => needed).map(createSlot)], spare };
};

/**
 * Generates the nodes, links, facts and open questions of a garment from its recipe, in exactly the numbers that the
 * recipe states. Throws a RangeError if these numbers contradict each other.
 */
export const generateGarment = (recipe: GarmentRecipe): SampleModel => {
  const pinned = parseSampleNodes(recipe.pins ?? []);
  const pinnedDrafts = pinned.map(toNodeDraft);
  const drafts = planNodeDrafts(recipe, pinnedDrafts);
  const slots = drafts.map((draft) => createValueSlots(recipe, draft));
  const targets = { ...recipe.tally };
  for (const { label, values } of pinned)
    for (const { state } of [label, ...Object.values(values)]) targets[state] -= 1;
  const needed = slots.flatMap((slot) => slot.needed);
  const spareCount = targets.asserted + targets.inferred + targets.unstated - needed.length;
  const spare = slots
    .flatMap((slot) => slot.spare)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, Math.max(0, spareCount));
  const valuesBySlot = assignProvenance(recipe.seed, [...needed, ...spare.map(({ slot }) => slot)], targets);
  const byNode = groupByKey(valuesBySlot, ([slot]) => slot.node);
  const byKind = groupByKey([...pinnedDrafts, ...drafts], ({ kind }) => kind);
  const generated = drafts.map((draft): SampleNode => {
    const values = new Map((byNode.get(draft.id) ?? []).map(([slot, value]) => [slot.field, value]));
    const order = ['label', ...getNodeKind(draft.kind).fields.map(({ name }) => name), 'design_intent'];
    const entries = order.flatMap((field) => {
      const value = values.get(field);
      return value ? [[field, value] as const] : [];
    });
    const [label, ...otherEntries] = entries;
    if (!label) throw new RangeError(`${draft.id} has no label`);
    return {
      id: draft.id,
      kind: draft.kind,
      label: label[1],
      values: Object.fromEntries(otherEntries),
      links: createNodeLinks(recipe.seed, draft, byKind, recipe.tally),
    };
  });
  const isNote = (node: SampleNode) => node.kind === 'construction_note';
  const nodes = [...pinned.filter((node) => !isNote(node)), ...generated, ...pinned.filter(isNote)].sort(
    (a, b) => (KIND_RANKS.get(a.kind) ?? 99) - (KIND_RANKS.get(b.kind) ?? 99),
  );
  return {
    nodes,
    facts: parseSampleFacts(recipe.facts ?? []),
    open: createSampleQuestions(recipe.seed, nodes, recipe.open),
  };
};
