import { type Draft, drafts, type Stock, wouldBe } from './drafts.ts';
import { type Field, KINDS, kindOf } from './fields.ts';
import { spoken } from './lexeme.ts';
import { linksOf } from './links.ts';
import type { GarmentNode, Model, State, Stated } from './model.ts';
import { facts, nodes } from './notation.ts';
import { ask } from './questions.ts';
import { chance } from './seeded.ts';
import { deal, type Slot, type Tally } from './states.ts';

/** What a garment is grown from. The same recipe gives the same garment, to the byte. */
export interface Recipe extends Stock {
  readonly seed: string;
  readonly title: string;
  readonly category: string;
  readonly sample: string;
  /** How many nodes of each kind; edges make up what is left of `nodes`. */
  readonly kinds: Readonly<Record<string, number | undefined>>;
  readonly nodes: number;
  readonly tally: Tally;
  readonly open: number;
  /** Nodes written by hand, in the notation of this folder; they stand first within their kind. */
  readonly pins?: readonly string[];
  readonly facts?: readonly string[];
  /** Fields that make no sense for this garment, such as the grain of a knitted piece. */
  readonly without?: readonly string[];
  /** Notes on what is meant, which the factory is not given. */
  readonly intents?: readonly string[];
}

const RANK: ReadonlyMap<string, number> = new Map(KINDS.map((kind, index) => [kind, index]));

/** The kinds that a designer has intentions with; nobody dreams of an edge. */
const INTENDED = new Set([
  'garment',
  'material',
  'piece',
  'seam',
  'closure',
  'construction_note',
  'colourway',
]);

/** A node written by hand can be pointed at, and has edges, like any other. */
const asDraft = ({ kind, id, label, values }: GarmentNode): Draft => ({
  kind,
  id,
  name: spoken(label.value),
  preset: values.role ? { role: spoken(values.role.value) } : {},
});

const plan = (recipe: Recipe, pinned: readonly Draft[]): Draft[] => {
  const { kinds, title, category, sample } = recipe;
  const preset = { category: `'${category}'`, sample_size: `'${sample}'` };
  for (const kind of Object.keys(kinds)) kindOf(kind);
  const garment: Draft = { kind: 'garment', id: 'garment', name: title, preset };
  const counted = Object.values(kinds).reduce<number>((sum, count = 0) => sum + count, 1) + pinned.length;
  const wanted: Recipe['kinds'] = { edge: recipe.nodes - counted, ...kinds };
  const written = pinned.filter(({ kind }) => kind === 'piece');
  const pieces = [...written, ...drafts('piece', kinds.piece ?? 0, recipe, [])];
  return [garment, ...KINDS.flatMap((kind) => drafts(kind, wanted[kind] ?? 0, recipe, pieces))];
};

const slotsOf = (recipe: Recipe, draft: Draft): { needed: Slot[]; spare: { slot: Slot; rank: number }[] } => {
  const intent: Field[] =
    recipe.intents && INTENDED.has(draft.kind)
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
  const own = kindOf(draft.kind).fields.filter(({ name }) => !recipe.without?.includes(name));
  const slot = (field: Field): Slot => ({
    node: draft.id,
    field: field.name,
    unit: field.unit,
    lean: field.lean,
    basis: field.basis,
    value: wouldBe(recipe.seed, draft, field),
  });
  const label: Slot = {
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
      chance(recipe.seed, draft.id, field.name, 'kept') * 0.5,
  }));
  return { needed: [label, ...own.filter(({ needed }) => needed).map(slot)], spare };
};

/** Map.groupBy came with Node 21. */
const grouped = <K, T>(items: readonly T[], key: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
};

const statedIn = (node: GarmentNode): Stated[] => [node.label, ...Object.values(node.values)];

/** Throws a RangeError where a recipe does not add up; no garment is given out with other counts than asked. */
export const grow = (recipe: Recipe): Model => {
  const pinned = nodes(recipe.pins ?? []);
  const written = pinned.map(asDraft);
  const planned = plan(recipe, written);
  const slots = planned.map((draft) => slotsOf(recipe, draft));
  const count = (state: State) => pinned.flatMap(statedIn).filter((value) => value.state === state).length;
  const tally: Tally = [
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
  const dealt = deal(recipe.seed, [...needed, ...spare.map(({ slot }) => slot)], tally);
  const byNode = grouped([...dealt], ([slot]) => slot.node);
  const byKind = grouped([...written, ...planned], ({ kind }) => kind);
  const grown = planned.map((draft): GarmentNode => {
    const values = new Map((byNode.get(draft.id) ?? []).map(([slot, value]) => [slot.field, value]));
    const order = ['label', ...kindOf(draft.kind).fields.map(({ name }) => name), 'design_intent'];
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
      links: linksOf(recipe.seed, draft, byKind, recipe.tally),
    };
  });
  const late = (node: GarmentNode) => node.kind === 'construction_note';
  const all = [...pinned.filter((node) => !late(node)), ...grown, ...pinned.filter(late)].sort(
    (a, b) => (RANK.get(a.kind) ?? 99) - (RANK.get(b.kind) ?? 99),
  );
  return { nodes: all, facts: facts(recipe.facts ?? []), open: ask(recipe.seed, all, recipe.open) };
};
