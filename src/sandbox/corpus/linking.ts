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

/** The links of one node. A link is inferred as often as the garment's values are. */
export function linksOf(
  seed: string,
  draft: Draft,
  byKind: ReadonlyMap<string, readonly Draft[]>,
  [a, i]: Tally,
): Link[] {
  const links: Link[] = [];
  for (const [at, [rel, kind]] of (RELATIONS[draft.kind] ?? []).entries()) {
    const targets = byKind.get(kind) ?? [];
    if (targets.length === 0) continue;
    const own =
      draft.kind === 'edge'
        ? targets.find(({ id }) => draft.id.startsWith(`edge.${id.slice(6)}.`))
        : undefined;
    const shell = rel === 'made_of' && chance(seed, draft.id, 'cloth') < 0.7 ? targets[0] : undefined;
    const to = (own ?? shell ?? pick(targets, seed, draft.id, rel, at)).id;
    if (links.some((link) => link.rel === rel && link.to === to)) continue;
    const said = chance(seed, draft.id, rel, 'said', at) * (a + i) < a;
    links.push({
      rel: /hem$/i.test(draft.name) && rel === 'joins' ? 'finishes' : rel,
      to,
      state: said ? 'asserted' : 'inferred',
    });
  }
  return links;
}
