/**
 * Reads the earlier version of a garment, with which a sheet compares the present version. The user gives a file, a
 * pulled folder or an id, as for `toile diff`.
 */

import { BODY_MEMBERS } from '../garment/read-digest.ts';
import type { EarlierVersion } from '../output/sheet/index.ts';
import { NotFound } from '../platform/errors.ts';
import type { CommandContext } from './command-context.ts';
import { fetchResource } from './designs/fetch-resource.ts';
import { type DiffSide, detectResource, findPulledDesign, readDiffSide } from './diff/diff-sources.ts';
import type { GarmentSource } from './garment-sources.ts';

const NO_BODIES = { graph: undefined, brief: undefined, trust: undefined, confirmations: undefined };

/** Returns the last part of a path. The full path does not belong on a page that is sent to others. */
const shortenPath = (typed: string): string =>
  typed === '-' ? 'stdin' : (typed.split(/[\\/]/).findLast((part) => part !== '') ?? typed);

/**
 * Reads the earlier version of a garment from a pulled folder. Throws NotFound if the folder has no graph of the
 * garment.
 */
const readFromCollection = (
  side: Extract<DiffSide, { kind: 'folder' }>,
  { subject, profile }: Pick<GarmentSource, 'subject' | 'profile'>,
): EarlierVersion => {
  const [onlyItem, ...others] = side.collection.subjects;
  // Without the id of a garment, its earlier version cannot be selected among several designs. So the folder must then
  // contain only one design.
  const item =
    subject !== '' ? findPulledDesign(side.collection, subject) : others.length === 0 ? onlyItem : undefined;
  if (item === undefined)
    throw new NotFound(`${side.typed} has no data of ${subject || 'a garment without an id'}`);
  const files = [...item.files].flatMap(([name, file]) => {
    if (file.read === 'export' || (file.read === 'graph' && file.profile !== profile)) return [];
    return [{ name, file, member: BODY_MEMBERS[file.read] }];
  });
  const graph = files.find(({ member }) => member === 'graph');
  if (graph === undefined) throw new NotFound(`${side.typed} has no graph for ${profile}`);
  const at = Date.parse(graph.file.fetched);
  return {
    ...NO_BODIES,
    name: shortenPath(side.typed),
    at: Number.isNaN(at) ? undefined : at,
    ...Object.fromEntries(files.map(({ name, member }) => [member, item.readJson(name)])),
  };
};

const readEarlierVersion = async (
  deps: CommandContext,
  side: DiffSide,
  garment: Pick<GarmentSource, 'subject' | 'profile'>,
): Promise<EarlierVersion> => {
  const empty = { ...NO_BODIES, name: shortenPath(side.typed), at: undefined };
  if (side.kind === 'file') return { ...empty, [BODY_MEMBERS[detectResource(side)]]: side.body };
  if (side.kind === 'folder') return readFromCollection(side, garment);
  return {
    ...empty,
    graph: (await fetchResource(deps, side.reference, 'graph', side.profile ?? garment.profile)).value,
  };
};

/**
 * Creates a function that reads the earlier version of a garment from `typed`: a file, a pulled folder or an id.
 * Without `typed`, the function returns undefined. If a pulled folder has no graph of the garment, the returned version
 * has no bodies; with `isOnlyGarment`, the function throws NotFound instead. `letter` is the revision letter of the
 * version.
 */
export const createEarlierFinder = (
  deps: CommandContext,
  typed: string | undefined,
  letter: string | undefined,
  isOnlyGarment: boolean,
): ((garment: Pick<GarmentSource, 'subject' | 'profile'>) => Promise<EarlierVersion | undefined>) => {
  let side: Promise<DiffSide> | undefined;
  return async (garment) => {
    if (typed === undefined) return undefined;
    side ??= readDiffSide(deps, typed);
    try {
      const earlier = await readEarlierVersion(deps, await side, garment);
      return { ...earlier, ...(letter !== undefined && { letter }) };
    } catch (error) {
      if (isOnlyGarment || !(error instanceof NotFound) || (await side).kind !== 'folder') throw error;
      return { ...NO_BODIES, name: shortenPath(typed), at: undefined };
    }
  };
};
