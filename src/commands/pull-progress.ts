import type { Progress } from '../mirror/index.ts';
import { timeText } from '../view/times.ts';
import type { Deps } from './define.ts';

const LINE_EVERY_MS = 60_000;

/** How far it is: repainted on a terminal, a line a minute elsewhere. */
export const teller = (deps: Deps, dir: string) => {
  let lineAt = LINE_EVERY_MS;
  return ({ subjects, of, requests, elapsedMs, leftMs, waiting }: Progress): void => {
    const rate = elapsedMs > 0 ? (requests / elapsedMs) * 60_000 : 0;
    const words = [
      of === 0 ? `pulling into ${dir}: reading the list` : `pulling into ${dir}: ${subjects} of ${of}`,
      `${requests} requests`,
      ...(elapsedMs > 5000 ? [`${rate.toFixed(0)} a minute`] : []),
      ...(leftMs === undefined || leftMs < 1000 ? [] : [`about ${timeText(leftMs)} left`]),
      ...(waiting ? ['waiting for the rate limit'] : []),
    ];
    const line = elapsedMs >= lineAt;
    if (line) lineAt = elapsedMs - (elapsedMs % LINE_EVERY_MS) + LINE_EVERY_MS;
    deps.tell({ kind: 'busy', text: words.join(', '), ...(line && { line }) });
  };
};
