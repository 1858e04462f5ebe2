/** The bodies that the words of `values` name, one after the other, from pulled folders, files and the service. */

import { DEFAULT_PROFILE } from '../../client/resources.ts';
import { NotFound } from '../../errors.ts';
import { own, scalarText } from '../../json/values.ts';
import type { Held, HeldOne } from '../../mirror/index.ts';
import type { BodyOf } from '../../view/values.ts';
import { designsOf, listed, named, resolve, type Subject } from '../designs/design-ref.ts';
import { read } from '../designs/fetch-resource.ts';
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

/** The graph for whom it was asked, or the one that there is; every file where everything was. */
const filesOf = (
  { files, of }: HeldOne,
  { profile, everything }: Sources,
  dir: string,
): readonly string[] => {
  const bodies = [...files].filter(([, { read: what }]) => what !== 'export');
  if (everything) return bodies.map(([name]) => name);
  const graphs = bodies.filter(([, { read: what }]) => what === 'graph');
  const chosen =
    graphs.find(([, file]) => file.profile === (profile ?? DEFAULT_PROFILE)) ??
    (profile === undefined ? graphs[0] : undefined);
  if (chosen) return [chosen[0]];
  throw new NotFound(`${dir} holds no graph of ${of.id}${profile === undefined ? '' : ` for ${profile}`}`);
};

const inFolder = (held: Held, dir: string, sources: Sources): readonly Source[] =>
  held.subjects.map((one) => ({
    called: one.of.id,
    async *bodies() {
      for (const file of filesOf(one, sources, dir)) {
        const body = one.json(file);
        const { sgg_garment_id: garment, name } = one.summary ?? {};
        const known = {
          design_id: one.of.kind === 'design' ? one.of.id : null,
          name: name ?? null,
          where: `${dir.replace(/[\\/]+$/, '')}/${one.folder}/${file}`,
        };
        yield [bodyOf(body, known, one.of.kind === 'garment' ? one.of.id : garment), body] as const;
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
export async function* sourcesOf(deps: Deps, sources: Sources): AsyncGenerator<Source> {
  const { words, all } = sources;
  if (all) {
    for await (const design of designsOf(deps))
      yield live(deps, String(design.id), async () => [listed(design), design.name], sources);
    return;
  }
  for (const word of await idsOf(deps, words)) {
    const stands = await deps.standing(word);
    if (stands === 'folder') yield* inFolder(await deps.held(word), word, sources);
    else if (stands === 'file') yield inFile(deps, word);
    else yield live(deps, word, async () => [await resolve(deps, named(word)), null], sources);
  }
}
