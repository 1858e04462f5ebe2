import { named } from './anatomy.ts';
import relations from './data/relations.json' with { type: 'json' };
import { type Field, kindOf } from './fields.ts';
import { literal, number } from './lexeme.ts';
import type { Json } from './model.ts';
import { chance, pick } from './seeded.ts';

/** A node before anybody has said, worked out or left open what is in it. */
export interface Draft {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly preset: Readonly<Record<string, string>>;
}

/** A large garment repeats its anatomy in layers; the second round of `Front` is `Lining front`. */
const LAYERS: readonly string[] = relations.layers;

/** The sides that a piece has, by what it is; anything small is bounded by four plain ones. */
const SIDES = relations.sides.map(({ of, sides }) => ({ is: new RegExp(of, 'i'), sides }));

const sidesOf = (name: string): readonly string[] => SIDES.find(({ is }) => is.test(name))?.sides ?? [];

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const two = (n: number): string => String(n).padStart(2, '0');

const layered = (name: string, round: number, layers: readonly string[]): string => {
  if (round === 0) return name;
  const inner = layered(name, Math.floor((round - 1) / layers.length), layers);
  return `${layers[(round - 1) % layers.length]} ${inner[0]?.toLowerCase()}${inner.slice(1)}`;
};

/** Edges and quilt lines have no list of names: they are sides of the pieces, and lines across them. */
const onPieces = (kind: 'edge' | 'quilt_line', count: number, pieces: readonly Draft[]): Draft[] => {
  return Array.from({ length: count }, (_, index) => {
    const piece = pieces[index % pieces.length];
    if (!piece) throw new RangeError('edges need pieces');
    const round = Math.floor(index / pieces.length);
    const sides = sidesOf(piece.name);
    const side = sides[round % sides.length] ?? '';
    const own = piece.id.slice(piece.id.indexOf('.') + 1);
    if (kind === 'edge')
      return { kind, id: `edge.${own}.${slug(side)}`, name: `${piece.name} ${side} edge`, preset: {} };
    const serial = String(index + 1).padStart(3, '0');
    return {
      kind,
      id: `quilt.${serial}`,
      name: `Quilt line ${serial}, ${piece.name.toLowerCase()}`,
      preset: {},
    };
  });
};

/** Where names come from: a family's, less what this garment has not, repeated in its layers. */
export interface Stock {
  readonly family: string;
  readonly omit?: RegExp | undefined;
  readonly layers?: readonly string[];
}

export const drafts = (kind: string, count: number, stock: Stock, pieces: readonly Draft[]): Draft[] => {
  const { family, omit = /^$/, layers = LAYERS } = stock;
  if (kind === 'edge' || kind === 'quilt_line') return onPieces(kind, count, pieces);
  const names = named(family, kind).filter(({ name }) => !omit.test(name));
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index): Draft => {
    const entry = names[index % names.length];
    if (!entry) throw new RangeError(`${family} names no ${kind}`);
    const round = Math.floor(index / names.length);
    const prefix = kindOf(kind).prefix;
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
      return { kind, id: `note.${two(index + 1)}`, name, preset: { callout: String(index + 1) } };
    }
    const name = layered(entry.name, round, layers);
    let id = `${prefix}.${slug(name)}`;
    while (taken.has(id)) id += '-2';
    taken.add(id);
    return { kind, id, name, preset: entry.preset };
  });
};

/** What follows from what is known: a mirrored pair is not on the fold, a tolerance goes with its length. */
const implied = (draft: Draft, field: string): string | undefined => {
  const { cut, mirrored, on_fold, spec } = draft.preset;
  if (field === 'on_fold' && mirrored === 'true') return 'false';
  if (field === 'mirrored' && (on_fold === 'true' || cut === '1')) return 'false';
  if (!spec) return undefined;
  const length = Number(spec);
  if (field === 'grade') return length > 60 ? '1.0' : length > 30 ? '2.5' : length > 12 ? '0.6' : '0.3';
  if (!field.startsWith('tol_')) return undefined;
  return length > 60 ? '1.5' : length > 30 ? '1.0' : length > 12 ? '0.6' : '0.3';
};

/** The value a field would have if it were known. */
export const wouldBe = (seed: string, draft: Draft, field: Field): Json => {
  const preset = draft.preset[field.name] ?? implied(draft, field.name);
  if (preset !== undefined) return field.name === 'code' ? preset : literal(preset);
  const option = pick(field.options, seed, draft.id, field.name);
  const range = /^([\d.]+)\.\.([\d.]+)\/([\d.]+)$/.exec(option);
  if (!range) return literal(option);
  const [from = '', to = '', step = ''] = range.slice(1);
  const steps = Math.floor((Number(to) - Number(from)) / Number(step)) + 1;
  const chosen = Math.floor(chance(seed, draft.id, field.name, 'step') * steps);
  return number((Number(from) + chosen * Number(step)).toFixed(from.split('.')[1]?.length ?? 0));
};
