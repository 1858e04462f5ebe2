/** What a sheet is compared with: a file, the folder of a pull, or an id, as `toile diff` reads them. */

import { NotFound } from '../errors.ts';
import type { Earlier } from '../sheet/index.ts';
import { read } from './designs/fetch-resource.ts';
import { heldAs, readIn, type Side, sideOf } from './diff/diff-sources.ts';
import type { Base, Files, Folders, Service } from './facets.ts';
import type { Source } from './sheet-reads.ts';

type Deps = Base & Service & Files & Folders;

const NOTHING = { graph: undefined, brief: undefined, trust: undefined, confirmations: undefined };

const MEMBERS = {
  graph: 'graph',
  'tailor-brief': 'brief',
  'design-trust': 'trust',
  confirmations: 'confirmations',
} as const;

/** A page leaves the house: of a path only the last name stands on it. */
const nameOf = (typed: string): string =>
  typed === '-' ? 'what came on stdin' : (typed.split(/[\\/]/).findLast((part) => part !== '') ?? typed);

const inFolder = (
  side: Extract<Side, { kind: 'folder' }>,
  { subject, profile }: Pick<Source, 'subject' | 'profile'>,
): Earlier => {
  const [alone, ...others] = side.held.subjects;
  // A body that names no garment can only be compared with the only one there is.
  const one = subject !== '' ? heldAs(side.held, subject) : others.length === 0 ? alone : undefined;
  if (one === undefined)
    throw new NotFound(`${side.typed} holds nothing of ${subject || 'a garment without an id'}`);
  const wanted = [...one.files].flatMap(([name, file]) => {
    if (file.read === 'export' || (file.read === 'graph' && file.profile !== profile)) return [];
    return [{ name, file, member: MEMBERS[file.read] }];
  });
  const graph = wanted.find(({ member }) => member === 'graph');
  if (graph === undefined) throw new NotFound(`${side.typed} holds no graph for ${profile}`);
  const at = Date.parse(graph.file.fetched);
  return {
    ...NOTHING,
    name: nameOf(side.typed),
    at: Number.isNaN(at) ? undefined : at,
    ...Object.fromEntries(wanted.map(({ name, member }) => [member, one.json(name)])),
  };
};

const earlierIn = async (
  deps: Deps,
  side: Side,
  of: Pick<Source, 'subject' | 'profile'>,
): Promise<Earlier> => {
  const bare = { ...NOTHING, name: nameOf(side.typed), at: undefined };
  if (side.kind === 'file') return { ...bare, [MEMBERS[readIn(side)]]: side.body };
  if (side.kind === 'folder') return inFolder(side, of);
  return { ...bare, graph: (await read(deps, side.what, 'graph', side.profile ?? of.profile)).value };
};

/**
 * Looks up what each garment was. Of one of several that the folder does not hold the page says so; where there is but
 * one, nothing is left to compare.
 */
export const since = (
  deps: Deps,
  typed: string | undefined,
  alone: boolean,
): ((of: Pick<Source, 'subject' | 'profile'>) => Promise<Earlier | undefined>) => {
  let side: Promise<Side> | undefined;
  return async (of) => {
    if (typed === undefined) return undefined;
    side ??= sideOf(deps, typed);
    try {
      return await earlierIn(deps, await side, of);
    } catch (error) {
      if (alone || !(error instanceof NotFound) || (await side).kind !== 'folder') throw error;
      return { ...NOTHING, name: nameOf(typed), at: undefined };
    }
  };
};
