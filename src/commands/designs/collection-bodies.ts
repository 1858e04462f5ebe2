/** Functions that find and read the bodies in a pulled folder. */

import type { Collection, CollectionItem } from '../../collection/load-collection.ts';
import { type GraphModel, readGraph } from '../../garment/graph-model.ts';
import { nameGarment } from '../../garment/node-values.ts';
import { joinFileDigests } from '../../garment/read-digest.ts';
import type { FailedItem, UnfinishedPulls } from '../../output/views/saved-files.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';
import { DEFAULT_PROFILE, type Resource } from '../../service/client/resources.ts';
import type { ArgumentSpec } from '../argument-spec.ts';
import type { CommandContext } from '../command-context.ts';
import { createBatchRunner } from '../output-files.ts';

/** The argument of a command that reads one pulled folder. */
export const COLLECTION_ARGUMENT: ArgumentSpec = {
  name: 'DIR',
  about: 'a folder that `toile pull` wrote',
  required: true,
};

/**
 * Returns the names of the body files of a pulled design or garment, for example `graph.factory.json`. Exports are left
 * out.
 */
export const listBodyFileNames = ({ files }: CollectionItem): readonly string[] =>
  [...files].flatMap(([name, { read }]) => (read === 'export' ? [] : [name]));

/** Returns the SHA-256 digest of a file on disk, or the text `lost` if the file cannot be read. */
export const computeFileDigest = (item: CollectionItem, name: string): string => {
  try {
    return computeSha256(item.readText(name));
  } catch {
    return 'lost';
  }
};

/** Returns the data digest (12 characters) of all bodies in a pulled folder, as they are on disk. */
export const computeFolderDigest = ({ subjects }: Pick<Collection, 'subjects'>): string =>
  joinFileDigests(
    subjects.flatMap((item) =>
      listBodyFileNames(item).map(
        (name) => [`${item.subjectId.id}/${name}`, computeFileDigest(item, name)] as const,
      ),
    ),
  );

/**
 * Returns the name of the graph file with the profile `profile`. If `profile` is undefined, returns the file with the
 * default profile or, if there is none, the first graph file. Returns undefined if no such graph was pulled.
 */
export const findGraphFile = ({ files }: CollectionItem, profile: string | undefined): string | undefined => {
  const graphs = [...files].filter(([, { read }]) => read === 'graph');
  const match =
    graphs.find(([, file]) => file.profile === (profile ?? DEFAULT_PROFILE)) ??
    (profile === undefined ? graphs[0] : undefined);
  return match?.[0];
};

/** Returns the path of a design or of its file, for example `season/garments/GARM-101/graph.factory.json`. */
export const formatCollectionPath = (dir: string, { folder }: CollectionItem, file?: string): string =>
  [dir.replace(/[\\/]+$/, ''), folder, ...(file === undefined ? [] : [file])].join('/');

/**
 * Returns the ids and the name of a pulled design. They come from its entry in the list of designs, so no body is read.
 */
export const readPulledIdentity = ({ subjectId, summary }: CollectionItem) => ({
  design_id: subjectId.kind === 'design' ? subjectId.id : null,
  garment_id: subjectId.kind === 'garment' ? subjectId.id : (summary?.sgg_garment_id ?? null),
  name: summary?.name ?? null,
});

/**
 * Returns the ids and the name of a pulled garment. The garment id comes from the graph if the graph has one, and
 * otherwise from the other data of the pulled folder.
 */
export const describePulledGarment = (item: CollectionItem, graph: GraphModel | undefined) => {
  const { design_id, ...known } = readPulledIdentity(item);
  const garment_id = graph?.garmentId ?? toScalarText(known.garment_id) ?? null;
  const name = nameGarment({ design_id, garment_id, name: known.name }, () => graph ?? readGraph(undefined));
  return { design_id, garment_id, name };
};

/**
 * Returns the name of a pulled garment. The graph is read only if the list of designs gives no name for the garment.
 */
export const readPulledName = (item: CollectionItem): string =>
  nameGarment(readPulledIdentity(item), () => {
    const file = findGraphFile(item, undefined);
    return readGraph(file === undefined ? undefined : item.readJson(file));
  });

/**
 * Calls `derive` with the pulled body of a resource, for example of the graph, and returns the result. Returns
 * undefined if the resource was not pulled.
 */
export const deriveFromBody = <T>(
  item: CollectionItem,
  read: Resource,
  derive: (body: unknown) => T,
): T | undefined => {
  const [name] = [...item.files].find(([, file]) => file.read === read) ?? [];
  return name === undefined ? undefined : derive(item.readJson(name));
};

/** Returns `{unfinished: [dir]}` if the last pull of the folder did not finish, else `{}`. */
export const toUnfinishedPulls = (
  dir: string,
  { isUnfinished }: Pick<Collection, 'isUnfinished'>,
): UnfinishedPulls => (isUnfinished ? { unfinished: [dir] } : {});

/** The number of designs after which reading pauses, so that Ctrl-C can be handled. */
const BATCH_SIZE = 20;

/**
 * Reads the pulled folder `dir` and calls `convert` for each of its designs, in the order of the folder. A failure is
 * reported as a note and does not stop the next designs.
 */
export const mapCollection = async <T>(
  deps: CommandContext,
  dir: string,
  convert: (item: CollectionItem) => T,
): Promise<{
  readonly results: readonly T[];
  readonly failed: readonly FailedItem[];
  readonly unfinished: UnfinishedPulls;
  readonly collection: Collection;
}> => {
  const collection = await deps.readCollection(dir);
  const { subjects } = collection;
  const names = subjects.map(({ subjectId }) => subjectId.id);
  const batch = createBatchRunner(deps, names, () => false);
  const results: T[] = [];
  for (const [at, item] of subjects.entries()) {
    if (at % BATCH_SIZE === BATCH_SIZE - 1) await deps.clock.sleep(0, deps.signal);
    deps.signal.throwIfAborted();
    const result = await batch.runItem(at, async () => convert(item));
    if (result !== undefined) results.push(result);
  }
  return {
    results,
    failed: batch.reportFailures(),
    unfinished: toUnfinishedPulls(dir, collection),
    collection,
  };
};
