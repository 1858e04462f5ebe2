import type { Progress, Pulling } from './pull-types.ts';

/** An average request takes no longer; what was slower had to wait. */
const SLOWEST_MS = 2000;
/** Milliseconds between two reports, but for a wait. */
const REPORT_EVERY_MS = 100;

/** How far a pull is. */
export interface Way {
  /** Subjects in all, those that are not done, and their reads. */
  total: number;
  left: number;
  ahead: number;
}

/** Tells whoever watches, no more often than they can see. */
export const reporter = (
  { tools, pace, reserve, maxRequests = Infinity, tell }: Pulling,
  way: Way,
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
    const byWay = Math.min(elapsedMs / Math.max(1, sent), SLOWEST_MS) * asked;
    const leftMs = Math.max(pace.estimate(asked, reserve), sent > pace.rate.limit ? 0 : byWay);
    const progress: Progress = {
      subjects: way.total - way.left,
      of: way.total,
      requests: sent,
      elapsedMs,
      leftMs: way.total > 0 ? leftMs : undefined,
      waiting,
    };
    tell(progress);
  };
};
