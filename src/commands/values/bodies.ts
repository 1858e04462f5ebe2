/** The bodies that the words of `values` name, one after the other, from pulled folders, files and the service. */

import { NotFound } from '../../errors.ts';
import { own, scalarText } from '../../json/values.ts';
import type { Held, HeldOne } from '../../mirror/index.ts';
import type { BodyOf } from '../../view/value-rows.ts';
import { designsOf, listed, named, resolve, type Subject } from '../designs/design-ref.ts';
import { read } from '../designs/fetch-resource.ts';
import { bodyFiles, graphFile, identityIn, placeOf } from '../designs/held-bodies.ts';
import { idsOf } from '../designs/typed-ids.ts';
import type { Base, Files, Folders, Service } from '../facets.ts';

export type Deps = Base & Service & Files & Folders;

export interface Sources {
  readonly words: readonly string[];
  /** Every design of the account. */
  readonly all: boolean;
  readonly profile: string | undefined;
  /** Of a folder every read and every profile, each file once. */
  readonly everything: boolean;
}

/** A body to be read when its turn comes, and what it is called where that fails. */
export interface Source {
  readonly called: string;
  bodies(): AsyncIterable<readonly [Of, unknown]>;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Of its profile the body speaks for itself. */
type Of = Omit<BodyOf, 'profile'>;

/** The garment that a body names by itself goes before the one of the list. */
const bodyOf = (body: unknown, known: Omit<Of, 'garment_id'>, garment: unknown): Of => ({
  ...known,
  garment_id: scalarText(own(Object(body), 'garment_id')) ?? textOf(garment),
});

/** The graph that is meant; every file where everything was asked for. */
const filesOf = (one: HeldOne, { profile, everything }: Sources, dir: string): readonly string[] => {
  if (everything) return bodyFiles(one);
  const graph = graphFile(one, profile);
  if (graph !== undefined) return [graph];
  throw new NotFound(
    `${dir} holds no graph of ${one.of.id}${profile === undefined ? '' : ` for ${profile}`}`,
  );
};

const inFolder = (held: Held, dir: string, sources: Sources): readonly Source[] =>
  held.subjects.map((one) => ({
    called: one.of.id,
    async *bodies() {
      const { garment_id: garment, ...known } = identityIn(one);
      for (const file of filesOf(one, sources, dir)) {
        const body = one.json(file);
        yield [bodyOf(body, { ...known, where: placeOf(dir, one, file) }, garment), body] as const;
      }
    },
  }));

const live = (
  deps: Deps,
  called: string,
  find: () => Promise<readonly [Subject, unknown]>,
  { profile }: Sources,
): Source => ({
  called,
  async *bodies() {
    const [subject, name] = await find();
    const { value } = await read(deps, subject, 'graph', profile);
    const known = {
      design_id: subject.kind === 'design' ? subject.id : null,
      name,
      where: `graph${profile === undefined ? '' : `@${profile}`}`,
    };
    yield [bodyOf(value, known, subject.kind === 'design' ? subject.garment : subject.id), value] as const;
  },
});

const inFile = (deps: Deps, path: string): Source => ({
  called: path,
  async *bodies() {
    const { value } = await deps.givenBody(path);
    yield [bodyOf(value, { design_id: null, name: null, where: path }, null), value] as const;
  },
});

/** What was typed, word by word: a folder or a file where there is one of that name, an id otherwise. */
export const sourcesOf = async function* (
  deps: Deps,
  sources: Sources,
  opened: (dir: string, held: Held) => void,
): AsyncGenerator<Source> {
  const { words, all } = sources;
  if (all) {
    for await (const design of designsOf(deps))
      yield live(deps, String(design.id), async () => [listed(design), design.name], sources);
    return;
  }
  for (const word of await idsOf(deps, words)) {
    const stands = await deps.standing(word);
    if (stands === 'folder') {
      const held = await deps.held(word);
      opened(word, held);
      yield* inFolder(held, word, sources);
    } else if (stands === 'file') yield inFile(deps, word);
    else yield live(deps, word, async () => [await resolve(deps, named(word)), null], sources);
  }
};
