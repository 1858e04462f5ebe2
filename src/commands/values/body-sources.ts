/** The bodies that the arguments of `toile values` name, from pulled folders, files and the service. */

import type { Collection, CollectionItem } from '../../collection/index.ts';
import type { BodyOwner } from '../../output/views/value-rows.ts';
import { NotFound } from '../../platform/errors.ts';
import { detectPathKind, type InputBody, readBodyFile } from '../../platform/files/user-files.ts';
import { getOwnMember, toScalarText } from '../../platform/json/json-values.ts';
import type { CommandContext } from '../command-context.ts';
import {
  findGraphFile,
  formatCollectionPath,
  listBodyFiles,
  readPulledIdentity,
} from '../designs/collection-bodies.ts';
import {
  parseDesignReference,
  type ReadSubject,
  resolveDesign,
  toDesignSubject,
  walkAccountDesigns,
} from '../designs/design-reference.ts';
import { fetchResource } from '../designs/fetch-resource.ts';
import { refuseSecondStdin } from '../designs/id-arguments.ts';

/** The context of `toile values`. */
export type ValuesContext = CommandContext;

/** The arguments that name the bodies. */
export interface ValueSources {
  readonly words: readonly string[];
  /** True for every design of the account. */
  readonly all: boolean;
  readonly profile: string | undefined;
  /** True when every resource and profile of a folder is read, each file once. */
  readonly allFiles: boolean;
}

/** Bodies that are read when needed, and the name that a failure mentions. */
export interface BodySource {
  readonly called: string;
  bodies(): AsyncIterable<readonly [BodyOrigin, unknown]>;
}

const toTextOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The garment of a body. Its profile is read from the body itself. */
type BodyOrigin = Omit<BodyOwner, 'profile'>;

/** Returns the origin of a body. A garment id in the body takes precedence over the one of the list. */
const createBodyOrigin = (
  body: unknown,
  known: Omit<BodyOrigin, 'garment_id'>,
  garment: unknown,
): BodyOrigin => ({
  ...known,
  garment_id: toScalarText(getOwnMember(Object(body), 'garment_id')) ?? toTextOrNull(garment),
});

/** Returns the graph file of the profile, or all files with `--whole`. */
const listSelectedFiles = (
  one: CollectionItem,
  { profile, allFiles }: ValueSources,
  dir: string,
): readonly string[] => {
  if (allFiles) return listBodyFiles(one);
  const graph = findGraphFile(one, profile);
  if (graph !== undefined) return [graph];
  throw new NotFound(
    `${dir} holds no graph of ${one.of.id}${profile === undefined ? '' : ` for ${profile}`}`,
  );
};

/** Returns a source for each design of a pulled folder. */
const createCollectionSources = (
  held: Collection,
  dir: string,
  sources: ValueSources,
): readonly BodySource[] =>
  held.subjects.map((one) => ({
    called: one.of.id,
    async *bodies() {
      const { garment_id: garment, ...known } = readPulledIdentity(one);
      for (const file of listSelectedFiles(one, sources, dir)) {
        const body = one.json(file);
        yield [
          createBodyOrigin(body, { ...known, where: formatCollectionPath(dir, one, file) }, garment),
          body,
        ] as const;
      }
    },
  }));

/** Returns the source of a design at the service. */
const createLiveSource = (
  deps: ValuesContext,
  called: string,
  find: () => Promise<readonly [ReadSubject, unknown]>,
  { profile }: ValueSources,
): BodySource => ({
  called,
  async *bodies() {
    const [subject, name] = await find();
    const { value } = await fetchResource(deps, subject, 'graph', profile);
    const known = {
      design_id: subject.kind === 'design' ? subject.id : null,
      name,
      where: `graph${profile === undefined ? '' : `@${profile}`}`,
    };
    yield [
      createBodyOrigin(value, known, subject.kind === 'design' ? subject.garment : subject.id),
      value,
    ] as const;
  },
});

/** Returns the source of a body in a file or on stdin. */
const createFileSource = (path: string, read: () => Promise<InputBody>): BodySource => ({
  called: path,
  async *bodies() {
    const { value } = await read();
    yield [createBodyOrigin(value, { design_id: null, name: null, where: path }, null), value] as const;
  },
});

/** Yields the sources of the arguments: a file or folder with this name, or else an id. */
export const walkBodySources = async function* (
  deps: ValuesContext,
  sources: ValueSources,
  opened: (dir: string, held: Collection) => void,
): AsyncGenerator<BodySource> {
  const { words, all } = sources;
  if (all) {
    for await (const design of walkAccountDesigns(deps))
      yield createLiveSource(
        deps,
        String(design.id),
        async () => [toDesignSubject(design), design.name],
        sources,
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
    const stands = await detectPathKind(deps.system, word);
    if (stands === 'folder') {
      const held = await deps.readCollection(word);
      opened(word, held);
      yield* createCollectionSources(held, word, sources);
    } else if (stands === 'file') yield createFileSource(word, () => readBodyFile(deps, word));
    else
      yield createLiveSource(
        deps,
        word,
        async () => [await resolveDesign(deps, parseDesignReference(word)), null],
        sources,
      );
  }
};
