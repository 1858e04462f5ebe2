import type { Routes } from '../service/client/index.ts';
import { type FileSpec, formatFileName, type SubjectId } from './collection-paths.ts';
import { joinSubjectPath, type PulledSubject, type PullRun } from './collection-types.ts';
import { formatSubjectKey, readSubjectName } from './manifest.ts';
import type { DueSubject } from './plan-pull.ts';
import type { PullFailure, PullInput } from './pull-types.ts';
import {
  isFatalError,
  isGoneFromService,
  isServiceOutage,
  RequestLimitReached,
  type RequestSender,
} from './request-budget.ts';

/** Fetches one resource of a design or garment and returns the text of its body. */
export const fetchSubjectText = async (
  api: Routes,
  of: SubjectId,
  what: Exclude<FileSpec, { readonly read: 'export' }>,
  signal: AbortSignal,
): Promise<string> => {
  const profile = what.read === 'graph' ? what.profile : undefined;
  return (await api.read(of, what.read, { profile, signal }).withResponse()).text;
};

/** A pull ends after this many consecutive failures of the network or service. */
const MAX_OUTAGES = 5;

/** The outcome of the requests of a pull: failures, gone designs and garments, and designs that the list lacks. */
export interface FetchOutcome {
  readonly failed: PullFailure[];
  /** The designs and garments that the service no longer has, by key. */
  readonly gone: Map<string, SubjectId>;
  /** The designs that the service has, although they are not in its list. */
  readonly alive: SubjectId[];
}

/**
 * Creates a function that fetches the due files of one design or garment and writes them to the folder. An export is
 * fetched only if its graph changed or its file differs. The function adds its results to the FetchOutcome. It throws
 * errors that end the whole pull, also after five consecutive outages.
 */
export const createSubjectFetcher = (
  pulling: PullInput,
  { send }: RequestSender,
  run: PullRun,
  came: FetchOutcome,
) => {
  const { folder, tools, api, signal } = pulling;
  const summaries = new Map(run.listed.map((summary) => [summary.id, summary]));
  let outages = 0;

  const read = async (of: SubjectId, what: Exclude<FileSpec, { read: 'export' }>): Promise<string> =>
    tools.canonicalize(await send(() => fetchSubjectText(api, of, what, signal)));

  const exported = async (
    subject: PulledSubject,
    what: Extract<FileSpec, { read: 'export' }>,
  ): Promise<void> => {
    const name = formatFileName(what);
    const { profile } = what;
    const graph = subject.files.get(formatFileName({ read: 'graph', profile }))?.sha256;
    const held = subject.files.get(name);
    if (graph === undefined) return;
    if (
      held?.graph_sha256 === graph &&
      (await folder.disk.computeDigest(joinSubjectPath(subject, name))) === held.sha256
    )
      return;
    const incoming = await folder.disk.createIncomingFile();
    try {
      const { sha256, record } = await pulling.downloadExport(subject.of.id, what, incoming.sink, send);
      const about = { ...what, api_version: run.apiVersion ?? null, graph_sha256: graph, record };
      await folder.storeDownload(subject, name, incoming, sha256, about);
    } finally {
      await incoming.discard();
    }
  };

  const fail = async (subject: PulledSubject, what: FileSpec, error: unknown): Promise<void> => {
    const { message, code } = pulling.explain(error);
    came.failed.push({
      ...subject.of,
      name: readSubjectName(subject.about),
      file: joinSubjectPath(subject, formatFileName(what)),
      why: message,
      code,
    });
    await folder.markTried(subject, [formatFileName(what)]);
    outages = isServiceOutage(error) ? outages + 1 : 0;
    if (outages >= MAX_OUTAGES) throw error;
  };

  /**
   * Returns true if a 404 means that the design or garment is gone. It must have files in the folder, and be a garment
   * or a design that the list lacks (with a graph to prove it).
   */
  const mayBeGone = (subject: PulledSubject, proved: FileSpec | undefined): boolean =>
    subject.files.size > 0 && (proved !== undefined || subject.of.kind === 'garment');

  return async ({ of, fileSpecs, proof }: DueSubject): Promise<void> => {
    const subject = await folder.addSubject(of, of.kind === 'design' ? summaries.get(of.id) : undefined);
    const names = new Set(fileSpecs.map(formatFileName));
    const first = proof && !names.has(formatFileName(proof)) ? [proof] : [];
    for (const what of [...first, ...fileSpecs]) {
      try {
        if (what.read === 'export') await exported(subject, what);
        else {
          const text = await read(of, what);
          if (names.has(formatFileName(what)))
            await folder.storeText(subject, formatFileName(what), text, {
              ...what,
              api_version: run.apiVersion ?? null,
            });
          else await folder.markFound(subject, formatFileName(what));
          if (what.read === 'graph' && proof && !came.alive.includes(of)) came.alive.push(of);
        }
        outages = 0;
      } catch (error) {
        if (error instanceof RequestLimitReached || isFatalError(error, signal)) throw error;
        if (what.read === 'graph' && isGoneFromService(error) && mayBeGone(subject, proof)) {
          came.gone.set(formatSubjectKey(of), of);
          await folder.markTried(subject, [...first, ...fileSpecs].map(formatFileName));
          return;
        }
        await fail(subject, what, error);
      }
    }
  };
};
