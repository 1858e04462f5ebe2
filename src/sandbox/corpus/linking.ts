import type { Draft } from './drafts.ts';
import type { Link } from './model.ts';
import { chance, pick } from './seeded.ts';
import type { Tally } from './states.ts';

/** Which kinds a node of a kind points at, and by what name. */
const RELATIONS: Readonly<Record<string, readonly (readonly [rel: string, to: string])[]>> = {
  material: [['colours', 'colourway']],
  piece: [
    ['part_of', 'garment'],
    ['made_of', 'material'],
  ],
  edge: [['edge_of', 'piece']],
  seam: [
    ['joins', 'edge'],
    ['joins', 'edge'],
    ['sewn_with', 'trim'],
  ],
  quilt_line: [['placed_on', 'piece']],
  closure: [
    ['uses', 'trim'],
    ['closes', 'piece'],
  ],
  trim: [['placed_on', 'piece']],
  measurement: [['measured_on', 'piece']],
  label: [['placed_on', 'piece']],
  construction_note: [['refers_to', 'piece']],
  process: [['refers_to', 'garment']],
  packaging: [['refers_to', 'garment']],
};

/** Words that belong together though they are not alike. */
const AKIN: readonly (readonly [of: RegExp, to: RegExp])[] = [
  [/bicep|elbow|cuff opening|sleeve|armhole, straight/, /sleeve/],
  [/inseam|outseam|thigh|knee|leg opening|rise|pleat/, /leg|inseam|outseam|rise/],
  [/waist/, /waist|skirt/],
  [/hood/, /hood/],
  [/collar|neck|label|hanger/, /collar|neck|yoke|^back/],
  [/across back|cb|centre back/, /^back|skirt back|centre/],
  [/chest|bust|across front|body length|shoulder|front/, /^front|shoulder/],
  [/armhole/, /armhole|cap/],
  [/hem/, /hem|^back/],
  [/pocket|flap|welt/, /pocket|flap|welt/],
  [/button/, /button/],
  [/zip/, /zip/],
  [/snap/, /snap/],
];

const ROLE: readonly (readonly [piece: RegExp, role: RegExp])[] = [
  [/pocket bag/, /pocketing/],
  [/lining|liner/, /lining$/],
  [/insulation|down/, /insulation/],
  [/rib/, /rib/],
  [/./, /shell|yarn/],
];

interface Read {
  readonly name: string;
  readonly words: ReadonlySet<string>;
  /** The side of an edge, which is the last word of its id. */
  readonly side: string | undefined;
  /** Which rows of AKIN are about something like this. */
  readonly akin: readonly boolean[];
}

const known = new WeakMap<Draft, Read>();

/** Kept, because each of four hundred seams looks at each of six hundred edges. */
function read(draft: Draft): Read {
  const kept = known.get(draft);
  if (kept) return kept;
  const name = draft.name.toLowerCase();
  const side = draft.kind === 'edge' ? draft.id.slice(draft.id.lastIndexOf('.') + 1) : undefined;
  const words = new Set((name.match(/[a-z]{3,}/g) ?? []).filter((word) => word !== 'edge'));
  const fresh = { name, words, side, akin: AKIN.map(([, to]) => to.test(name)) };
  known.set(draft, fresh);
  return fresh;
}

/** Those most alike in words, and of these the plainest: `Front` rather than `Lining front`. */
function closest(draft: Draft, targets: readonly Draft[]): readonly Draft[] {
  const own = read(draft);
  const akin = AKIN.flatMap(([of], row) => (of.test(own.name) ? [row] : []));
  const words = [...own.words];
  let best = 1;
  let found: Draft[] = [];
  for (const target of targets) {
    const other = read(target);
    let score = other.side !== undefined && own.words.has(other.side) ? 3 : 0;
    for (const word of words) if (other.words.has(word)) score += 2;
    if (akin.some((row) => other.akin[row])) score += 3;
    if (score > best) [best, found] = [score, []];
    if (score === best) found.push(target);
  }
  const fewest = Math.min(...found.map((target) => read(target).words.size));
  return found.length > 0 ? found.filter((target) => read(target).words.size === fewest) : targets;
}

const only = (targets: readonly Draft[], keep: (target: Read & Draft) => boolean): readonly Draft[] =>
  targets.filter((target) => keep({ ...target, ...read(target) }));

/** The nodes that this one could sensibly point at; all of them where none stands out. */
function likely(draft: Draft, rel: string, targets: readonly Draft[]): readonly Draft[] {
  const { name } = read(draft);
  if (rel === 'edge_of') {
    const own = draft.id.slice(draft.id.indexOf('.'), draft.id.lastIndexOf('.'));
    return targets.filter(({ id }) => id.length === own.length + 5 && id.endsWith(own));
  }
  if (rel === 'sewn_with') return only(targets, (target) => /thread|yarn/.test(target.name));
  if (rel === 'uses')
    return closest(
      draft,
      only(targets, (target) => /button|zip|snap|hook|cord|slider|braid/.test(target.name)),
    );
  if (draft.kind === 'quilt_line') {
    const piece = name.slice(name.indexOf(', ') + 2);
    return targets.filter((target) => read(target).name === piece).slice(0, 1);
  }
  if (rel !== 'made_of') return closest(draft, targets);
  const role = ROLE.find(([piece]) => piece.test(name))?.[1] ?? /shell/;
  const fitting = targets.filter(({ preset }) => role.test(preset.role ?? ''));
  return (fitting.length > 0 ? fitting : targets).slice(0, 1);
}

/** The links of one node. A link is inferred as often as the garment's values are. */
export function linksOf(
  seed: string,
  draft: Draft,
  byKind: ReadonlyMap<string, readonly Draft[]>,
  [a, i]: Tally,
): Link[] {
  const links: Link[] = [];
  let targets: readonly Draft[] = [];
  for (const [at, [rel, kind]] of (RELATIONS[draft.kind] ?? []).entries()) {
    if (RELATIONS[draft.kind]?.[at - 1]?.[0] !== rel) targets = likely(draft, rel, byKind.get(kind) ?? []);
    if (targets.length === 0) continue;
    const to = pick(targets, seed, draft.id, rel, at).id;
    if (links.some((link) => link.to === to)) continue;
    const said = chance(seed, draft.id, rel, 'said', at) * (a + i) < a;
    const finishes = rel === 'joins' && /(hem|edge)$/i.test(draft.name);
    links.push({ rel: finishes ? 'finishes' : rel, to, state: said ? 'asserted' : 'inferred' });
  }
  return links;
}
