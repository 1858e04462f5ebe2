import type { Collection, CollectionItem } from '../../collection/load-collection.ts';
import { detectBodyKind } from '../../garment/body-kind.ts';
import { findOnlyDesign, isDesignMatch } from '../../garment/design-match.ts';
import { BODY_MEMBERS, computeReadDigest, type GarmentRead } from '../../garment/read-digest.ts';
import type { UnfinishedPulls } from '../../output/views/saved-files.ts';
import { NotFound, UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { detectPathKind, readBodyFile } from '../../platform/files/user-files.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import type { DesignSummary } from '../../service/client/index.ts';
import { GARMENT_PROFILES, RESOURCE_NAMES, type Resource } from '../../service/client/resources.ts';
import type { CommandContext } from '../command-context.ts';
import { withMissingFolderNote } from '../designs/body-sources.ts';
import { computeFolderDigest, listBodyFileNames, readPulledName } from '../designs/collection-bodies.ts';
import {
  type DesignReference,
  parseDesignReference,
  walkAccountDesigns,
} from '../designs/design-reference.ts';
import { fetchResource } from '../designs/fetch-resource.ts';

/** One side of a comparison: the body in a file or on stdin, a pulled folder, or a design or garment at the service. */
export type DiffSide =
  | { readonly kind: 'file'; readonly typed: string; readonly body: unknown }
  | { readonly kind: 'folder'; readonly typed: string; readonly collection: Collection }
  | {
      readonly kind: 'live';
      readonly typed: string;
      readonly reference: DesignReference;
      readonly profile: string | undefined;
    };

/**
 * Two bodies to compare, `a` from the first source and `b` from the second. For a design that only one of two folders
 * has, `a` or `b` is the CollectionItem of the design, and the other is undefined. For a file that one folder lacks
 * because its last pull did not finish, both are undefined.
 */
export interface BodyPair {
  /** The design to which both bodies belong, if two folders are compared. Undefined in any other comparison. */
  readonly design: { readonly id: string; readonly name: string | null } | undefined;
  /**
   * The name of the compared file, such as `graph.factory.json`, if at least one side of the comparison is a pulled
   * folder. Empty if no side is a pulled folder, and for a design that only one of two folders has.
   */
  readonly file: string;
  /** True if one folder lacks the body because its last pull did not finish. This does not count as a change. */
  readonly isNotPulled?: true;
  readonly a: unknown;
  readonly b: unknown;
}

const PROFILE_SUFFIX = new RegExp(`^(.+)@(${GARMENT_PROFILES.join('|')})$`, 's');

/**
 * Reads one side of a comparison from a file, a folder, or stdin (`-`). Any other text is parsed as an id such as
 * `GARM-101` or `GARM-101@factory`, without a request to the service. Throws a UsageError for a path that does not
 * exist.
 */
export const readDiffSide = async (deps: CommandContext, typed: string): Promise<DiffSide> => {
  const pathKind = typed === '-' ? 'file' : await detectPathKind(deps.system, typed);
  if (pathKind === 'file') {
    const { value, ids } = await readBodyFile(deps, typed);
    if (ids === undefined) return { kind: 'file', typed, body: value };
    if (ids.length > 1)
      throw new UsageError('stdin contains several ids, but each side of the comparison takes one');
    return readDiffSide(deps, ids[0] ?? '');
  }
  if (pathKind === 'folder') return { kind: 'folder', typed, collection: await deps.readCollection(typed) };
  const [, id, profile] = PROFILE_SUFFIX.exec(typed) ?? [];
  if (id === undefined && /[\\/]|\.json$/.test(typed) && !/^https?:/i.test(typed)) {
    throw new UsageError(`file or folder not found: ${typed}`);
  }
  return { kind: 'live', typed, reference: parseDesignReference(id ?? typed), profile };
};

const toPairDesign = (item: CollectionItem) => ({ id: item.subjectId.id, name: readPulledName(item) });

/**
 * Pairs the files of two pulled folders by design and file name, for example the graphs of one design. If each folder
 * has only one design and both pulls finished, the files of these two designs are paired even if the ids differ. Pairs
 * of identical files are left out, unless `withEqual` is true.
 */
const matchCollections = (a: Collection, b: Collection, withEqual: boolean): readonly BodyPair[] => {
  const getKey = ({ subjectId }: CollectionItem): string => `${subjectId.kind} ${subjectId.id}`;
  const [onlyItemOfA, onlyItemOfB] = [a.subjects[0], b.subjects[0]];
  const isOnlyPair = a.subjects.length === 1 && b.subjects.length === 1 && !a.isUnfinished && !b.isUnfinished;
  const itemsOfB = new Map(b.subjects.map((item) => [getKey(item), item]));
  const keysOfA = new Set(a.subjects.map(getKey));
  const findPartner = (item: CollectionItem): CollectionItem | undefined =>
    isOnlyPair && item === onlyItemOfA ? onlyItemOfB : itemsOfB.get(getKey(item));
  const createMissingPair = (item: CollectionItem, isAdded: boolean): BodyPair => ({
    design: toPairDesign(item),
    file: '',
    a: isAdded ? undefined : item,
    b: isAdded ? item : undefined,
    ...((isAdded ? a : b).isUnfinished && { isNotPulled: true }),
  });
  const listNotPulled = (
    item: CollectionItem,
    otherItem: CollectionItem,
    side: Collection,
  ): readonly BodyPair[] =>
    !side.isUnfinished
      ? []
      : listBodyFileNames(item)
          .filter((name) => !otherItem.files.has(name))
          .map((name) => ({
            design: toPairDesign(item),
            file: name,
            isNotPulled: true,
            a: undefined,
            b: undefined,
          }));
  return [
    ...a.subjects.flatMap((item): readonly BodyPair[] => {
      const now = findPartner(item);
      if (!now) return [createMissingPair(item, false)];
      // If only one of the two folders has a file, this does not count as a change of the design, because the pull into
      // the other folder has not fetched the file. The file is listed as not pulled if the last pull of the other
      // folder did not finish. Otherwise it is left out.
      return [
        ...listBodyFileNames(item)
          .filter((name) => now.files.has(name))
          .filter((name) => withEqual || item.readText(name) !== now.readText(name))
          .map((name) => ({
            design: toPairDesign(now),
            file: name,
            a: item.readJson(name),
            b: now.readJson(name),
          })),
        ...listNotPulled(item, now, b),
        ...listNotPulled(now, item, a),
      ];
    }),
    ...(isOnlyPair
      ? []
      : b.subjects.filter((item) => !keysOfA.has(getKey(item))).map((item) => createMissingPair(item, true))),
  ];
};

/**
 * Returns the pulled design that `word` selects by id, start of id, garment id, name or folder; undefined if there is
 * none. Throws a UsageError if several match.
 */
export const findPulledDesign = (collection: Collection, word: string): CollectionItem | undefined =>
  findOnlyDesign(
    word,
    collection.subjects.map((item) => ({
      ...item.summary,
      id: item.subjectId.id,
      folder: item.folder,
      item,
    })),
  )?.item;

/**
 * Returns the design in a pulled folder that a reference means, or the only design of the folder. If no design in the
 * folder matches, asks the service, because a design may have received another name or garment id after the pull.
 * Throws NotFound if the folder does not contain the design.
 */
const resolvePulledDesign = async (
  deps: CommandContext,
  { collection, typed }: Extract<DiffSide, { kind: 'folder' }>,
  reference: DesignReference,
): Promise<CollectionItem> => {
  const word = reference === undefined ? '' : 'id' in reference ? reference.id : reference.text;
  const [alone, ...others] = collection.subjects;
  const found = findPulledDesign(collection, word) ?? (others.length === 0 ? alone : undefined);
  if (found !== undefined) return found;
  if (reference?.kind !== 'design') {
    const matches: DesignSummary[] = [];
    for await (const design of walkAccountDesigns(deps))
      if (isDesignMatch(word, design)) matches.push(design);
    const id = findOnlyDesign(word, matches)?.id;
    const renamed = collection.subjects.find(({ subjectId }) => subjectId.id === id);
    if (renamed !== undefined) return renamed;
  }
  throw new NotFound(`${typed} has no data of ${word}`);
};

/**
 * Pairs the pulled bodies of one design with the bodies that the service has now. `isReversed` is true if the pulled
 * folder is the second side (`b`) of the comparison.
 */
const matchWithService = async (
  deps: CommandContext,
  folder: Extract<DiffSide, { kind: 'folder' }>,
  { reference, profile }: Extract<DiffSide, { kind: 'live' }>,
  isReversed: boolean,
): Promise<readonly BodyPair[]> => {
  const item = await resolvePulledDesign(deps, folder, reference);
  const pairs: BodyPair[] = [];
  for (const [name, file] of item.files) {
    if (file.read === 'export') continue;
    if (profile !== undefined && file.profile !== profile) continue;
    const pulled = item.readJson(name);
    const live = (await fetchResource(deps, reference, file.read as Resource, file.profile)).value;
    pairs.push({
      design: undefined,
      file: name,
      a: isReversed ? live : pulled,
      b: isReversed ? pulled : live,
    });
  }
  if (pairs.length === 0) throw new NotFound(`${folder.typed} has no graph for ${profile}`);
  return pairs;
};

/**
 * Returns the kind of body in a file that the user typed. A file named `tailor-brief.json`, `design-trust.json` or
 * `confirmations.json` has the kind in its name. A body with `nodes` in any other file is a `graph`. Throws a
 * UsageError if neither is the case.
 */
export const detectResource = ({ typed, body }: Extract<DiffSide, { kind: 'file' }>): Resource => {
  const base = typed.split(/[\\/]/).at(-1) ?? '';
  const resource = RESOURCE_NAMES.find((name) => name !== 'graph' && base === `${name}.json`);
  if (resource !== undefined) return resource;
  if (isRecord(body) && 'nodes' in body) return 'graph';
  throw new UsageError(`${typed} is not a garment graph, and its name matches no other kind of body`, {
    hint: shellText`name it tailor-brief.json, design-trust.json or confirmations.json, as toile pull does`,
  });
};

/**
 * Fetches a body of the design `live` to compare it with the body in `file`. A graph is fetched for the profile in the
 * typed id (`GARM-101@factory`), otherwise for the profile in the file.
 */
const fetchCounterpart = async (
  deps: CommandContext,
  file: Extract<DiffSide, { kind: 'file' }>,
  live: Extract<DiffSide, { kind: 'live' }>,
) => {
  const resource = detectResource(file);
  if (resource !== 'graph') return (await fetchResource(deps, live.reference, resource)).value;
  const ownProfile = isRecord(file.body) ? file.body.profile : undefined;
  const profile = live.profile ?? (typeof ownProfile === 'string' ? ownProfile : undefined);
  return (await fetchResource(deps, live.reference, 'graph', profile)).value;
};

/** Returns `{unfinished: [...]}` with the compared folders in which the last pull did not finish; else `{}`. */
export const listUnfinishedSides = (sides: readonly DiffSide[]): UnfinishedPulls => {
  const typed = sides.flatMap((side) =>
    side.kind === 'folder' && side.collection.isUnfinished ? [side.typed] : [],
  );
  return typed.length > 0 ? { unfinished: [...new Set(typed)] } : {};
};

/** Yields the parsed bodies of each compared side that is a pulled folder. Bodies that did not change are included. */
export const walkFolderBodies = function* (sides: readonly DiffSide[]): Generator<unknown> {
  for (const side of sides)
    if (side.kind === 'folder')
      for (const item of side.collection.subjects)
        for (const name of listBodyFileNames(item)) yield item.readJson(name);
};

/**
 * Returns the data digest (12 characters) of one of the two compared sources. The digest of a pulled folder is computed
 * from all bodies in the folder, and the digest of any other source from `bodies`.
 */
export const computeSideDigest = (side: DiffSide, bodies: readonly unknown[]): string => {
  if (side.kind === 'folder') return computeFolderDigest(side.collection);
  const read: Partial<Record<keyof GarmentRead, unknown>> = {};
  for (const body of bodies) read[BODY_MEMBERS[detectBodyKind(body) ?? 'graph']] ??= body;
  return computeReadDigest({
    graph: undefined,
    brief: undefined,
    trust: undefined,
    confirmations: undefined,
    ...read,
  });
};

const matchSides = async (
  deps: CommandContext,
  a: DiffSide,
  b: DiffSide,
  withEqual: boolean,
): Promise<readonly BodyPair[]> => {
  const pairBodies = (bodyA: unknown, bodyB: unknown): readonly BodyPair[] => [
    { design: undefined, file: '', a: bodyA, b: bodyB },
  ];
  if (a.kind === 'folder' && b.kind === 'folder')
    return matchCollections(a.collection, b.collection, withEqual);
  if (a.kind === 'folder' && b.kind === 'live') return matchWithService(deps, a, b, false);
  if (a.kind === 'live' && b.kind === 'folder') return matchWithService(deps, b, a, true);
  if (a.kind === 'folder' || b.kind === 'folder') {
    throw new UsageError('a folder can be compared with a folder or an id, not with a file', {
      hint: shellText`give the path of a file inside the folder`,
    });
  }
  if (a.kind === 'file' && b.kind === 'file') return pairBodies(a.body, b.body);
  if (a.kind === 'file' && b.kind === 'live') return pairBodies(a.body, await fetchCounterpart(deps, a, b));
  if (a.kind === 'live' && b.kind === 'file') return pairBodies(await fetchCounterpart(deps, b, a), b.body);
  if (a.kind !== 'live' || b.kind !== 'live') return [];
  const fetchGraph = async (side: typeof a) =>
    (await fetchResource(deps, side.reference, 'graph', side.profile)).value;
  return pairBodies(await fetchGraph(a), await fetchGraph(b));
};

/**
 * Returns all pairs of bodies of the sides `a` and `b`. If a side is a design or garment at the service, its bodies are
 * requested. If both sides are folders, equal files are left out unless `withEqual` is true. Throws a UsageError if a
 * folder is compared with a file.
 */
export const readBodyPairs = (
  deps: CommandContext,
  a: DiffSide,
  b: DiffSide,
  withEqual = false,
): Promise<readonly BodyPair[]> => {
  const namedSide = [a, b].find((side) => side.kind === 'live' && side.reference?.kind === 'name');
  return namedSide === undefined
    ? matchSides(deps, a, b, withEqual)
    : withMissingFolderNote(namedSide.typed, () => matchSides(deps, a, b, withEqual));
};
