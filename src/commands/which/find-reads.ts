/**
 * Searches folders, git history, workbooks and files for garment data with a given digest. The digest is computed from
 * a read, which consists of all bodies that toile read at one time.
 */

import type { FolderHistory, PastManifest } from '../../collection/folder-history.ts';
import type { Collection, CollectionItem } from '../../collection/load-collection.ts';
import type { ManifestFile } from '../../collection/manifest.ts';
import { detectBodyKind } from '../../garment/body-kind.ts';
import { readGraph } from '../../garment/graph-model.ts';
import { nameGarment } from '../../garment/node-values.ts';
import {
  BODY_MEMBERS,
  computeBodyDigest,
  computeReadDigest,
  type GarmentRead,
  joinBodyDigests,
  joinFileDigests,
} from '../../garment/read-digest.ts';
import { countReadChanges, type ReadMatch, type ReadPlace } from '../../garment/read-matches.ts';
import { resolveUserPath } from '../../platform/files/safe-path.ts';
import { readBodyFile, readTableFile } from '../../platform/files/user-files.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import type { CommandContext } from '../command-context.ts';
import {
  computeFileDigest,
  computeFolderDigest,
  formatCollectionPath,
} from '../designs/collection-bodies.ts';
import type { SearchPlaces, SearchRoot } from './search-places.ts';

/** Returns true if the user searches for this digest. */
export type DigestFilter = (digest: string) => boolean;

const NO_READ = { graph: undefined, brief: undefined, trust: undefined, confirmations: undefined };

type FileNames = GarmentRead<string>;

/**
 * The data of a printed page. It is either the graph of a design, or the graph and the other bodies of the design.
 * `digest` is computed from these bodies, and `names` has the names of their files.
 */
interface SubjectRead {
  readonly digest: string;
  readonly names: FileNames;
  readonly profile: string | null;
  readonly read: string | null;
}

type Files = ReadonlyMap<string, ManifestFile>;

/**
 * Returns two items for each pulled graph: the graph together with the other bodies of its design, and the graph alone.
 * A printed page may come from either.
 */
const listSubjectReads = (files: Files, computeDigest: (name: string) => string): readonly SubjectRead[] => {
  const others: { brief?: string; trust?: string; confirmations?: string } = {};
  for (const [name, { read }] of files)
    if (read !== 'export' && read !== 'graph') others[BODY_MEMBERS[read]] = name;
  return [...files].flatMap(([graph, file]) => {
    if (file.read !== 'graph') return [];
    const all: FileNames = { ...NO_READ, ...others, graph };
    return [all, { ...NO_READ, graph }].map((names): SubjectRead => {
      const used = Object.values(names).filter((name) => name !== undefined);
      const compute = (name: string | undefined) => (name === undefined ? undefined : computeDigest(name));
      const { brief, trust, confirmations } = names;
      const digests = { brief: compute(brief), trust: compute(trust), confirmations: compute(confirmations) };
      const times = used.flatMap((name) => files.get(name)?.fetched ?? []);
      return {
        digest: joinBodyDigests({ graph: compute(graph), ...digests }),
        names,
        profile: file.profile ?? null,
        read: times.toSorted().at(-1) ?? null,
      };
    });
  });
};

/**
 * Returns the digest of a pulled file. If the file was edited after the pull, returns the digest of its parsed body,
 * which does not depend on white space.
 */
const computeCurrentDigest = (item: CollectionItem, name: string): string => {
  const digest = computeFileDigest(item, name);
  if (digest === item.files.get(name)?.sha256) return digest;
  try {
    return computeBodyDigest(item.readJson(name));
  } catch {
    return digest;
  }
};

const readBodies = (item: CollectionItem, names: FileNames): GarmentRead => {
  const read = (name: string | undefined): unknown => {
    try {
      return name === undefined || !item.files.has(name) ? undefined : item.readJson(name);
    } catch {
      return undefined;
    }
  };
  const { graph, brief, trust, confirmations } = names;
  return { graph: read(graph), brief: read(brief), trust: read(trust), confirmations: read(confirmations) };
};

const describeSubject = (
  { subjectId, summary }: Pick<CollectionItem, 'subjectId' | 'summary'>,
  graph: unknown,
): Pick<ReadMatch, 'design_id' | 'garment_id' | 'name'> => {
  const model = readGraph(graph);
  const design_id = subjectId.kind === 'design' ? subjectId.id : null;
  const garment_id =
    model.garmentId ??
    toScalarText(subjectId.kind === 'garment' ? subjectId.id : summary?.sgg_garment_id) ??
    null;
  return {
    design_id,
    garment_id,
    name: nameGarment({ design_id, garment_id, name: summary?.name }, () => model),
  };
};

interface NewestRead {
  readonly item: CollectionItem;
  readonly dir: string;
  readonly read: string | null;
}

const listFolders = (roots: readonly SearchRoot[]) => roots.flatMap(({ folders }) => folders);

/**
 * Finds the files of the design or garment with the id `key`. If several of the searched folders contain it, uses the
 * folder in which its files were fetched last.
 */
const findNewest = (roots: readonly SearchRoot[], key: string, names: FileNames): NewestRead | undefined =>
  listFolders(roots)
    .flatMap(({ dir, collection }) =>
      collection.subjects
        .filter(({ subjectId, files }) => subjectId.id === key && files.has(names.graph ?? ''))
        .map((item) => {
          const times = Object.values(names).flatMap((name) => item.files.get(name ?? '')?.fetched ?? []);
          return { item, dir, read: times.toSorted().at(-1) ?? null };
        }),
    )
    .toSorted((a, b) => ((a.read ?? '') < (b.read ?? '') ? 1 : -1))[0];

const buildGarmentMatch = (
  roots: readonly SearchRoot[],
  { digest, names, profile, read }: SubjectRead,
  subject: Pick<CollectionItem, 'subjectId' | 'summary'>,
  bodies: GarmentRead,
  found: ReadPlace,
): ReadMatch => {
  const newest = findNewest(roots, subject.subjectId.id, names);
  const now = newest && {
    where: newest.dir,
    read: newest.read,
    changes: countReadChanges(bodies, readBodies(newest.item, names)),
  };
  return {
    digest,
    of: 'garment',
    ...describeSubject(subject, bodies.graph),
    profile,
    read,
    found,
    now: now ?? null,
  };
};

const NO_NAME = { design_id: null, garment_id: null };

const buildFolderMatch = (
  digest: string,
  name: string,
  read: string | null,
  found: ReadPlace,
  designs: ReadMatch['designs'],
): ReadMatch => ({
  digest,
  of: 'folder',
  ...NO_NAME,
  name,
  profile: null,
  read,
  found,
  now: null,
  ...(designs && { designs }),
});

const findLatestTime = (all: Iterable<Files>): string | null =>
  [...all]
    .flatMap((files) => [...files.values()].map(({ fetched }) => fetched))
    .toSorted()
    .at(-1) ?? null;

/**
 * Searches the current files of pulled folders for the digests that the user searches for. A digest belongs either to a
 * whole folder or to a single design or garment.
 */
export const findInFolders = (roots: readonly SearchRoot[], isWanted: DigestFilter): readonly ReadMatch[] =>
  listFolders(roots).flatMap(({ dir, collection }) => {
    const folderDigest = computeFolderDigest(collection);
    const { subjects } = collection;
    const all = subjects.length;
    const read = findLatestTime(subjects.map(({ files }) => files));
    return [
      ...(isWanted(folderDigest)
        ? [buildFolderMatch(folderDigest, dir, read, { kind: 'folder', where: dir }, { all, changed: 0 })]
        : []),
      ...subjects.flatMap((item) =>
        listSubjectReads(item.files, (name) => computeCurrentDigest(item, name))
          .filter(({ digest }) => isWanted(digest))
          .map((each) => {
            const found = { kind: 'folder', where: formatCollectionPath(dir, item) } as const;
            return buildGarmentMatch(roots, each, item, readBodies(item, each.names), found);
          }),
      ),
    ];
  });

interface PastRead {
  readonly past: PastManifest;
  readonly blobs: Set<string>;
  /** The design or garment that was read. Undefined if the whole pulled folder was read. */
  readonly subject: PastManifest['manifest']['subjects'][number] | undefined;
  readonly each: SubjectRead;
}

/**
 * Searches earlier versions of `manifest.json` for digests that match `isWanted`. Lists each digest of a design once.
 * `blobs` has the git ids of all versions that contain this digest.
 */
const listPastReads = async (history: FolderHistory, isWanted: DigestFilter) => {
  const found = new Map<string, PastRead>();
  let count = 0;
  const add = (past: PastManifest, subject: PastRead['subject'], each: SubjectRead): void => {
    const key = JSON.stringify([past.folder, subject?.subjectId.id, each.digest, each.names.graph]);
    const known = found.get(key);
    if (known) known.blobs.add(past.blob);
    else found.set(key, { past, blobs: new Set([past.blob]), subject, each });
  };
  for await (const past of history.manifests()) {
    count += 1;
    const { subjects } = past.manifest;
    const files = subjects.flatMap(({ subjectId, files: own }) =>
      [...own]
        .filter(([, { read }]) => read !== 'export')
        .map(([name, { sha256 }]) => [`${subjectId.id}/${name}`, sha256] as const),
    );
    const digest = joinFileDigests(files);
    const read = findLatestTime(subjects.map((each) => each.files));
    if (isWanted(digest)) add(past, undefined, { digest, names: NO_READ, profile: null, read });
    for (const subject of subjects)
      for (const each of listSubjectReads(subject.files, (name) => subject.files.get(name)?.sha256 ?? ''))
        if (isWanted(each.digest)) add(past, subject, each);
  }
  return { found: [...found.values()], count };
};

/** Counts the designs of an earlier version of a pulled folder, and those with a file that now differs or is missing. */
const countChangedDesigns = ({ manifest }: PastManifest, collection: Collection | undefined) => {
  const itemsById = new Map(collection?.subjects.map((item) => [item.subjectId.id as string, item]));
  const changed = manifest.subjects.filter(({ subjectId, files }) => {
    const item = itemsById.get(subjectId.id);
    return [...files].some(
      ([name, { read, sha256 }]) => read !== 'export' && (!item || computeFileDigest(item, name) !== sha256),
    );
  });
  return { all: manifest.subjects.length, changed: changed.length };
};

/**
 * Searches the git history of a pulled folder for the digests that the user searches for. Returns the matches as
 * `reads`, and the number of earlier manifests that were searched as `count`. If the history could not be read
 * completely, `note` says why.
 */
export const findInHistory = async (
  deps: CommandContext,
  roots: readonly SearchRoot[],
  root: SearchRoot,
  isWanted: DigestFilter,
): Promise<{ readonly reads: readonly ReadMatch[]; readonly count: number; readonly note?: string }> => {
  const { openFolderHistory } = await import('../../collection/folder-history.ts');
  const { system, signal } = deps;
  const path = resolveUserPath(system.platform.cwd, root.typed);
  const history = await openFolderHistory({ env: system.env, signal }, path);
  if (history.reason !== undefined)
    return { reads: [], count: 0, note: `git history of ${root.typed}: ${history.reason}` };
  const { found, count } = await listPastReads(history, isWanted);
  const reads: ReadMatch[] = [];
  for (const { past, blobs, subject, each } of found) {
    const commit = await history.findCommit(past, blobs);
    if (commit === undefined) continue;
    const place: ReadPlace = { kind: 'git', where: past.folder || '.', commit: commit.id };
    if (subject === undefined) {
      const [alone] = listFolders([root]);
      const designs = countChangedDesigns(past, alone?.collection);
      reads.push(buildFolderMatch(each.digest, past.folder || root.typed, each.read, place, designs));
      continue;
    }
    const read = (name: string | undefined): Promise<unknown> | undefined =>
      name === undefined ? undefined : history.readBody(past, commit, `${subject.about.folder}/${name}`);
    const { graph, brief, trust, confirmations } = each.names;
    const bodies: GarmentRead = {
      graph: await read(graph),
      brief: await read(brief),
      trust: await read(trust),
      confirmations: await read(confirmations),
    };
    const { subjectId, about } = subject;
    reads.push(buildGarmentMatch(roots, each, { subjectId, summary: about.summary }, bodies, place));
  }
  const note = history.isShallow
    ? { note: `git history of ${root.typed}: this clone has only a part of it` }
    : {};
  return { reads, count, ...note };
};

/**
 * Returns what a workbook records about its source: the data digest of each garment, the time at which the data was
 * read, and the profile. Returns undefined if the workbook has no such record or the record was changed. Throws a
 * UsageError if the file is not a workbook.
 */
export const readWorkbookReads = async ({ system }: CommandContext, file: string) => {
  const bytes = await readTableFile(system, file);
  const { readWorkbookOrigin } = await import('../../output/workbook/answers/index.ts');
  return readWorkbookOrigin(bytes, file) ?? undefined;
};

/**
 * Searches workbooks for recorded digests that match `isWanted`. A workbook records the digest of each garment from
 * which it was made. `notes` lists the workbooks that cannot be read or have recorded no digests.
 */
export const findInWorkbooks = async (
  deps: CommandContext,
  { workbooks }: SearchPlaces,
  isWanted: DigestFilter,
): Promise<{ readonly reads: readonly ReadMatch[]; readonly notes: readonly string[] }> => {
  const reads: ReadMatch[] = [];
  const notes: string[] = [];
  for (const file of workbooks) {
    deps.signal.throwIfAborted();
    try {
      const origin = await readWorkbookReads(deps, file);
      if (origin === undefined) notes.push(`${file}: it has no record of what was sent`);
      for (const { garment_id, digest } of origin?.reads ?? [])
        if (isWanted(digest))
          reads.push({
            digest,
            of: 'garment',
            design_id: null,
            garment_id: garment_id || null,
            name: garment_id || '(unnamed)',
            profile: origin?.profile || null,
            read: origin?.read || null,
            found: { kind: 'workbook', where: file },
            now: null,
          });
    } catch (error) {
      deps.signal.throwIfAborted();
      notes.push(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
  }
  return { reads, notes };
};

/**
 * Finds the local files that contain a body with a digest that the user searches for. `toile sheet` prints the digest
 * of a body on its page.
 */
export const findInBodies = async (
  deps: CommandContext,
  { bodies }: SearchPlaces,
  isWanted: DigestFilter,
): Promise<readonly ReadMatch[]> => {
  const reads: ReadMatch[] = [];
  for (const file of bodies) {
    const { value } = await readBodyFile(deps, file);
    // `toile sheet` reads every local file as a graph. So a file with another body, such as a brief, has two digests:
    // one as a brief and one as a graph.
    const members = new Set(['graph', BODY_MEMBERS[detectBodyKind(value) ?? 'graph']]);
    const digests = [...members].map((member) => computeReadDigest({ ...NO_READ, [member]: value }));
    const graph = readGraph(value);
    const garment_id = graph.garmentId ?? null;
    const name = nameGarment({ design_id: null, garment_id, name: null }, () => graph);
    for (const digest of digests.filter(isWanted))
      reads.push({
        digest,
        of: 'garment',
        design_id: null,
        garment_id,
        name,
        profile: graph.profile ?? null,
        read: null,
        found: { kind: 'file', where: file },
        now: null,
      });
  }
  return reads;
};
