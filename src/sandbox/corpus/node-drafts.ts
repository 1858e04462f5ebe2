import { computeChance, pickSeeded } from '../state/profiles-and-drivers.ts';
import anatomy from './data/anatomy.json' with { type: 'json' };
import kinds from './data/fields.json' with { type: 'json' };
import relations from './data/relations.json' with { type: 'json' };
import { createNumber, parseLiteral, type SampleJson } from './sample-model.ts';

/** The values that a field may have. */
interface FieldOptions {
  /** The likelihood that the value is stated: near 1 asserted, in the middle inferred, near 0 unstated. */
  readonly lean: number;
  readonly unit?: string | undefined;
  /** The possible values: literals, or `from..to/step` for a number. */
  readonly options: readonly string[];
  readonly basis: string;
}

/** A field that nodes of one kind may have, with its possible values. */
export interface KindField extends FieldOptions {
  readonly name: string;
  /** True if every node of the kind has this field. */
  readonly needed: boolean;
}

/** A kind of nodes, with the prefix of its ids. */
interface NodeKind {
  readonly prefix: string;
  /** The fields in the order of a specification sheet. */
  readonly fields: readonly KindField[];
}

type FieldOptionsByName = Readonly<Record<string, FieldOptions>>;
const KIND_TABLE: Readonly<
  Record<string, { prefix: string; needed: FieldOptionsByName; further: FieldOptionsByName }>
> = kinds;

/** The kinds of nodes in the order of a graph. */
export const SAMPLE_KINDS: readonly string[] = Object.keys(KIND_TABLE);

const kindCache = new Map<string, NodeKind>();

/**
 * Returns the id prefix and the fields of a kind.
 * @throws RangeError for an unknown kind.
 */
export const getNodeKind = (kind: string): NodeKind => {
  const kept = kindCache.get(kind);
  if (kept) return kept;
  const written = KIND_TABLE[kind];
  if (!written) throw new RangeError(`no such kind: ${kind}`);
  const { prefix, needed, further } = written;
  const fieldsOf = (ranges: FieldOptionsByName, isNeeded: boolean) =>
    Object.entries(ranges).map(([name, range]): KindField => ({ name, needed: isNeeded, ...range }));
  const found = { prefix, fields: [...fieldsOf(needed, true), ...fieldsOf(further, false)] };
  kindCache.set(kind, found);
  return found;
};

/** The fields about the intention of the design, which only the designer sees. */
export const INTENT_FIELDS: ReadonlySet<string> = new Set(['fit', 'silhouette', 'design_intent']);

/** The known values of a named node by field, in the notation of `parseLiteral`. */
type FieldPresets = Readonly<Record<string, string>>;
/** The names of nodes by kind, in the order in which they are used. Each has the known values of its fields. */
type NamesByKind = Readonly<Record<string, Readonly<Record<string, FieldPresets>>>>;

/** The names that every family of garments shares. */
const COMMON_NAMES: NamesByKind = anatomy.every;
/**
 * The names of each family of garments. A kind without names has the names of the families in `like`: a romper has
 * those of tops and bottoms.
 */
const GARMENT_FAMILIES: Readonly<
  Record<string, { readonly like: readonly string[]; readonly kinds: NamesByKind }>
> = anatomy.families;

/** A name with the known values of its fields. */
interface PresetName {
  readonly name: string;
  readonly preset: FieldPresets;
}

const toPresetNames = (names: Readonly<Record<string, FieldPresets>> = {}): PresetName[] =>
  Object.entries(names).map(([name, preset]) => ({ name, preset }));

/** Returns the names of a kind in a family; if the family has none, the names of the families in `like`. */
const listFamilyNames = (family: string, kind: string): PresetName[] => {
  const found = GARMENT_FAMILIES[family];
  if (!found) throw new RangeError(`no such family: ${family}`);
  const own = found.kinds[kind];
  return own ? toPresetNames(own) : found.like.flatMap((other) => listFamilyNames(other, kind));
};

/**
 * Returns the names of a kind in a family and the common names, each with its presets. Labels of a family replace the
 * common labels.
 * @throws RangeError for an unknown family.
 */
export const listNodeNames = (family: string, kind: string): readonly PresetName[] => {
  const own = listFamilyNames(family, kind);
  return kind === 'label' && own.length > 0 ? own : [...own, ...toPresetNames(COMMON_NAMES[kind])];
};

/** A planned node without values: kind, id, name, and the known values of its fields. */
export interface SampleNodeDraft {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly preset: Readonly<Record<string, string>>;
}

/** The layers in which a large garment repeats its nodes. In the second round `Front` becomes `Lining front`. */
const GARMENT_LAYERS: readonly string[] = relations.layers;

/** The sides of a piece, by a pattern of its name. */
const PIECE_SIDES = relations.sides.map(({ of, sides }) => ({ is: new RegExp(of, 'i'), sides }));

/** Returns the sides of a piece. The first pattern that matches its name decides. */
const listPieceSides = (name: string): readonly string[] =>
  PIECE_SIDES.find(({ is }) => is.test(name))?.sides ?? [];

const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const padTwoDigits = (n: number): string => String(n).padStart(2, '0');

/** Formats a name with its layer, for example `Lining front`. */
const formatLayerName = (name: string, round: number, layers: readonly string[]): string => {
  if (round === 0) return name;
  const inner = formatLayerName(name, Math.floor((round - 1) / layers.length), layers);
  return `${layers[(round - 1) % layers.length]} ${inner[0]?.toLowerCase()}${inner.slice(1)}`;
};

/** Creates edges and quilt lines, which are named after the sides of pieces and the pieces that they cross. */
const createPieceDrafts = (
  kind: 'edge' | 'quilt_line',
  count: number,
  pieces: readonly SampleNodeDraft[],
): SampleNodeDraft[] => {
  return Array.from({ length: count }, (_, index) => {
    const piece = pieces[index % pieces.length];
    if (!piece) throw new RangeError('edges need pieces');
    const round = Math.floor(index / pieces.length);
    const sides = listPieceSides(piece.name);
    const side = sides[round % sides.length] ?? '';
    const own = piece.id.slice(piece.id.indexOf('.') + 1);
    if (kind === 'edge')
      return { kind, id: `edge.${own}.${toSlug(side)}`, name: `${piece.name} ${side} edge`, preset: {} };
    const serial = String(index + 1).padStart(3, '0');
    return {
      kind,
      id: `quilt.${serial}`,
      name: `Quilt line ${serial}, ${piece.name.toLowerCase()}`,
      preset: {},
    };
  });
};

/** The source of node names: the names of the family, without those that match `omit`, repeated for each layer. */
export interface NameSource {
  readonly family: string;
  readonly omit?: RegExp | undefined;
  readonly layers?: readonly string[];
}

/**
 * Creates `count` nodes of a kind with names of the garment family. `pieces` are the pieces that edges and quilt lines
 * belong to.
 * @throws RangeError if the family has no names for the kind.
 */
export const createNodeDrafts = (
  kind: string,
  count: number,
  stock: NameSource,
  pieces: readonly SampleNodeDraft[],
): SampleNodeDraft[] => {
  const { family, omit = /^$/, layers = GARMENT_LAYERS } = stock;
  if (kind === 'edge' || kind === 'quilt_line') return createPieceDrafts(kind, count, pieces);
  const names = listNodeNames(family, kind).filter(({ name }) => !omit.test(name));
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index): SampleNodeDraft => {
    const entry = names[index % names.length];
    if (!entry) throw new RangeError(`${family} names no ${kind}`);
    const round = Math.floor(index / names.length);
    const prefix = getNodeKind(kind).prefix;
    if (kind === 'measurement') {
      const [code = '', ...words] = entry.name.split(' ');
      const own = round ? `${code}-${round + 1}` : code;
      const name = round
        ? `${words.join(' ')}, ${layers[(round - 1) % layers.length]?.toLowerCase()}`
        : words.join(' ');
      return { kind, id: `pom.${own}`, name, preset: { ...entry.preset, code: own } };
    }
    if (kind === 'construction_note') {
      const where = layers[(round - 1) % layers.length];
      const name = round ? `${where}: ${entry.name}` : entry.name;
      return { kind, id: `note.${padTwoDigits(index + 1)}`, name, preset: { callout: String(index + 1) } };
    }
    const name = formatLayerName(entry.name, round, layers);
    let id = `${prefix}.${toSlug(name)}`;
    while (taken.has(id)) id += '-2';
    taken.add(id);
    return { kind, id, name, preset: entry.preset };
  });
};

/** Returns a value that follows from other presets of the draft, for example `on_fold` from `mirrored`; undefined if none follows. */
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
 * Returns the sample value of a field: its preset, else a value that follows from other presets, else one of its
 * options. The same seed always chooses the same option.
 */
export const chooseFieldValue = (seed: string, draft: SampleNodeDraft, field: KindField): SampleJson => {
  const preset = draft.preset[field.name] ?? inferPreset(draft, field.name);
  if (preset !== undefined) return field.name === 'code' ? preset : parseLiteral(preset);
  const option = pickSeeded(field.options, seed, draft.id, field.name);
  const range = /^([\d.]+)\.\.([\d.]+)\/([\d.]+)$/.exec(option);
  if (!range) return parseLiteral(option);
  const [from = '', to = '', step = ''] = range.slice(1);
  const steps = Math.floor((Number(to) - Number(from)) / Number(step)) + 1;
  const chosen = Math.floor(computeChance(seed, draft.id, field.name, 'step') * steps);
  return createNumber((Number(from) + chosen * Number(step)).toFixed(from.split('.')[1]?.length ?? 0));
};
