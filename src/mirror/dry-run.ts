import { choose } from './choose-designs.ts';
import { isSummary, listed, type Summary } from './design-summary.ts';
import { fileFor } from './file-names.ts';
import { held } from './folder-types.ts';
import { keyOf } from './manifest.ts';
import { damagedIn, plan } from './plan.ts';
import type { Pulling } from './pull-types.ts';
import { pagesOf } from './read-list.ts';
import { sender } from './request-budget.ts';

/** What a pull would ask for. */
export interface PlannedPull {
  readonly subjects: number;
  readonly reads: number;
  /** Exports that are not there yet; one whose graph turns out to have changed comes to them. */
  readonly exports: number;
  readonly requests: number;
  /** Minutes that the rate limit makes of it. */
  readonly minutes: number;
}

/** Reads the list and nothing else; writes nothing. Throws an Incomplete where the list is not whole. */
export const planned = async (pulling: Pulling): Promise<PlannedPull> => {
  const { folder, pace, reserve, signal, wanted } = pulling;
  const summaries: Summary[] = [];
  const sending = sender({ pace, clock: pulling.tools.clock, reserve, signal });
  if (pulling.designs !== undefined) {
    for await (const { designs } of pagesOf(pulling, sending, undefined))
      summaries.push(...designs.map(listed).filter(isSummary));
  }
  const chosen = choose(pulling, summaries, held(folder));
  const { maxAgeMs } = pulling;
  const notAfter = maxAgeMs === undefined ? Infinity : pulling.tools.clock.now() - maxAgeMs;
  const damaged = maxAgeMs === undefined ? new Set<string>() : await damagedIn(folder, signal);
  const due = plan(
    folder,
    chosen,
    wanted,
    { notAfter, damaged, run: undefined, isLimited: false },
    pulling.random,
  );
  const whats = due.flatMap((each) => each.whats.map((what) => ({ of: each.of, what })));
  const proofs = due.filter(
    ({ whats: own, proved }) => proved && !own.some((what) => fileFor(what) === fileFor(proved)),
  ).length;
  const reads = proofs + whats.filter(({ what }) => what.read !== 'export').length;
  const exports = whats.filter(
    ({ of, what }) => what.read === 'export' && !folder.subjects.get(keyOf(of))?.files.has(fileFor(what)),
  ).length;
  // Whose designs they are and the version of the interface are asked for once.
  const requests = Math.min(reads + exports + sending.requests + 2, pulling.maxRequests ?? Infinity);
  return {
    subjects: due.length,
    reads,
    exports,
    requests,
    minutes: Math.ceil(pace.estimate(requests, reserve) / 6000) / 10,
  };
};
