import { chooseSubjects } from './choose-subjects.ts';
import { formatFileName } from './collection-paths.ts';
import { listPulledSubjects } from './collection-types.ts';
import { classifyListItem, type IdentifiedDesign, isIdentifiedDesign } from './design-summary.ts';
import { formatSubjectKey } from './manifest.ts';
import { findDamagedFiles, planFetches } from './plan-fetches.ts';
import type { PullInput } from './pull-types.ts';
import { readListPages } from './read-design-list.ts';
import { createRequestSender } from './request-budget.ts';

/** The requests that a pull would send. */
export interface PullEstimate {
  readonly subjects: number;
  readonly reads: number;
  /** Exports that are missing. Exports of changed graphs come in addition. */
  readonly exports: number;
  readonly requests: number;
  /** Duration under the rate limit. */
  readonly minutes: number;
}

/**
 * Reads the list and estimates the pull. Writes nothing. Throws Incomplete if the list is not complete.
 */
export const estimatePull = async (pulling: PullInput): Promise<PullEstimate> => {
  const { folder, pace, reserve, signal, selection } = pulling;
  const summaries: IdentifiedDesign[] = [];
  const sending = createRequestSender({ pace, clock: pulling.tools.clock, reserve, signal });
  if (pulling.designs !== undefined) {
    for await (const { designs } of readListPages(pulling, sending, undefined))
      summaries.push(...designs.map(classifyListItem).filter(isIdentifiedDesign));
  }
  const chosen = chooseSubjects(pulling, summaries, listPulledSubjects(folder));
  const { maxAgeMs } = pulling;
  const notAfter = maxAgeMs === undefined ? Infinity : pulling.tools.clock.now() - maxAgeMs;
  const damaged = maxAgeMs === undefined ? new Set<string>() : await findDamagedFiles(folder, signal);
  const due = planFetches(
    folder,
    chosen,
    selection,
    { notAfter, damaged, run: undefined, isLimited: false },
    pulling.random,
  );
  const whats = due.flatMap((each) => each.fileSpecs.map((what) => ({ of: each.of, what })));
  const proofs = due.filter(
    ({ fileSpecs: own, proof }) =>
      proof && !own.some((what) => formatFileName(what) === formatFileName(proof)),
  ).length;
  const reads = proofs + whats.filter(({ what }) => what.read !== 'export').length;
  const exports = whats.filter(
    ({ of, what }) =>
      what.read === 'export' && !folder.subjects.get(formatSubjectKey(of))?.files.has(formatFileName(what)),
  ).length;
  // Two more requests read the user and the API version once per pull.
  const requests = Math.min(reads + exports + sending.requests + 2, pulling.maxRequests ?? Infinity);
  return {
    subjects: due.length,
    reads,
    exports,
    requests,
    minutes: Math.ceil(pace.estimate(requests, reserve) / 6000) / 10,
  };
};
