import { type Family, named } from './anatomy.ts';
import { type Field, type KindName, kindOf } from './fields.ts';
import { literal, number } from './lexeme.ts';
import type { Json } from './model.ts';
import { pick } from './seeded.ts';

/** A node before anybody has said, worked out or left open what is in it. */
export interface Draft {
  readonly kind: KindName;
  readonly id: string;
  readonly name: string;
  readonly preset: Readonly<Record<string, string>>;
}

/** A large garment repeats its anatomy in layers; the second round of `Front` is `Lining front`. */
const LAYERS = [
  'Lining',
  'Inner',
  'Insulation',
  'Detachable liner',
  'Storm',
  'Facing',
  'Left',
  'Right',
  'Upper',
  'Lower',
  'Hood',
  'Pocket',
];
const SIDES = ['side', 'hem', 'armhole', 'shoulder', 'front', 'back', 'top', 'neck', 'inner', 'outer'];

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const two = (n: number): string => String(n).padStart(2, '0');

function layered(name: string, round: number): string {
  if (round === 0) return name;
  const inner = layered(name, Math.floor((round - 1) / LAYERS.length));
  return `${LAYERS[(round - 1) % LAYERS.length]} ${inner[0]?.toLowerCase()}${inner.slice(1)}`;
}

/** Edges and quilt lines have no list of names: they are sides of the pieces, and lines across them. */
function onPieces(kind: 'edge' | 'quilt_line', count: number, pieces: readonly Draft[]): Draft[] {
  return Array.from({ length: count }, (_, index) => {
    const piece = pieces[index % pieces.length];
    if (!piece) throw new RangeError('edges need pieces');
    const round = Math.floor(index / pieces.length);
    const side = SIDES[(index + round) % SIDES.length] ?? '';
    const own = piece.id.slice(piece.id.indexOf('.') + 1);
    if (kind === 'edge')
      return { kind, id: `edge.${own}.${side}`, name: `${piece.name} ${side} edge`, preset: {} };
    const serial = String(index + 1).padStart(3, '0');
    return {
      kind,
      id: `quilt.${serial}`,
      name: `Quilt line ${serial}, ${piece.name.toLowerCase()}`,
      preset: {},
    };
  });
}

export function drafts(kind: KindName, count: number, family: Family, pieces: readonly Draft[]): Draft[] {
  if (kind === 'edge' || kind === 'quilt_line') return onPieces(kind, count, pieces);
  const names = named(family, kind);
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
        ? `${words.join(' ')}, ${LAYERS[(round - 1) % LAYERS.length]?.toLowerCase()}`
        : words.join(' ');
      return { kind, id: `pom.${own}`, name, preset: { ...entry.preset, code: own } };
    }
    if (kind === 'construction_note') {
      const where = LAYERS[(round - 1) % LAYERS.length];
      const name = round ? `${where}: ${entry.name}` : entry.name;
      return { kind, id: `note.${two(index + 1)}`, name, preset: { callout: String(index + 1) } };
    }
    const name = layered(entry.name, round);
    let id = `${prefix}.${slug(name)}`;
    while (taken.has(id)) id += '-2';
    taken.add(id);
    return { kind, id, name, preset: entry.preset };
  });
}

/** The value a field would have if it were known. */
export function wouldBe(seed: string, draft: Draft, field: Field): Json {
  const preset = draft.preset[field.name];
  if (preset !== undefined) return field.name === 'code' ? preset : literal(preset);
  const option = pick(field.options, seed, draft.id, field.name);
  const range = /^([\d.]+)\.\.([\d.]+)\/([\d.]+)$/.exec(option);
  if (!range) return literal(option);
  const [from = '', to = '', step = ''] = range.slice(1);
  const steps = Math.floor((Number(to) - Number(from)) / Number(step)) + 1;
  const chosen = pick(
    Array.from({ length: steps }, (_, i) => i),
    seed,
    draft.id,
    field.name,
    'step',
  );
  return number((Number(from) + chosen * Number(step)).toFixed(from.split('.')[1]?.length ?? 0));
}
