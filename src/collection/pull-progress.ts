import type { PullInput, PullProgress } from './pull-types.ts';

/** Longer average times include waiting. */
const MAX_REQUEST_MS = 2000;
/** Minimum interval between two reports in milliseconds, except during a wait. */
const REPORT_EVERY_MS = 100;

/** The position of a pull. */
export interface PullPosition {
  /** All subjects; those that remain; and the reads that remain. */
  total: number;
  left: number;
  ahead: number;
}

/** Creates a function that reports progress at most every 100 ms. */
export const createPullReporter = (
  { tools, pace, reserve, maxRequests = Infinity, onProgress }: PullInput,
  way: PullPosition,
  requests: () => number,
): ((waiting: boolean) => void) => {
  const began = tools.clock.now();
  let reported = -REPORT_EVERY_MS;
  return (waiting) => {
    const elapsedMs = tools.clock.now() - began;
    if (elapsedMs - reported < REPORT_EVERY_MS && !waiting) return;
    reported = elapsedMs;
    const sent = requests();
    const asked = Math.max(0, Math.min(way.ahead, maxRequests - sent));
    const byWay = Math.min(elapsedMs / Math.max(1, sent), MAX_REQUEST_MS) * asked;
    const leftMs = Math.max(pace.estimate(asked, reserve), sent > pace.rate.limit ? 0 : byWay);
    const progress: PullProgress = {
      subjects: way.total - way.left,
      of: way.total,
      requests: sent,
      elapsedMs,
      leftMs: way.total > 0 ? leftMs : undefined,
      waiting,
    };
    onProgress(progress);
  };
};
