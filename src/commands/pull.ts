import { typeable } from '../border/shell.ts';
import type { Driver, Profile, Resource } from '../client/index.ts';
import { Unavailable, UsageError } from '../errors.ts';
import type { Asking, List, PlannedPull, Pulled, PullOptions } from '../mirror/index.ts';
import { plannedRows, plannedView, pulledRows, pulledView } from '../view/pull.ts';
import { type Deps, define, type FlagSpec, type Given } from './define.ts';
import { walk } from './pages.ts';
import { teller } from './pull-progress.ts';
import { RESERVE_FLAG, reserveOf } from './reserve.ts';
import { named } from './subject.ts';
import { day } from './times.ts';
import { count, duration, text } from './typed.ts';

const READS = {
  graph: 'graph',
  brief: 'tailor-brief',
  trust: 'design-trust',
  confirmations: 'confirmations',
} as const satisfies Record<string, Resource>;
const DRIVERS = { svg: 'illustrator_svg_stage1', json: 'json' } as const satisfies Record<string, Driver>;
const PROFILES: Readonly<Record<string, readonly Profile[]>> = {
  technical_designer: ['technical_designer'],
  factory: ['factory'],
  both: ['technical_designer', 'factory'],
};
const LARGEST_PAGE = 100;
/** Several words of a table, as typed with commas. */
const several = <T extends string>(
  flags: Given,
  flag: string,
  table: Readonly<Record<string, T>>,
): readonly T[] | undefined => {
  const typed = text(flags, flag);
  if (typed === undefined) return undefined;
  const words = typed.split(',').map((word) => word.trim());
  return [
    ...new Set(
      words.map((word) => {
        const meant = Object.hasOwn(table, word)
          ? table[word]
          : Object.values(table).find((value) => value === word);
        if (meant !== undefined) return meant;
        const known = Object.keys(table).join(', ');
        throw new UsageError(`--${flag} takes ${known}, with commas between; not ${JSON.stringify(word)}`);
      }),
    ),
  ];
};

const PROFILE: FlagSpec = {
  value: 'PROFILE',
  choices: Object.keys(PROFILES),
  about: 'whose graph and exports; technical_designer unless said',
};

const optionsOf = (words: readonly string[], flags: Given): PullOptions => {
  const subjects = words.map((word) => named(word));
  const garments = subjects.flatMap((each) => (each?.kind === 'garment' ? [each.id] : []));
  const designs = subjects.flatMap((each) =>
    each === undefined || each.kind === 'garment' ? [] : [each.kind === 'design' ? each.id : each.text],
  );
  const garmentsOnly = flags['garments-only'] === true;
  if (garmentsOnly && designs.length > 0)
    throw new UsageError(`--garments-only pulls no designs, and ${designs[0]} is one`);
  const since = day(flags, 'since');
  if (since !== undefined && (garmentsOnly || designs.length > 0))
    throw new UsageError('--since chooses among all designs; leave the ids or --garments-only away');
  const only = several(flags, 'only', READS);
  const drivers = several(flags, 'exports', DRIVERS) ?? [];
  if (drivers.length > 0 && only !== undefined && !only.includes('graph')) {
    throw new UsageError('--exports needs the graph, which says whether an export is out of date', {
      hint: typeable`add graph to --only`,
    });
  }
  if (drivers.length > 0 && garmentsOnly)
    throw new UsageError('--exports are of your own designs, and --garments-only pulls none');
  const [maxAge, prune] = [text(flags, 'max-age'), text(flags, 'prune')];
  return {
    wanted: {
      reads: only ?? Object.values(READS),
      profiles: PROFILES[String(flags.profile)] ?? ['technical_designer'],
      drivers,
    },
    garments,
    designs: garmentsOnly ? undefined : designs,
    since,
    maxAgeMs: maxAge === undefined ? undefined : duration(maxAge, '--max-age'),
    maxRequests: count(flags, 'max-requests'),
    reserve: reserveOf(flags),
    remove: flags.delete === undefined ? 'no' : flags.delete === 'all' ? 'all' : 'some',
    pruneMs: prune === undefined ? undefined : duration(prune, '--prune'),
  };
};

/** The caller's designs from a cursor on, one page a step. */
const listing = (deps: Deps): List =>
  async function* (before, send) {
    const pages = walk(await deps.api(), { size: LARGEST_PAGE, before, send, signal: deps.signal });
    for await (const { items, next } of pages) yield { designs: items.map(({ value }) => value), next };
  };

/** Asks before much of a folder is put aside. */
const consent =
  (deps: Deps, dir: string): Asking['consent'] =>
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

export const pull = define({
  path: 'pull',
  answers: 'made',
  group: 'Take it away',
  summary: 'Mirror your designs into a folder, as text that git can compare',
  about:
    'Writes the graph, brief, trust and confirmations of every design, and of the GARM- identities that are named or ' +
    'that the folder already holds. Files keep their names when designs are renamed, and one that has not changed is ' +
    'not written. It keeps below the rate limit by itself; when it is ended, the same command goes on where it was. ' +
    'With the id or name of a design only what is named is pulled. What --delete takes away can be had again: each time ' +
    'it goes into a folder of its own in DIR/.toile/removed, which is one that was pulled.',
  words: [
    { name: 'DIR', about: 'the folder; made if it is not there', required: true },
    { name: 'ID', about: 'GARM-<n> beside the designs; or designs, to pull only those', many: true },
  ],
  flags: {
    profile: PROFILE,
    only: { value: 'READS', about: 'of graph, brief, trust, confirmations, with commas between' },
    exports: { value: 'FORMS', about: 'svg, json or both; asked for again only where the graph has changed' },
    since: { value: 'DATE', about: 'only designs created on or after DATE' },
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
    { why: 'How long would it take?', line: 'toile pull season --dry-run' },
  ],
  json: '{"schema": "toile.pull/1", "dir", "subjects", "new": ["designs/.../graph.technical_designer.json"], "changed": [...], "unchanged", "failed": [{"kind", "id", "name", "file", "why", "code"}], "gone": [{"kind", "id", "removed"}], "pruned", "left", "requests", "seconds", "resumed"}; with --dry-run "toile.pull-plan/1"',
  exits: [
    ['1', 'some could not be pulled, or the list is not whole; the others were'],
    ['5', 'nothing of what was named is there'],
  ],
  parse: ({ words: [dir = '', ...ids], flags }) => {
    if (dir === '') throw new UsageError('the name of the folder is empty');
    return { dir, dryRun: flags['dry-run'] === true, ...optionsOf(ids, flags) };
  },
  patient: () => true,
  run: async (deps, { dir, dryRun, ...options }) => {
    const mirror = await deps.mirror(dir);
    const asking: Asking = { consent: consent(deps, dir), tell: teller(deps, dir) };
    const value: Pulled | PlannedPull = await (dryRun
      ? mirror.planned(options, listing(deps))
      : mirror.pull(options, listing(deps), asking).catch((error: unknown) => {
          deps.tell({ kind: 'done' });
          if (deps.signal.aborted || deps.explained(error) instanceof Unavailable) {
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
    } as const;
  },
  view: (value, _options, { toile }) => ('failed' in value ? pulledView(value, toile) : plannedView(value)),
  rows: (value) => ('failed' in value ? pulledRows(value) : plannedRows(value)),
});
