import type { Summary } from './journal.ts';
import { pagesOf } from './listing.ts';
import { keyOf } from './manifest.ts';
import { fileFor } from './names.ts';
import { plan } from './plan.ts';
import type { Pulling } from './pulling.ts';
import { sender } from './sending.ts';
import { choose } from './subjects.ts';

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

/** Reads the list and nothing else; writes nothing. */
export async function planned(pulling: Pulling): Promise<PlannedPull> {
  const { folder, pace, reserve, signal, wanted } = pulling;
  const summaries = new Map<string, Summary>();
  const sending = sender({ pace, clock: pulling.tools.clock, reserve, signal });
  let spent = 0;
  if (pulling.designs !== undefined) {
    for await (const { designs } of pagesOf(pulling.list, sending, undefined)) {
      spent += 1;
      for (const summary of designs) summaries.set(summary.id, summary);
    }
  }
  const chosen = choose(pulling, [...summaries.values()], [...folder.subjects.values()]);
  const notAfter = pulling.maxAgeMs === undefined ? Infinity : pulling.tools.clock.now() - pulling.maxAgeMs;
  const due = plan(folder, chosen.subjects, wanted, { notAfter, run: undefined }, pulling.random);
  const whats = due.flatMap((each) => each.whats.map((what) => ({ of: each.of, what })));
  const reads = whats.filter(({ what }) => what.read !== 'export').length;
  const exports = whats.filter(
    ({ of, what }) => what.read === 'export' && !folder.subjects.get(keyOf(of))?.files.has(fileFor(what)),
  ).length;
  // Whose designs they are and the version of the interface are asked for once.
  const requests = Math.min(reads + exports + spent + 2, pulling.maxRequests ?? Infinity);
  return {
    subjects: due.length,
    reads,
    exports,
    requests,
    minutes: Math.ceil(pace.estimate(requests, reserve) / 6000) / 10,
  };
}
