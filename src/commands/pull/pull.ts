import { typeable } from '../../border/shell.ts';
import { DRIVERS, RESOURCES } from '../../client/resources.ts';
import { Unavailable, UsageError } from '../../errors.ts';
import type { Asking, List, PlannedPull, Progress, Pulled } from '../../mirror/index.ts';
import { timeText } from '../../view/duration.ts';
import {
  CHANGE_COLUMNS,
  changeRows,
  PLAN_COLUMNS,
  PULL_COLUMNS,
  plannedRows,
  plannedView,
  pulledRows,
  pulledView,
} from '../../view/pull.ts';
import { pullReport } from '../../view/report-markdown.ts';
import type { ListAnswer, MadeAnswer } from '../answers.ts';
import { define } from '../define.ts';
import { LARGEST_PAGE, walk } from '../designs/list-designs.ts';
import type { Base, Folders, Service } from '../facets.ts';
import { RESERVE_FLAG } from '../flags/parse-flags.ts';
import { optionsOf, PROFILE, watchOf } from './pull-options.ts';
import { watching } from './watch.ts';

const LINE_EVERY_MS = 60_000;

/** The caller's designs from a cursor on, one page a step. */
const listing = (deps: Base & Service & Folders): List =>
  async function* (before, send) {
    const pages = walk(await deps.api(), { size: LARGEST_PAGE, before, send, signal: deps.signal });
    for await (const { items, next } of pages) yield { designs: items.map(({ value }) => value), next };
  };

/** Asks before much of a folder is put aside. */
const consent =
  (deps: Base & Service & Folders, dir: string): Asking['consent'] =>
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
const teller = (deps: Base & Service & Folders, dir: string) => {
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

type PullAnswer =
  | ListAnswer
  | (MadeAnswer & { readonly value: { readonly dir: string } & (Pulled | PlannedPull) });

export const pull = define({
  path: 'pull',
  answers: 'made',
  group: 'Take it away',
  does: {
    sends: 'always',
    scopes: ['export'],
    writes: 'the folder DIR',
    asks: 'consent to much removal, with --delete',
  },
  gives: ['toile.pull/1', 'toile.pull-plan/1', 'toile.changes/1'],
  summary: 'Mirror your designs into a folder, as text that git can compare',
  elsewhere: ['mirror', 'sync', 'clone'],
  about:
    'Writes the graph, brief, trust and confirmations of every design, and of the GARM- identities that are named or ' +
    'that the folder already holds. Files keep their names when designs are renamed, and one that has not changed is ' +
    'not written. It keeps below the rate limit by itself; when it is ended, the same command goes on where it was. ' +
    'With the id or name of a design only what is named is pulled. What --delete takes away can be had again: each time ' +
    'it goes into a folder of its own in DIR/.toile/removed, which is one that was pulled.\n\n' +
    'With --watch it stays until Ctrl-C. Every change has a number that is written down with it, so that after whatever ' +
    'end the same command goes on behind the last that was printed, changes of pulls in between among them. None is left ' +
    'out; one that was printed just as the process was killed may come again, under its number. A reader that keeps the ' +
    'number itself says --after N, and gets each once.',
  words: [
    { name: 'DIR', about: 'the folder; made if it is not there', required: true },
    { name: 'ID', about: 'GARM-<n> beside the designs; or designs, to pull only those', many: true },
  ],
  flags: {
    profile: PROFILE,
    only: {
      value: 'READS',
      about: 'of graph, brief, trust, confirmations, with commas between',
      suggests: Object.values(RESOURCES).map(({ command }) => command),
      commas: true,
    },
    exports: {
      value: 'FORMS',
      about: 'svg, json or both; asked for again only where the graph has changed',
      suggests: Object.values(DRIVERS),
      commas: true,
    },
    since: { value: 'DATE', about: 'only designs created on or after DATE, or within 7d' },
    'garments-only': { about: 'no designs, only GARM- identities' },
    'max-age': { value: 'TIME', about: 'leave alone what was checked within 90s, 15m, 24h, 7d' },
    'max-requests': { value: 'N', about: 'stop after N requests; the longest unchecked come first' },
    reserve: RESERVE_FLAG,
    delete: {
      joined: 'all',
      about:
        'put aside what the service says is gone; more than a third of DIR only with =all, or when you agree',
    },
    prune: { value: 'TIME', about: 'forget what --delete put aside longer ago, such as 30d' },
    watch: { value: 'TIME', about: 'stay, and pull again so long after each pull; prints one line a change' },
    after: { value: 'N', about: 'with --watch: the changes behind number N, whatever was printed before' },
    'dry-run': { about: 'say how many requests and minutes it would take; only the list is read' },
  },
  examples: [
    { why: 'Everything, into a folder under git', line: 'toile pull season' },
    { why: 'With a published garment beside the designs', line: 'toile pull season GARM-101' },
    {
      why: 'Both profiles and their drawings',
      line: 'toile pull season --profile both --exports svg,json',
    },
    {
      why: 'Without what is gone, and without what went a month ago',
      line: 'toile pull season --delete --prune 30d',
    },
    {
      why: 'A line of JSON for each change, from now on',
      line: 'toile pull season --watch 15m --jsonl',
    },
    { why: 'How long would it take?', line: 'toile pull season --dry-run' },
  ],
  json: '{"schema": "toile.pull/1", "dir", "subjects", "new": ["designs/.../graph.technical_designer.json"], "changed": [...], "unchanged", "failed": [{"kind", "id", "name", "file", "why", "code"}], "gone": [{"kind", "id", "removed"}], "renamed": [{"from", "to"}], "pruned", "left", "requests", "seconds", "resumed"}; with --dry-run "toile.pull-plan/1"; with --watch and --jsonl each line {"n", "at", "what": "new|changed|restored|renamed|removed", "kind", "id", "name", "path"}',
  exits: [
    ['1', 'some could not be pulled, or the list is not whole; the others were'],
    ['5', 'nothing of what was named is there'],
  ],
  columns: [
    { names: PULL_COLUMNS },
    { when: '--watch', names: CHANGE_COLUMNS },
    { when: '--dry-run', names: PLAN_COLUMNS },
  ],
  parse: ({ words: [dir = '', ...ids], flags }) => {
    if (dir === '') throw new UsageError('the name of the folder is empty');
    return { dir, dryRun: flags['dry-run'] === true, watch: watchOf(flags), ...optionsOf(ids, flags) };
  },
  patient: () => true,
  endless: ({ watch }) => watch !== undefined,
  form: ({ watch }) => (watch ? 'lines' : undefined),
  run: async (
    deps: Base & Service & Folders,
    { dir, dryRun, watch, since, ...asked },
  ): Promise<PullAnswer> => {
    const options = { ...asked, since: since?.(deps.clock.now()) };
    const mirror = await deps.mirror(dir);
    const asking: Asking = { consent: consent(deps, dir), tell: teller(deps, dir) };
    if (watch) {
      return {
        kind: 'list',
        schema: 'toile.changes/1',
        member: 'changes',
        pages: watching(deps, mirror, { options, list: listing(deps), asking }, watch),
        continueWith: () => typeable`${deps.toile} pull`,
      };
    }
    const value: Pulled | PlannedPull = await (dryRun
      ? mirror.planned(options, listing(deps))
      : mirror.pull(options, listing(deps), asking).catch((error: unknown) => {
          deps.tell({ kind: 'done' });
          const explained = deps.explained(error);
          const isDisk = explained.code === 'cannot_write';
          if (deps.signal.aborted || isDisk || explained instanceof Unavailable) {
            deps.tell({
              kind: 'note',
              text: 'what was pulled is kept; the same command goes on where it was',
            });
          }
          throw error;
        }));
    deps.tell({ kind: 'done' });
    // Whoever reads only what was pulled would take silence for consent.
    for (const { kind, why } of 'failed' in value ? value.failed : [])
      if (kind === 'removal' || kind === 'list') deps.tell({ kind: 'note', text: why });
    return {
      kind: 'made',
      schema: dryRun ? 'toile.pull-plan/1' : 'toile.pull/1',
      value: { dir, ...value },
      exit: 'failed' in value ? exitOf(value) : 0,
    };
  },
  view: (value, _options, { toile }) =>
    'items' in value ? [] : 'failed' in value ? pulledView(value, toile) : plannedView(value),
  report: (value) => ('items' in value ? undefined : pullReport(value)),
  rows: (value) =>
    'items' in value ? changeRows(value.items) : 'failed' in value ? pulledRows(value) : plannedRows(value),
});
