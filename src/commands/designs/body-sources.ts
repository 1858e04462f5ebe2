/** Reads the garments that the arguments of a command select: from pulled folders, files and the service. */

import type { Collection, CollectionItem } from '../../collection/load-collection.ts';
import { readGraph } from '../../garment/graph-model.ts';
import { nameGarment } from '../../garment/node-values.ts';
import type { UnknownWordFinder } from '../../garment/unknown-words.ts';
import type { FailedItem } from '../../output/views/saved-files.ts';
import type { BodyOwner } from '../../output/views/value-rows.ts';
import { NotFound, ToileError, UsageError } from '../../platform/errors.ts';
import { quoteShellWord, shellText } from '../../platform/escape/shell.ts';
import { detectPathKind, type InputBody, readBodyFile } from '../../platform/files/user-files.ts';
import { getOwnMember, toScalarText } from '../../platform/json/json-values.ts';
import type { Resource } from '../../service/client/resources.ts';
import type { ArgumentSpec, FlagValues } from '../argument-spec.ts';
import type { CommandContext } from '../command-context.ts';
import { refuseUnknownWords } from '../flags/filter-flags.ts';
import { readTextFlag } from '../flags/parse-flags.ts';
import { createBatchRunner, isRateLimitExit } from '../output-files.ts';
import { refuseSecondStdin } from './body-input.ts';
import {
  findGraphFile,
  formatCollectionPath,
  listBodyFileNames,
  readPulledIdentity,
} from './collection-bodies.ts';
import {
  parseDesignReference,
  type ReadSubject,
  resolveDesign,
  toDesignSubject,
  walkAccountDesigns,
} from './design-reference.ts';
import { fetchResource } from './fetch-resource.ts';

/** The arguments and flags that select the bodies to read. */
export interface BodySelection {
  readonly words: readonly string[];
  readonly all: boolean;
  readonly resource: Resource;
  readonly profile: string | undefined;
  /** True to read all body files of a pulled design. If false, one file of each design is read. */
  readonly allFiles: boolean;
  /** True if a filter needs the kinds and names of the nodes, which only the graph has. */
  readonly needsGraph?: boolean;
}

/** The argument of a command that reads many garments: pulled folders, JSON files, ids, or `-` for stdin. */
export const BODIES_ARGUMENT: ArgumentSpec = {
  name: 'DIR',
  about: 'a pulled folder, a JSON file or an id; "-" reads JSON or ids from stdin',
  completes: ['ids', 'files'],
  many: true,
  stdin: 'body or ids',
};

/**
 * Converts the arguments and flags of a command to a selection of graphs. Throws a UsageError if the user types both an
 * argument and `--all`, or neither of them.
 */
export const readBodySelection = (
  command: string,
  words: readonly string[],
  flags: FlagValues,
): BodySelection => {
  const all = flags.all === true;
  if (all && words.length > 0)
    throw new UsageError('--all selects every design and cannot be combined with ids or folders');
  if (!all && words.length === 0)
    throw new UsageError('no input given: type a pulled folder, ids, or --all', {
      hint: shellText`toile ${quoteShellWord(command)} --all`,
    });
  return { words, all, resource: 'graph', profile: readTextFlag(flags, 'profile'), allFiles: false };
};

/** The garment of a body (its ids and its name), and where the body was read: `where` is a path or a resource. */
export type BodyOrigin = Omit<BodyOwner, 'profile'>;

/** A body, and the garment that it belongs to. */
export interface OwnedBody {
  readonly origin: BodyOrigin;
  readonly body: unknown;
  /**
   * Returns the graph of the garment to which the body belongs; undefined if the graph was not pulled. This function is
   * missing for a body from a file or stdin. For a body from the service, it is missing unless `needsGraph` is true.
   */
  readGraphBody?(): unknown;
}

/**
 * A source of bodies: a file, a pulled design, or a design at the service. `name` identifies the source in error
 * messages.
 */
export interface BodySource {
  readonly name: string;
  bodies(): AsyncIterable<OwnedBody>;
}

/**
 * Returns the garment of a body, and where the body was read. The garment id `garment` is used only if the body
 * contains none.
 */
const createBodyOrigin = (
  body: unknown,
  known: Omit<BodyOrigin, 'garment_id' | 'name'> & { readonly name: unknown },
  garment: unknown,
  readGraphBody = (): unknown => body,
): BodyOrigin => {
  const garment_id = toScalarText(getOwnMember(Object(body), 'garment_id')) ?? toScalarText(garment) ?? null;
  const { design_id, name } = known;
  return {
    ...known,
    garment_id,
    name: nameGarment({ design_id, garment_id, name }, () => readGraph(readGraphBody())),
  };
};

const listSelectedFiles = (
  item: CollectionItem,
  { profile, allFiles, resource }: BodySelection,
  dir: string,
): readonly string[] => {
  if (allFiles) return listBodyFileNames(item);
  const file =
    resource === 'graph'
      ? findGraphFile(item, profile)
      : [...item.files].find(([, { read }]) => read === resource)?.[0];
  if (file !== undefined) return [file];
  if (resource !== 'graph') return [];
  throw new NotFound(
    `${dir} has no graph of ${item.subjectId.id}${profile === undefined ? '' : ` for ${profile}`}`,
  );
};

const createCollectionSources = (
  collection: Collection,
  dir: string,
  selection: BodySelection,
): readonly BodySource[] =>
  collection.subjects.map((item) => ({
    name: item.subjectId.id,
    async *bodies() {
      const { garment_id: garment, ...known } = readPulledIdentity(item);
      for (const file of listSelectedFiles(item, selection, dir)) {
        const body = item.readJson(file);
        const readGraphBody = (): unknown => {
          if (item.files.get(file)?.read === 'graph') return body;
          const graph = findGraphFile(item, selection.profile);
          return graph === undefined ? undefined : item.readJson(graph);
        };
        const where = formatCollectionPath(dir, item, file);
        const origin = createBodyOrigin(body, { ...known, where }, garment, readGraphBody);
        yield { origin, body, readGraphBody };
      }
    },
  }));

/** Creates a source for a design or garment at the service. It sends no request until its bodies are read. */
const createLiveSource = (
  deps: CommandContext,
  word: string,
  find: () => Promise<readonly [ReadSubject, unknown]>,
  { profile, resource, needsGraph = false }: BodySelection,
): BodySource => ({
  name: word,
  async *bodies() {
    const [subject, name] = await find();
    const { value: body } = await fetchResource(deps, subject, resource, profile);
    const graph = needsGraph ? (await fetchResource(deps, subject, 'graph')).value : undefined;
    const readGraphBody = needsGraph ? (): unknown => graph : undefined;
    const known = {
      design_id: subject.kind === 'design' ? subject.id : null,
      name,
      where: `${resource}${profile === undefined ? '' : `@${profile}`}`,
    };
    const garment = subject.kind === 'design' ? subject.garment : subject.id;
    yield {
      origin: createBodyOrigin(body, known, garment, readGraphBody),
      body,
      ...(readGraphBody && { readGraphBody }),
    };
  },
});

/**
 * Creates a source with one body, from a file or from stdin. `read` is called when the caller iterates over `bodies`.
 */
export const createFileSource = (path: string, read: () => Promise<InputBody>): BodySource => ({
  name: path,
  async *bodies() {
    const { value: body } = await read();
    yield { origin: createBodyOrigin(body, { design_id: null, name: null, where: path }, null), body };
  },
});

/**
 * Runs `work`, which looks up a design with the name `word`. If no design is found, the error also says that there is
 * no folder with this name. If `word` is an id, for example `GARM-101`, the error is not changed.
 */
export const withMissingFolderNote = async <T>(word: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToileError) || /^(GARM-\d+|[0-9a-f]{8}-.*)$/i.test(word)) throw error;
    if (error.code === 'no_address')
      throw error.withMappedText(
        () => `there is no folder ${word}; looking it up as a design needs a service address`,
      );
    if (error.exit === 5) throw error.withMappedText((text) => `no folder named ${word}, and ${text}`);
    throw error;
  }
};

/** Resolves a word that is not a file or folder to a design or garment. Throws NotFound if there is none. */
export const resolveAbsentPath = (deps: CommandContext, word: string): Promise<ReadSubject> =>
  withMissingFolderNote(word, () => resolveDesign(deps, parseDesignReference(word)));

/** The input of `readAllSources`. `vocabulary` finds the words of the filter that occur in none of the sources. */
interface SourceBatch {
  readonly sources: Iterable<BodySource> | AsyncIterable<BodySource>;
  readonly vocabulary: UnknownWordFinder;
  readSource(source: BodySource): Promise<void>;
}

/**
 * Calls `readSource` for each source. Reports each failure as a note, and returns the failures. If the only source
 * fails, or if the rate limit is used up, throws the error instead. Throws a UsageError if all sources could be read
 * and none contains a word of the filter.
 */
export const readAllSources = async (
  deps: CommandContext,
  { sources, vocabulary, readSource }: SourceBatch,
): Promise<readonly FailedItem[]> => {
  const names: string[] = [];
  let lastError: unknown;
  const batch = createBatchRunner(deps, names, (exit, error) => {
    lastError = error;
    return isRateLimitExit(exit);
  });
  let readCount = 0;
  for await (const source of sources) {
    deps.signal.throwIfAborted();
    const place = names.push(source.name) - 1;
    if (await batch.runItem(place, async () => readSource(source).then(() => true))) readCount += 1;
  }
  if (readCount === 0 && names.length === 1) throw lastError;
  if (readCount === names.length) refuseUnknownWords(vocabulary.findUnknown());
  return batch.reportFailures();
};

/**
 * Yields a source for each design, file and `-` (stdin) that the arguments name, or with `all` for each design of the
 * account. A pulled folder gives one source for each design in it. If the last pull of a folder did not finish, adds
 * the folder to `unfinished`.
 */
export const walkBodySources = async function* (
  deps: CommandContext,
  selection: BodySelection,
  unfinished: Set<string>,
): AsyncGenerator<BodySource> {
  const { words, all } = selection;
  if (all) {
    for await (const design of walkAccountDesigns(deps))
      yield createLiveSource(
        deps,
        String(design.id),
        async () => [toDesignSubject(design), design.name],
        selection,
      );
    return;
  }
  refuseSecondStdin(words);
  const stdin = words.includes('-') ? await readBodyFile(deps, '-') : undefined;
  for (const word of words.flatMap((each) => (each === '-' ? (stdin?.ids ?? ['-']) : [each]))) {
    if (word === '-' && stdin !== undefined) {
      yield createFileSource('stdin', async () => stdin);
      continue;
    }
    const pathKind = await detectPathKind(deps.system, word);
    if (pathKind === 'folder') {
      const collection = await deps.readCollection(word);
      if (collection.isUnfinished) unfinished.add(word);
      yield* createCollectionSources(collection, word, selection);
    } else if (pathKind === 'file') yield createFileSource(word, () => readBodyFile(deps, word));
    else
      yield createLiveSource(deps, word, async () => [await resolveAbsentPath(deps, word), null], selection);
  }
};
