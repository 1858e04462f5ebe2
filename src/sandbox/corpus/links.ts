import relations from './data/relations.json' with { type: 'json' };
import type { Draft } from './drafts.ts';
import type { Link } from './model.ts';
import { chance, pick } from './seeded.ts';
import type { Tally } from './states.ts';

/** Which kinds a node of a kind points at, and by what name. */
const LINKS: Readonly<Record<string, readonly { readonly rel: string; readonly to: string }[]>> =
  relations.links;

const pattern = (words: string): RegExp => new RegExp(words);

/** Words that belong together though they are not alike. */
const AKIN = relations.akin.map(({ of, to }) => ({ of: pattern(of), to: pattern(to) }));
const ROLES = relations.roles.map(({ piece, role }) => ({ piece: pattern(piece), role: pattern(role) }));

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
const read = (draft: Draft): Read => {
  const kept = known.get(draft);
  if (kept) return kept;
  const name = draft.name.toLowerCase();
  const side = draft.kind === 'edge' ? draft.id.slice(draft.id.lastIndexOf('.') + 1) : undefined;
  const words = new Set((name.match(/[a-z]{3,}/g) ?? []).filter((word) => word !== 'edge'));
  const fresh = { name, words, side, akin: AKIN.map(({ to }) => to.test(name)) };
  known.set(draft, fresh);
  return fresh;
};

/** Where in a list of targets each word, side and row of AKIN stands. */
interface Index {
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  readonly bySide: ReadonlyMap<string, readonly number[]>;
  readonly byRow: readonly (readonly number[])[];
}

const indices = new WeakMap<readonly Draft[], Index>();

const note = (places: Map<string, number[]>, word: string, at: number): void => {
  const found = places.get(word);
  if (found) found.push(at);
  else places.set(word, [at]);
};

/** Kept for the list: of six hundred edges, few share a word with any one seam. */
const indexOf = (targets: readonly Draft[]): Index => {
  const kept = indices.get(targets);
  if (kept) return kept;
  const byWord = new Map<string, number[]>();
  const bySide = new Map<string, number[]>();
  const byRow: number[][] = AKIN.map(() => []);
  for (const [at, target] of targets.entries()) {
    const { words, side, akin } = read(target);
    for (const word of words) note(byWord, word, at);
    if (side !== undefined) note(bySide, side, at);
    for (const [row, isAkin] of akin.entries()) if (isAkin) byRow[row]?.push(at);
  }
  const fresh = { byWord, bySide, byRow };
  indices.set(targets, fresh);
  return fresh;
};

/** Those most alike in words, and of these the plainest: `Front` rather than `Lining front`. */
const closest = (draft: Draft, targets: readonly Draft[]): readonly Draft[] => {
  const { name, words } = read(draft);
  const { byWord, bySide, byRow } = indexOf(targets);
  const scores = new Map<number, number>();
  const add = (places: Iterable<number>, score: number): void => {
    for (const at of places) scores.set(at, (scores.get(at) ?? 0) + score);
  };
  for (const word of words) {
    add(byWord.get(word) ?? [], 2);
    add(bySide.get(word) ?? [], 3);
  }
  const akin = AKIN.flatMap(({ of }, row) => (of.test(name) ? (byRow[row] ?? []) : []));
  add(new Set(akin), 3);
  if (scores.size === 0) return targets;
  let best = 0;
  for (const score of scores.values()) if (score > best) best = score;
  const found = targets.filter((_, at) => scores.get(at) === best);
  const fewest = Math.min(...found.map((target) => read(target).words.size));
  return found.filter((target) => read(target).words.size === fewest);
};

/** The lists stay the same list for the same targets, so that they are indexed once. */
const chosen = new WeakMap<readonly Draft[], Map<string, readonly Draft[]>>();

const only = (targets: readonly Draft[], names: RegExp): readonly Draft[] => {
  const kept = chosen.get(targets) ?? new Map<string, readonly Draft[]>();
  chosen.set(targets, kept);
  const found = kept.get(names.source) ?? targets.filter((target) => names.test(read(target).name));
  kept.set(names.source, found);
  return found;
};

/** The nodes that this one could sensibly point at; all of them where none stands out. */
const likely = (draft: Draft, rel: string, targets: readonly Draft[]): readonly Draft[] => {
  const { name } = read(draft);
  if (rel === 'edge_of') {
    const own = draft.id.slice(draft.id.indexOf('.'), draft.id.lastIndexOf('.'));
    return targets.filter(({ id }) => id.length === own.length + 5 && id.endsWith(own));
  }
  if (rel === 'sewn_with') return only(targets, /thread|yarn/);
  if (rel === 'uses') return closest(draft, only(targets, /button|zip|snap|hook|cord|slider|braid/));
  if (draft.kind === 'quilt_line') {
    const piece = name.slice(name.indexOf(', ') + 2);
    return targets.filter((target) => read(target).name === piece).slice(0, 1);
  }
  if (rel !== 'made_of') return closest(draft, targets);
  const role = ROLES.find(({ piece }) => piece.test(name))?.role ?? /shell/;
  const fitting = targets.filter(({ preset }) => role.test(preset.role ?? ''));
  return (fitting.length > 0 ? fitting : targets).slice(0, 1);
};

/** The links of one node. A link is inferred as often as the garment's values are. */
export const linksOf = (
  seed: string,
  draft: Draft,
  byKind: ReadonlyMap<string, readonly Draft[]>,
  [a, i]: Tally,
): Link[] => {
  const links: Link[] = [];
  let targets: readonly Draft[] = [];
  const wanted = LINKS[draft.kind] ?? [];
  for (const [at, { rel, to: kind }] of wanted.entries()) {
    if (wanted[at - 1]?.rel !== rel) targets = likely(draft, rel, byKind.get(kind) ?? []);
    if (targets.length === 0) continue;
    const to = pick(targets, seed, draft.id, rel, at).id;
    if (links.some((link) => link.to === to)) continue;
    const said = chance(seed, draft.id, rel, 'said', at) * (a + i) < a;
    const finishes = rel === 'joins' && /(hem|edge)$/i.test(draft.name);
    links.push({ rel: finishes ? 'finishes' : rel, to, state: said ? 'asserted' : 'inferred' });
  }
  return links;
};
