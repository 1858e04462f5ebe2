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
  subjectId: SubjectId,
  spec: Exclude<FileSpec, { readonly read: 'export' }>,
  signal: AbortSignal,
): Promise<string> => {
  const profile = spec.read === 'graph' ? spec.profile : undefined;
  return (await api.read(subjectId, spec.read, { profile, signal }).withResponse()).text;
};

/** A pull ends after this many consecutive failures of the network or service. */
const MAX_OUTAGES = 5;

/**
 * What the requests of a pull found: failures, designs and garments that the service no longer has, and designs that it
 * returns but does not list.
 */
export interface FetchOutcome {
  readonly failed: PullFailure[];
  /** The designs and garments that the service no longer has, by the key that `formatSubjectKey` returns. */
  readonly gone: Map<string, SubjectId>;
  /** The designs that are missing in the service's list of designs but that the service still returns by id. */
  readonly alive: SubjectId[];
}

/**
 * Creates a function that saves the files of one design or garment in the folder. It skips an export if the folder has
 * no graph with the same profile, or if the saved export is still current. It adds results and failures to `outcome`.
 * It throws RequestLimitReached, errors that end the whole pull, and the fifth consecutive failure of the network or
 * service.
 */
export const createSubjectFetcher = (
  input: PullInput,
  { send }: RequestSender,
  run: PullRun,
  outcome: FetchOutcome,
) => {
  const { folder, tools, api, signal } = input;
  const summaries = new Map(run.listedDesigns.map((summary) => [summary.id, summary]));
  let outages = 0;

  const fetchExport = async (
    subject: PulledSubject,
    spec: Extract<FileSpec, { read: 'export' }>,
  ): Promise<void> => {
    const name = formatFileName(spec);
    const { profile } = spec;
    const graph = subject.files.get(formatFileName({ read: 'graph', profile }))?.sha256;
    const stored = subject.files.get(name);
    if (graph === undefined) return;
    if (
      stored?.graph_sha256 === graph &&
      (await folder.disk.computeDigest(joinSubjectPath(subject, name))) === stored.sha256
    )
      return;
    const incoming = await folder.disk.createIncomingFile();
    try {
      const { sha256, record } = await input.downloadExport(subject.subjectId.id, spec, incoming.sink, send);
      const about = { ...spec, api_version: run.apiVersion ?? null, graph_sha256: graph, record };
      await folder.storeDownload(subject, name, incoming, sha256, about);
    } finally {
      await incoming.discard();
    }
  };

  const recordFailure = async (subject: PulledSubject, spec: FileSpec, error: unknown): Promise<void> => {
    const { message, code } = input.explain(error);
    outcome.failed.push({
      ...subject.subjectId,
      name: readSubjectName(subject.about),
      file: joinSubjectPath(subject, formatFileName(spec)),
      why: message,
      code,
    });
    await folder.markTried(subject, [formatFileName(spec)]);
    outages = isServiceOutage(error) ? outages + 1 : 0;
    if (outages >= MAX_OUTAGES) throw error;
  };

  /**
   * Returns true if a response with status 404 can mean that the service has removed a pulled design or garment. A
   * design must also be missing from the list of designs. `proof` is set only for such a design.
   */
  const mayBeGone = (subject: PulledSubject, proof: FileSpec | undefined): boolean =>
    subject.files.size > 0 && (proof !== undefined || subject.subjectId.kind === 'garment');

  return async ({ subjectId, fileSpecs, proof }: DueSubject): Promise<void> => {
    const subject = await folder.addSubject(
      subjectId,
      subjectId.kind === 'design' ? summaries.get(subjectId.id) : undefined,
    );
    const names = new Set(fileSpecs.map(formatFileName));
    const proofSpecs = proof && !names.has(formatFileName(proof)) ? [proof] : [];
    for (const spec of [...proofSpecs, ...fileSpecs]) {
      try {
        if (spec.read === 'export') await fetchExport(subject, spec);
        else {
          const text = tools.canonicalize(await send(() => fetchSubjectText(api, subjectId, spec, signal)));
          if (names.has(formatFileName(spec)))
            await folder.storeText(subject, formatFileName(spec), text, {
              ...spec,
              api_version: run.apiVersion ?? null,
            });
          else await folder.markFound(subject, formatFileName(spec));
          if (spec.read === 'graph' && proof && !outcome.alive.includes(subjectId))
            outcome.alive.push(subjectId);
        }
        outages = 0;
      } catch (error) {
        if (error instanceof RequestLimitReached || isFatalError(error, signal)) throw error;
        if (spec.read === 'graph' && isGoneFromService(error) && mayBeGone(subject, proof)) {
          outcome.gone.set(formatSubjectKey(subjectId), subjectId);
          await folder.markTried(subject, [...proofSpecs, ...fileSpecs].map(formatFileName));
          return;
        }
        await recordFailure(subject, spec, error);
      }
    }
  };
};
