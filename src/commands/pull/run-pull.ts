/** What a pull does: the list that it goes by, what it asks and tells, and how it ends. */

import { Unavailable } from '../../errors.ts';
import type { Asking, List, Progress, Pulled } from '../../mirror/index.ts';
import { timeText } from '../../view/duration.ts';
import type { PlannedData, PulledData } from '../../view/pull.ts';
import { type MadeAnswer, made } from '../answers.ts';
import { LARGEST_PAGE, walk } from '../designs/list-designs.ts';
import type { Base, Folders, Service } from '../facets.ts';
import type { Asked } from './pull-options.ts';

type Needed = Base & Service & Folders;

const LINE_EVERY_MS = 60_000;

/** The caller's designs from a cursor on, one page a step. */
const listing = (deps: Needed): List =>
  async function* (before, send) {
    const pages = walk(await deps.api(), { size: LARGEST_PAGE, before, send, signal: deps.signal });
    for await (const { items, next } of pages) yield { designs: items.map(({ value }) => value), next };
  };

/** Asks before much of a folder is put aside. */
const consent =
  (deps: Needed, dir: string): Asking['consent'] =>
  async (gone, of) => {
    if (!deps.ask.possible) return undefined;
    deps.tell({ kind: 'done' });
    return deps.ask.confirm(
      `${gone} of ${of} in ${dir} are gone from the service. Remove them here, too? (They go to ${dir}/.toile/removed.)`,
      false,
    );
  };

const exitOf = ({ failed, unchanged, gone, ...pulled }: Pulled): 0 | 1 | 5 => {
  if (failed.length === 0) return 0;
  const nothing = pulled.new.length + pulled.changed.length + unchanged + gone.length === 0;
  return nothing && failed.every(({ code }) => code === 'not_found') ? 5 : 1;
};

/** How far it is: repainted on a terminal, a line a minute elsewhere. */
const teller = (deps: Needed, dir: string) => {
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

type PullAnswer = MadeAnswer<PulledData | PlannedData>;

export interface Wanted extends Asked {
  readonly dir: string;
  /** Only how much it would be. */
  readonly dryRun: boolean;
}

export const runPull = async (
  deps: Needed,
  { dir, dryRun, since, ...asked }: Wanted,
): Promise<PullAnswer> => {
  const options = { ...asked, since: since?.(deps.clock.now()) };
  const mirror = await deps.mirror(dir);
  const list = listing(deps);
  if (dryRun) {
    const value = { dir, ...(await mirror.planned(options, list)) };
    deps.tell({ kind: 'done' });
    return made('toile.pull-plan/1', value);
  }
  const asking: Asking = { consent: consent(deps, dir), tell: teller(deps, dir) };
  const pulled = await mirror.pull(options, list, asking).catch((error: unknown) => {
    deps.tell({ kind: 'done' });
    const explained = deps.explained(error);
    const isDisk = explained.code === 'cannot_write';
    if (deps.signal.aborted || isDisk || explained instanceof Unavailable)
      deps.tell({ kind: 'note', text: 'what was pulled is kept; the same command goes on where it was' });
    throw error;
  });
  deps.tell({ kind: 'done' });
  // Whoever reads only what was pulled would take silence for consent.
  for (const { kind, why } of pulled.failed)
    if (kind === 'removal' || kind === 'list') deps.tell({ kind: 'note', text: why });
  return made('toile.pull/1', { dir, ...pulled }, { exit: exitOf(pulled) });
};
