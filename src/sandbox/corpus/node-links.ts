/** Creates the links between the nodes of a sample garment. Most nodes are linked to nodes with similar names. */

import { computeChance, pickSeeded } from '../state/profiles-and-drivers.ts';
import relations from './data/relations.json' with { type: 'json' };
import type { ProvenanceTargets } from './generate-garment.ts';
import type { SampleNodeDraft } from './node-drafts.ts';
import type { SampleLink } from './sample-model.ts';

/**
 * The links that each kind of node can have. `rel` is the type of the link and `to` the kind of the linked node: a seam
 * `joins` an `edge`.
 */
const RELATIONS_BY_KIND: Readonly<Record<string, readonly { readonly rel: string; readonly to: string }[]>> =
  relations.links;

/**
 * Pairs of patterns for names of nodes. A node with a name that matches `of` is preferably linked to a node with a name
 * that matches `to`.
 */
const RELATED_WORDS = relations.akin.map(({ of, to }) => ({ of: new RegExp(of), to: new RegExp(to) }));
/**
 * Pairs of patterns that choose the material of a piece. If the name of the piece matches `piece`, its material is one
 * with a role that matches `role`, for example `lining`. If the garment has no such material, another material is used.
 */
const PIECE_ROLES = relations.roles.map(({ piece, role }) => ({
  piece: new RegExp(piece),
  role: new RegExp(role),
}));

interface DraftWords {
  readonly name: string;
  readonly words: ReadonlySet<string>;
  /**
   * If the node is an edge, the side of the piece on which it lies, for example `hem`. Undefined for a node that is not
   * an edge.
   */
  readonly side: string | undefined;
  /** One boolean for each pair of patterns in RELATED_WORDS: true if `name` matches the pattern `to` of the pair. */
  readonly akin: readonly boolean[];
}

const wordsCache = new WeakMap<SampleNodeDraft, DraftWords>();

/**
 * Returns the words in the name of a node. The words are cached, because in a large garment each of 400 seams is
 * compared with 600 edges.
 */
const readDraftWords = (draft: SampleNodeDraft): DraftWords => {
  const cached = wordsCache.get(draft);
  if (cached) return cached;
  const name = draft.name.toLowerCase();
  const side = draft.kind === 'edge' ? draft.id.slice(draft.id.lastIndexOf('.') + 1) : undefined;
  const words = new Set((name.match(/[a-z]{3,}/g) ?? []).filter((word) => word !== 'edge'));
  const draftWords = { name, words, side, akin: RELATED_WORDS.map(({ to }) => to.test(name)) };
  wordsCache.set(draft, draftWords);
  return draftWords;
};

/**
 * Returns the nodes in `targets` with the names most similar to the name of `draft`. If several are equally similar,
 * returns those with the fewest words: for `Front seam`, `Front` but not `Lining front`. If no name is similar, returns
 * all targets.
 */
const findClosestTargets = (
  draft: SampleNodeDraft,
  targets: readonly SampleNodeDraft[],
): readonly SampleNodeDraft[] => {
  const { name, words } = readDraftWords(draft);
  const rows = RELATED_WORDS.flatMap(({ of }, row) => (of.test(name) ? [row] : []));
  const scored = targets.map((target) => {
    const targetWords = readDraftWords(target);
    let score = rows.some((row) => targetWords.akin[row]) ? 3 : 0;
    for (const word of words)
      score += (targetWords.words.has(word) ? 2 : 0) + (targetWords.side === word ? 3 : 0);
    return { target, score, words: targetWords.words.size };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  if (best <= 0) return targets;
  const closest = scored.filter(({ score }) => score === best);
  const fewest = Math.min(...closest.map((candidate) => candidate.words));
  return closest.filter((candidate) => candidate.words === fewest).map(({ target }) => target);
};

const filterTargetsByName = (
  targets: readonly SampleNodeDraft[],
  names: RegExp,
): readonly SampleNodeDraft[] => targets.filter((target) => names.test(readDraftWords(target).name));

/**
 * Returns the nodes of `targets` to which a link of the type `rel` may lead from the node `draft`. Some types have a
 * rule of their own. For all other types, these are the nodes with the most similar names.
 */
const findLikelyTargets = (
  draft: SampleNodeDraft,
  rel: string,
  targets: readonly SampleNodeDraft[],
): readonly SampleNodeDraft[] => {
  const { name } = readDraftWords(draft);
  if (rel === 'edge_of') {
    const pieceName = draft.id.slice(draft.id.indexOf('.'), draft.id.lastIndexOf('.'));
    return targets.filter(({ id }) => id.length === pieceName.length + 5 && id.endsWith(pieceName));
  }
  if (rel === 'sewn_with') return filterTargetsByName(targets, /thread|yarn/);
  if (rel === 'uses')
    return findClosestTargets(draft, filterTargetsByName(targets, /button|zip|snap|hook|cord|slider|braid/));
  if (draft.kind === 'quilt_line') {
    const piece = name.slice(name.indexOf(', ') + 2);
    return targets.filter((target) => readDraftWords(target).name === piece).slice(0, 1);
  }
  if (rel !== 'made_of') return findClosestTargets(draft, targets);
  const role = PIECE_ROLES.find(({ piece }) => piece.test(name))?.role ?? /shell/;
  const matching = targets.filter(({ preset }) => role.test(preset.role ?? ''));
  return (matching.length > 0 ? matching : targets).slice(0, 1);
};

/**
 * Creates the links of one node, for example from a seam to the edges that it `joins`. For a node with a name that ends
 * with `hem` or `edge`, the link is called `finishes` instead of `joins`. `byKind` contains all nodes of the garment.
 * Each link is asserted or inferred, never unstated. Asserted and inferred links are about as frequent as asserted and
 * inferred values of the garment, and `seed` determines the choice.
 */
export const createNodeLinks = (
  seed: string,
  draft: SampleNodeDraft,
  byKind: ReadonlyMap<string, readonly SampleNodeDraft[]>,
  { asserted, inferred }: ProvenanceTargets,
): SampleLink[] => {
  const links: SampleLink[] = [];
  let targets: readonly SampleNodeDraft[] = [];
  const relations = RELATIONS_BY_KIND[draft.kind] ?? [];
  for (const [at, { rel, to: kind }] of relations.entries()) {
    if (relations[at - 1]?.rel !== rel) targets = findLikelyTargets(draft, rel, byKind.get(kind) ?? []);
    if (targets.length === 0) continue;
    const to = pickSeeded(targets, seed, draft.id, rel, at).id;
    if (links.some((link) => link.to === to)) continue;
    const isAsserted = computeChance(seed, draft.id, rel, 'said', at) * (asserted + inferred) < asserted;
    const isFinish = rel === 'joins' && /(hem|edge)$/i.test(draft.name);
    links.push({ rel: isFinish ? 'finishes' : rel, to, state: isAsserted ? 'asserted' : 'inferred' });
  }
  return links;
};
