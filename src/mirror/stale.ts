import { typeable } from '../border/shell.ts';
import type { Routes } from '../client/index.ts';
import { DEFAULT_PROFILE } from '../client/resources.ts';
import { NotFound } from '../errors.ts';
import { matching } from '../garment/design-match.ts';
import type { Pace } from '../rate-limit/pull-pace.ts';
import { sha256 } from '../system/sha256.ts';
import { readText } from './fetch-text.ts';
import type { SubjectId } from './file-names.ts';
import { type Folder, held, pathOf, type Subject } from './folder-types.ts';
import { nameOf } from './manifest.ts';
import { provesGone } from './proves-gone.ts';
import { isFinal, sender } from './request-budget.ts';
import type { Tools } from './tools.ts';

/**
 * `current`: as the live graph is. `stale`: the live graph is another. `gone`: the service says that it has it no more.
 * `edited`, `lost`: the file on disk is not what was pulled. `unknown`: the service could not be asked.
 */
export type Freshness = 'current' | 'stale' | 'gone' | 'edited' | 'lost' | 'unknown';

export interface CheckedFile {
  readonly kind: SubjectId['kind'];
  readonly id: string;
  readonly name: string | null;
  /** Relative to the folder. */
  readonly path: string;
  /** When it was fetched, ISO 8601. */
  readonly fetched: string;
  readonly status: Freshness;
  readonly why?: string;
}

export interface Checking {
  readonly folder: Folder;
  readonly tools: Tools;
  readonly api: Routes;
  readonly pace: Pace;
  readonly reserve: number;
  readonly signal: AbortSignal;
  /** Ids, beginnings of ids or names; empty for all. */
  readonly words: readonly string[];
  explain(error: unknown): string;
  tell(done: number, of: number): void;
}

/** The subjects of a folder that words mean; all of them without words. Throws NotFound for words that mean none. */
export const meantBy = (words: readonly string[], subjects: readonly Subject[]): readonly Subject[] => {
  if (words.length === 0) return subjects;
  const known = subjects.map((subject) => ({
    id: subject.of.id,
    name: nameOf(subject.about),
    sgg_garment_id: subject.about.summary?.sgg_garment_id,
    folder: subject.about.folder,
    subject,
  }));
  const found = words.map((word) => ({ word, fitting: matching(word, known) }));
  const unknown = found.filter(({ fitting }) => fitting.length === 0).map(({ word }) => word);
  if (unknown.length > 0) {
    throw new NotFound(`nothing in the folder has the name or id ${unknown.join(', ')}`, {
      hint: typeable`Without names, all that it holds is compared.`,
    });
  }
  const meant = new Set(found.flatMap(({ fitting }) => fitting.map(({ subject }) => subject)));
  return subjects.filter((subject) => meant.has(subject));
};

/**
 * Asks for one graph of each subject and compares digests, without writing anything. The graph that is asked for is
 * the one an export was made from, if there is one, and else the first that is held.
 */
export const findStale = async function* (checking: Checking): AsyncGenerator<CheckedFile> {
  const { folder, tools, api, signal } = checking;
  const { send } = sender({ ...checking, clock: tools.clock });
  const subjects = meantBy(checking.words, held(folder));
  for (const [at, subject] of subjects.entries()) {
    checking.tell(at, subjects.length);
    const { of, files } = subject;
    const graphs = [...files].filter(([, { read }]) => read === 'graph');
    const exports = [...files].filter(([, { read }]) => read === 'export');
    const asked =
      graphs.find(([, { profile }]) => exports.some(([, made]) => made.profile === profile)) ?? graphs[0];
    if (asked === undefined) continue;
    const profile = asked[1].profile;

    const ask = async (): Promise<string> => {
      const read = { read: 'graph', profile: profile ?? DEFAULT_PROFILE } as const;
      return sha256(tools.canonical(await send(() => readText(api, of, read, signal))));
    };
    let live: string | undefined;
    let refused: { readonly status: Freshness; readonly why?: string } | undefined;
    try {
      live = await ask();
    } catch (error) {
      if (isFinal(error, signal)) throw error;
      refused = provesGone(error) ? { status: 'gone' } : { status: 'unknown', why: checking.explain(error) };
    }
    // Exports of the other profile hang on a graph that was not asked for: that takes a second look, by a pull.
    const concerned = [asked, ...exports.filter(([, made]) => made.profile === profile)];
    for (const [name, file] of concerned) {
      const disk = await folder.disk.digest(pathOf(subject, name));
      const base = file.read === 'export' ? file.graph_sha256 : file.sha256;
      const status: Freshness = refused
        ? refused.status
        : base !== live
          ? 'stale'
          : disk === undefined
            ? 'lost'
            : disk !== file.sha256
              ? 'edited'
              : 'current';
      yield {
        ...of,
        name: nameOf(subject.about),
        path: pathOf(subject, name),
        fetched: file.fetched,
        status,
        ...(refused?.why === undefined ? {} : { why: refused.why }),
      };
    }
  }
  checking.tell(subjects.length, subjects.length);
};
