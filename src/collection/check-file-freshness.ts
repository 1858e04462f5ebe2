import { findMatchingDesigns } from '../garment/design-match.ts';
import { NotFound } from '../platform/errors.ts';
import { shellText } from '../platform/escape/shell.ts';
import { computeSha256 } from '../platform/system/sha256.ts';
import type { Routes } from '../service/client/index.ts';
import { DEFAULT_PROFILE } from '../service/client/resources.ts';
import type { RequestPacer } from '../service/rate-limit/rate-limiters.ts';
import type { SubjectId } from './collection-paths.ts';
import {
  type CollectionState,
  type CollectionTools,
  joinSubjectPath,
  listPulledSubjects,
  type PulledSubject,
} from './collection-types.ts';

import { fetchSubjectText } from './fetch-subject.ts';
import { readSubjectName } from './manifest.ts';
import { createRequestSender, isFatalError, isGoneFromService } from './request-budget.ts';

/**
 * The state of a pulled file compared with the service. If several states are true, the first in this order is used:
 * `gone` (the service no longer has the design or garment of the file), `unknown` (the request failed), `stale` (the
 * graph of the file differs at the service), `lost` (the file is missing on disk), `edited` (it differs on disk),
 * `current`.
 */
export type FileFreshness = 'current' | 'stale' | 'gone' | 'edited' | 'lost' | 'unknown';

/** One file that was compared with the service, and its state. */
export interface CheckedFile {
  readonly kind: SubjectId['kind'];
  readonly id: string;
  readonly name: string | null;
  /** The path of the file, relative to the pulled folder. */
  readonly path: string;
  /** The time when the file was fetched, as ISO 8601. */
  readonly fetched: string;
  readonly status: FileFreshness;
  /** The reason why the file could not be compared. Present only if `status` is `unknown`. */
  readonly why?: string;
}

/** The arguments of `checkFileFreshness`: the folder, the service, and the designs to check. */
export interface FreshnessCheck {
  readonly folder: CollectionState;
  readonly tools: CollectionTools;
  readonly api: Routes;
  readonly pacer: RequestPacer;
  /** The number of requests in each rate-limit window that the check leaves free for other commands. */
  readonly reserve: number;
  readonly signal: AbortSignal;
  /** The ids, prefixes of ids, or names of the designs to check; empty for all. */
  readonly words: readonly string[];
  explain(error: unknown): string;
  /**
   * Reports how many of the `total` designs and garments are checked already (`done`). It is called before each of them
   * is checked, and once at the end.
   */
  onProgress(done: number, total: number): void;
}

/**
 * Returns the designs and garments that `words` select, or all if `words` is empty. A word is an id, the start of an
 * id, a name or a folder. Throws NotFound if a word matches nothing, and a UsageError if a word matches several of
 * them.
 */
export const matchSubjects = (
  words: readonly string[],
  subjects: readonly PulledSubject[],
): readonly PulledSubject[] => {
  if (words.length === 0) return subjects;
  const candidates = subjects.map((subject) => ({
    id: subject.subjectId.id,
    name: readSubjectName(subject.about),
    sgg_garment_id: subject.about.summary?.sgg_garment_id,
    folder: subject.about.folder,
    subject,
  }));
  const matches = words.map((word) => ({ word, designs: findMatchingDesigns(word, candidates) }));
  const unknownWords = matches.filter(({ designs }) => designs.length === 0).map(({ word }) => word);
  if (unknownWords.length > 0) {
    throw new NotFound(`the folder has no design with the name or id ${unknownWords.join(', ')}`, {
      hint: shellText`Without names, the whole folder is compared.`,
    });
  }
  const selected = new Set(matches.flatMap(({ designs }) => designs.map(({ subject }) => subject)));
  return subjects.filter((subject) => selected.has(subject));
};

/**
 * Compares pulled files with the service and writes nothing. For each design or garment, it requests one of the pulled
 * graphs again. Yields the state of this graph, and of the pulled exports with the same profile. Other files are not
 * checked.
 */
export const checkFileFreshness = async function* (check: FreshnessCheck): AsyncGenerator<CheckedFile> {
  const { folder, tools, api, signal } = check;
  const { send } = createRequestSender({ ...check, clock: tools.clock });
  const subjects = matchSubjects(check.words, listPulledSubjects(folder));
  for (const [index, subject] of subjects.entries()) {
    check.onProgress(index, subjects.length);
    const { subjectId, files } = subject;
    const graphs = [...files].filter(([, { read }]) => read === 'graph');
    const exports = [...files].filter(([, { read }]) => read === 'export');
    const graph =
      graphs.find(([, { profile }]) => exports.some(([, file]) => file.profile === profile)) ?? graphs[0];
    if (graph === undefined) continue;
    const profile = graph[1].profile;

    const fetchDigest = async (): Promise<string> => {
      const spec = { read: 'graph', profile: profile ?? DEFAULT_PROFILE } as const;
      return computeSha256(
        tools.canonicalize(await send(() => fetchSubjectText(api, subjectId, spec, signal))),
      );
    };
    let liveDigest: string | undefined;
    let failure: { readonly status: FileFreshness; readonly why?: string } | undefined;
    try {
      liveDigest = await fetchDigest();
    } catch (error) {
      if (isFatalError(error, signal)) throw error;
      failure = isGoneFromService(error)
        ? { status: 'gone' }
        : { status: 'unknown', why: check.explain(error) };
    }
    // An export is made from a graph, so it is checked together with the graph that has the same profile.
    const dependents = [graph, ...exports.filter(([, file]) => file.profile === profile)];
    for (const [name, file] of dependents) {
      const diskDigest = await folder.disk.computeDigest(joinSubjectPath(subject, name));
      const graphDigest = file.read === 'export' ? file.graph_sha256 : file.sha256;
      const status: FileFreshness = failure
        ? failure.status
        : graphDigest !== liveDigest
          ? 'stale'
          : diskDigest === undefined
            ? 'lost'
            : diskDigest !== file.sha256
              ? 'edited'
              : 'current';
      yield {
        ...subjectId,
        name: readSubjectName(subject.about),
        path: joinSubjectPath(subject, name),
        fetched: file.fetched,
        status,
        ...(failure?.why === undefined ? {} : { why: failure.why }),
      };
    }
  }
  check.onProgress(subjects.length, subjects.length);
};
