import { shellWord, type Typeable, typeable, typeables } from '../../border/shell.ts';
import type { DesignSummary } from '../../client/index.ts';
import { UsageError } from '../../errors.ts';
import { folded } from '../../garment/value-choice.ts';
import { DESIGN_COLUMNS, designsRows, designsView } from '../../view/designs.ts';
import { define } from '../define.ts';
import type { Base, Service } from '../facets.ts';
import { count, since, text } from '../flags/parse-flags.ts';
import { LARGEST_PAGE, walk } from './list-designs.ts';

export const designsLs = define({
  path: 'designs ls',
  answers: 'list',
  group: 'Read a design',
  does: { sends: 'always' },
  gives: ['designs'],
  summary: 'List your designs, newest first',
  elsewhere: ['list', 'ls', 'designs list', 'list designs'],
  about:
    'Without --limit or --all this is one page, as long as the service likes. The filters look at each design as it ' +
    'comes, so they walk every page until the list or --limit ends.',
  flags: {
    limit: { value: 'N', about: 'stop after N designs, over as many pages as it takes' },
    all: { about: 'every page' },
    before: { value: 'CURSOR', about: 'go on after a cursor that an earlier list ended with' },
    search: { value: 'TEXT', about: 'only names, categories and ids that contain TEXT, in either case' },
    category: { value: 'NAME', about: 'only this garment category, in either case' },
    minted: { about: 'only designs with a permanent GARM identity' },
    since: { value: 'DATE', about: 'only designs created on or after DATE, or within 7d' },
  },
  examples: [
    { why: 'The newest page', line: 'toile designs ls' },
    { why: 'Every minted coat, as JSON', line: 'toile designs ls --all --minted --category coat --json' },
    { why: 'The ids of all designs, one a line', line: 'toile designs ls --all | cut -f1' },
  ],
  json: '{"designs": [{"id", "name", "garment_category", "sgg_garment_id", "created_at"}], "next_before": null}',
  columns: [{ names: DESIGN_COLUMNS }],
  parse: ({ flags }) => {
    const limit = count(flags, 'limit');
    const all = flags.all === true;
    if (all && limit !== undefined) throw new UsageError('--all and --limit say different things');
    return {
      all,
      limit,
      before: text(flags, 'before'),
      search: text(flags, 'search'),
      category: text(flags, 'category'),
      minted: flags.minted === true,
      since: since(flags, 'since'),
      typed: flags,
    };
  },
  patient: ({ all, limit, search, category, minted, since: from }) =>
    all || (limit ?? 0) > LARGEST_PAGE || minted || [search, category, from].some((it) => it !== undefined),
  run: async (deps: Base & Service, { all, limit, before, search, category, minted, since: from, typed }) => {
    const wanted = search === undefined ? undefined : folded(search);
    const tests: ((design: DesignSummary) => boolean)[] = [];
    if (wanted !== undefined) {
      tests.push((design) =>
        [design.name, design.garment_category, design.sgg_garment_id, design.id].some(
          (field) => typeof field === 'string' && folded(field).includes(wanted),
        ),
      );
    }
    if (category !== undefined) {
      tests.push(({ garment_category: own }) => typeof own === 'string' && folded(own) === folded(category));
    }
    if (minted) tests.push((design) => typeof design.sgg_garment_id === 'string');
    if (from !== undefined) {
      const earliest = from(deps.clock.now());
      tests.push((design) => Date.parse(design.created_at) >= earliest);
    }
    const filtered = tests.length > 0;

    const rest = Object.entries(typed)
      .filter(([flag]) => flag !== 'before')
      .map(([flag, value]) =>
        value === true
          ? typeable` --${shellWord(flag)}`
          : typeable` --${shellWord(flag)} ${shellWord(String(value))}`,
      );
    const continueWith = (next: string): Typeable =>
      typeable`${deps.toile} designs ls${typeables(rest, '')} --before ${shellWord(next)}`;
    return {
      kind: 'list',
      member: 'designs',
      pages: walk(await deps.api(), {
        size:
          all || filtered ? LARGEST_PAGE : limit === undefined ? undefined : Math.min(limit, LARGEST_PAGE),
        exactly: filtered ? undefined : limit,
        enough: limit,
        once: !all && limit === undefined && !filtered,
        before,
        ...(filtered && { keep: (design: DesignSummary) => tests.every((test) => test(design)) }),
        continueWith,
        signal: deps.signal,
        saw: deps.sawDesigns,
      }),
      continueWith,
    } as const;
  },
  view: (listed, _options, { now }) => designsView(listed, { now }),
  rows: (listed) => designsRows(listed),
});
