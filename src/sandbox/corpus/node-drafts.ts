import { computeChance, pickSeeded } from '../state/profiles-and-drivers.ts';
import anatomy from './data/anatomy.json' with { type: 'json' };
import kinds from './data/fields.json' with { type: 'json' };
import relations from './data/relations.json' with { type: 'json' };
import { createNumber, parseLiteral, type SampleJson } from './sample-model.ts';

interface FieldOptions {
  /**
   * A number from 0 to 1 that determines the probable provenance of the field. Near 1, the field is probably asserted,
   * near 0.5 inferred, and near 0 unstated.
   */
  readonly lean: number;
  readonly unit?: string | undefined;
  /**
   * The values from which the value of the field is chosen. Each item is a literal as in `parseLiteral`, or a range
   * with a step, for example `40..80/0.5`.
   */
  readonly options: readonly string[];
  readonly basis: string;
}

/** A field of the nodes of one kind, for example `grain` of a piece, with its possible values. */
export interface KindField extends FieldOptions {
  readonly name: string;
  /** True if every node of the kind has this field, false if only some nodes have it. */
  readonly needed: boolean;
}

/** A kind of node: the prefix of its ids, for example `seam` in `seam.side`, and its fields. */
interface NodeKind {
  readonly prefix: string;
  readonly fields: readonly KindField[];
}

type FieldOptionsByName = Readonly<Record<string, FieldOptions>>;
const KIND_TABLE: Readonly<
  Record<string, { prefix: string; needed: FieldOptionsByName; further: FieldOptionsByName }>
> = kinds;

/** The kinds of nodes, for example `piece`, in the order in which a graph lists them. */
export const SAMPLE_KINDS: readonly string[] = Object.keys(KIND_TABLE);

const toKindFields = (fields: FieldOptionsByName, needed: boolean): KindField[] =>
  Object.entries(fields).map(([name, options]) => ({ name, needed, ...options }));

const NODE_KINDS: ReadonlyMap<string, NodeKind> = new Map(
  Object.entries(KIND_TABLE).map(([kind, { prefix, needed, further }]) => [
    kind,
    { prefix, fields: [...toKindFields(needed, true), ...toKindFields(further, false)] },
  ]),
);

/** Returns the id prefix and the fields of a kind, for example of `piece`. Throws a RangeError for an unknown kind. */
export const getNodeKind = (kind: string): NodeKind => {
  const nodeKind = NODE_KINDS.get(kind);
  if (!nodeKind) throw new RangeError(`no such kind: ${kind}`);
  return nodeKind;
};

/**
 * The fields that describe what the designer intends, for example `fit`. Graphs with the profile `factory` do not
 * contain them.
 */
export const INTENT_FIELDS: ReadonlySet<string> = new Set(['fit', 'silhouette', 'design_intent']);

/** The fixed values of a node by field, for example `{ cut: '2' }`. `parseLiteral` parses these texts. */
type FieldPresets = Readonly<Record<string, string>>;
/**
 * The names that generated nodes can have, by the kind of node and in the order of use. Each name has the fixed values
 * of a node with this name.
 */
type NamesByKind = Readonly<Record<string, Readonly<Record<string, FieldPresets>>>>;

const COMMON_NAMES: NamesByKind = anatomy.every;
/**
 * The possible node names of each garment family, by kind. If a family has no names for a kind, the names of the
 * similar families in `like` are used.
 */
const GARMENT_FAMILIES: Readonly<
  Record<string, { readonly like: readonly string[]; readonly kinds: NamesByKind }>
> = anatomy.families;

interface PresetName {
  readonly name: string;
  readonly preset: FieldPresets;
}

const toPresetNames = (names: Readonly<Record<string, FieldPresets>> = {}): PresetName[] =>
  Object.entries(names).map(([name, preset]) => ({ name, preset }));

const listFamilyNames = (family: string, kind: string): PresetName[] => {
  const definition = GARMENT_FAMILIES[family];
  if (!definition) throw new RangeError(`no such family: ${family}`);
  const names = definition.kinds[kind];
  return names ? toPresetNames(names) : definition.like.flatMap((other) => listFamilyNames(other, kind));
};

/**
 * Returns the names that nodes of a kind can have in a family (a group of similar garments). First come the names of
 * the family, then the names that all families share. The shared names are left out for the kind `label`, if the family
 * has its own names for it. Throws a RangeError for an unknown family.
 */
export const listNodeNames = (family: string, kind: string): readonly PresetName[] => {
  const familyNames = listFamilyNames(family, kind);
  return kind === 'label' && familyNames.length > 0
    ? familyNames
    : [...familyNames, ...toPresetNames(COMMON_NAMES[kind])];
};

/** A planned node. `preset` has the fixed values of some fields; the other values are chosen later. */
export interface SampleNodeDraft extends PresetName {
  readonly kind: string;
  readonly id: string;
}

/**
 * The prefixes that make a name unique when a garment has more nodes than names, for example `Lining` in `Lining
 * front`.
 */
const GARMENT_LAYERS: readonly string[] = relations.layers;

/** The sides of pieces, for example `hem`. Each item applies to the pieces with a name that matches `names`. */
const PIECE_SIDES = relations.sides.map(({ of, sides }) => ({ names: new RegExp(of, 'i'), sides }));

const listPieceSides = (pieceName: string): readonly string[] =>
  PIECE_SIDES.find(({ names }) => names.test(pieceName))?.sides ?? [];

const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * Returns a name for a node when the sample names have been used up and are used again. In round 0 the name is
 * unchanged, for example `Front`. In each further round it gets a prefix from `layers`, for example `Lining front` in
 * round 1 and `Inner front` in round 2.
 */
const formatLayerName = (name: string, round: number, layers: readonly string[]): string => {
  if (round === 0) return name;
  const inner = formatLayerName(name, Math.floor((round - 1) / layers.length), layers);
  return `${layers[(round - 1) % layers.length]} ${inner[0]?.toLowerCase()}${inner.slice(1)}`;
};

const createPieceDrafts = (
  kind: 'edge' | 'quilt_line',
  count: number,
  pieces: readonly SampleNodeDraft[],
): SampleNodeDraft[] =>
  Array.from({ length: count }, (_, index) => {
    const piece = pieces[index % pieces.length];
    if (!piece) throw new RangeError('edges need pieces');
    const round = Math.floor(index / pieces.length);
    const sides = listPieceSides(piece.name);
    const side = sides[round % sides.length] ?? '';
    const pieceSlug = piece.id.slice(piece.id.indexOf('.') + 1);
    if (kind === 'edge')
      return {
        kind,
        id: `edge.${pieceSlug}.${toSlug(side)}`,
        name: `${piece.name} ${side} edge`,
        preset: {},
      };
    const serial = String(index + 1).padStart(3, '0');
    const name = `Quilt line ${serial}, ${piece.name.toLowerCase()}`;
    return { kind, id: `quilt.${serial}`, name, preset: {} };
  });

/**
 * Where the names of generated nodes come from. The names of the garment family `family` are used, without those that
 * match `omit`. If a name is used a second time, one of `layers` is added to it, as in `Lining front`.
 */
export interface NameSource {
  readonly family: string;
  /**
   * A regular expression, which ignores upper and lower case. Names of the family that match it are not given to
   * generated nodes. The names of the garment itself, of edges and of quilt lines are not checked.
   */
  readonly omit?: string;
  readonly layers?: readonly string[];
}

/**
 * Creates `count` nodes of a kind. Edges and quilt lines get their names from `pieces`, and all other nodes from
 * `source`. Throws a RangeError if there is no name to use.
 */
export const createNodeDrafts = (
  kind: string,
  count: number,
  source: NameSource,
  pieces: readonly SampleNodeDraft[],
): SampleNodeDraft[] => {
  const { family, omit = '^$', layers = GARMENT_LAYERS } = source;
  if (kind === 'edge' || kind === 'quilt_line') return createPieceDrafts(kind, count, pieces);
  const omitted = new RegExp(omit, 'i');
  const names = listNodeNames(family, kind).filter(({ name }) => !omitted.test(name));
  const usedIds = new Set<string>();
  return Array.from({ length: count }, (_, index): SampleNodeDraft => {
    const entry = names[index % names.length];
    if (!entry) throw new RangeError(`${family} names no ${kind}`);
    const round = Math.floor(index / names.length);
    const layer = layers[(round - 1) % layers.length];
    if (kind === 'measurement') {
      const [code = '', ...words] = entry.name.split(' ');
      const fullCode = round ? `${code}-${round + 1}` : code;
      const name = round ? `${words.join(' ')}, ${layer?.toLowerCase()}` : words.join(' ');
      return { kind, id: `pom.${fullCode}`, name, preset: { ...entry.preset, code: fullCode } };
    }
    if (kind === 'construction_note') {
      const callout = String(index + 1);
      const name = round ? `${layer}: ${entry.name}` : entry.name;
      return { kind, id: `note.${callout.padStart(2, '0')}`, name, preset: { callout } };
    }
    const name = formatLayerName(entry.name, round, layers);
    let id = `${getNodeKind(kind).prefix}.${toSlug(name)}`;
    while (usedIds.has(id)) id += '-2';
    usedIds.add(id);
    return { kind, id, name, preset: entry.preset };
  });
};

/**
 * Derives the value of a field from the fixed values of the node. For example, `mirrored` is false if `on_fold` is
 * true. Returns undefined if the fixed values do not determine the field.
 */
const inferPreset = (draft: SampleNodeDraft, field: string): string | undefined => {
  const { cut, mirrored, on_fold, spec } = draft.preset;
  if (field === 'on_fold' && mirrored === 'true') return 'false';
  if (field === 'mirrored' && (on_fold === 'true' || cut === '1')) return 'false';
  if (!spec) return undefined;
  const length = Number(spec);
  if (field === 'grade') return length > 60 ? '1.0' : length > 30 ? '2.5' : length > 12 ? '0.6' : '0.3';
  if (!field.startsWith('tol_')) return undefined;
  return length > 60 ? '1.5' : length > 30 ? '1.0' : length > 12 ? '0.6' : '0.3';
};

/**
 * Returns the value of a field of a sample garment. It is the preset value of the field, or follows from other preset
 * values. Without such a value, `seed` determines the choice from the possible values of the field.
 */
export const chooseFieldValue = (seed: string, draft: SampleNodeDraft, field: KindField): SampleJson => {
  const preset = draft.preset[field.name] ?? inferPreset(draft, field.name);
  if (preset !== undefined) return field.name === 'code' ? preset : parseLiteral(preset);
  const option = pickSeeded(field.options, seed, draft.id, field.name);
  const range = /^([\d.]+)\.\.([\d.]+)\/([\d.]+)$/.exec(option);
  if (!range) return parseLiteral(option);
  const [from = '', to = '', step = ''] = range.slice(1);
  const steps = Math.floor((Number(to) - Number(from)) / Number(step)) + 1;
  const chosenStep = Math.floor(computeChance(seed, draft.id, field.name, 'step') * steps);
  return createNumber((Number(from) + chosenStep * Number(step)).toFixed(from.split('.')[1]?.length ?? 0));
};
