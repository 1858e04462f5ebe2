/** Creates the links between the nodes of a sample garment. Most nodes are linked to nodes with similar names. */

import { computeChance, pickSeeded } from '../state/profiles-and-drivers.ts';
import relations from './data/relations.json' with { type: 'json' };
import type { ProvenanceTargets } from './generate-garment.ts';
import type { SampleNodeDraft } from './node-drafts.ts';
import type { SampleLink } from './sample-model.ts';

/** The relations of each kind of node, for example a seam `joins` an edge. `to` is the kind of the linked node. */
const RELATIONS_BY_KIND: Readonly<Record<string, readonly { readonly rel: string; readonly to: string }[]>> =
  relations.links;

/** Pairs of patterns: a node with a name that matches `of` is likely linked to a node with a name that matches `to`. */
const RELATED_WORDS = relations.akin.map(({ of, to }) => ({ of: new RegExp(of), to: new RegExp(to) }));
/**
 * The role of the material that a piece is made of, for example `lining`. `piece` matches the name of the piece, and
 * `role` matches the role.
 */
const PIECE_ROLES = relations.roles.map(({ piece, role }) => ({
  piece: new RegExp(piece),
  role: new RegExp(role),
}));

interface DraftWords {
  readonly name: string;
  readonly words: ReadonlySet<string>;
  /** The side that an edge is at, which is the last word of its id, for example `hem`; undefined for other kinds. */
  readonly side: string | undefined;
  /** Whether the name matches the pattern `to`, for each pair of RELATED_WORDS. */
  readonly akin: readonly boolean[];
}

const wordsCache = new WeakMap<SampleNodeDraft, DraftWords>();

/**
 * Returns the words of a node's name. They are cached, because each of 400 seams is compared with each of 600 edges.
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
 * Returns the targets whose names are most similar to the name of `draft`. Of equally similar ones, it returns those
 * with the fewest words: for `Front seam`, `Front` and not `Lining front`. Returns all targets if none is similar.
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
 * Returns the targets to which a link may lead. Some relations have a rule: `sewn_with` leads to threads and yarns.
 * Other relations lead to the targets with the most similar names.
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
 * Creates the links of one node, for example from a seam to the edges that it `joins`. If the name of the node ends
 * with `hem` or `edge`, the link is `finishes` instead of `joins`. `byKind` has all nodes. The seed decides which links
 * are asserted and which are inferred; their shares are those of the last argument.
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
