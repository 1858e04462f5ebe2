import { UsageError } from '../../errors.ts';
import { TAKEN_COLUMNS, type Taken, takenRows, takenView } from '../../view/exported-files.ts';
import { seasonView } from '../../view/season.ts';
import { SEASON_COLUMNS, seasonColumns, seasonRows, TRUST } from '../../view/season-rows.ts';
import { type MadeAnswer, made, type TextAnswer } from '../answers.ts';
import { define } from '../define.ts';
import { HELD_PROFILE } from '../designs/held-bodies.ts';
import type { Base, Files, Folders, Pages } from '../facets.ts';
import { DEPARTMENT, departmentsOf } from '../flags/departments.ts';
import { text } from '../flags/parse-flags.ts';
import { ofSeveral, written } from '../written-files.ts';
import { type Choice, type Counted, seasonOf } from './count.ts';
import { sorted } from './sort.ts';

interface Options extends Choice {
  readonly sort: string | undefined;
  readonly reverse: boolean;
  /** Where the page goes, as typed. */
  readonly html: string | undefined;
}

type Deps = Base & Files & Folders & Pages;

const refuseUnknown = ({ sort, departments }: Options): void => {
  const columns = seasonColumns(departments);
  if (sort === undefined || columns.includes(sort) || (!departments && sort.startsWith(TRUST))) return;
  throw new UsageError(`there is no column ${JSON.stringify(sort)}; there are ${columns.join(', ')}`);
};

const isCounted = (value: Counted | Taken): value is Counted => 'designs' in value;

export const season = define({
  path: 'season',
  answers: 'made',
  uses: [],
  group: 'Take it away',
  does: { sends: 'never', writes: 'a page, with --html' },
  gives: ['toile.season/1', 'toile.sheet/1'],
  summary: 'Count what is stated and asked in each pulled design',
  elsewhere: ['report', 'overview'],
  about:
    'A row for each design. By department (who works from it: cutting, sewing, materials, measuring, labels and ' +
    'packing, other) there are the values that are asserted, inferred and unstated, those of another state or of none, ' +
    'and the open questions; of the brief its texts. These are counted here, in the files of the folder. Design Trust ' +
    'is as the service gives it. What the folder does not hold is empty, which is not 0. Nothing is added up over ' +
    'departments or designs.',
  words: [{ name: 'DIR', about: 'a folder that toile pull wrote', required: true }],
  flags: {
    profile: HELD_PROFILE,
    department: DEPARTMENT,
    search: { value: 'TEXT', about: 'only names and ids that contain TEXT, in either case' },
    sort: {
      value: 'COLUMN',
      about: 'in the order of a column: name, sewing_open, trust.unresolved',
      suggests: SEASON_COLUMNS,
    },
    reverse: { about: 'the other way round; what has nothing there stays last' },
    html: { value: 'FILE', about: 'as one page to print; - for stdout', completes: ['files'] },
  },
  examples: [
    { why: 'How far is the season?', line: 'toile season season' },
    {
      why: 'Where measurements are still missing, most of them first',
      line: 'toile season season --sort measuring_unstated --reverse',
    },
    { why: 'For the meeting', line: 'toile season season --html season.html' },
    { why: 'For a spreadsheet', line: 'toile season season --xlsx season.xlsx' },
  ],
  json: '{"schema": "toile.season/1", "dir", "counted": "here", "designs": [{"design_id", "garment_id", "name", "profile", "departments": {"cutting": {"values": {"asserted", "inferred", "unstated", "others": {}}, "open"}}, "brief", "trust": {"callouts.rows"}, "where"}], "left_out", "failed": [], "unfinished": [...]}; with --html {"schema": "toile.sheet/1", "file", "bytes", "sha256", "skipped"}',
  exits: [
    ['1', 'some designs could not be read'],
    ['2', 'a page is there already, or none can be written there'],
  ],
  columns: [
    { names: SEASON_COLUMNS, open: true },
    { when: '--department, those of it', names: seasonColumns([]), open: true },
    { when: '--html', names: TAKEN_COLUMNS },
  ],
  parse: ({ words: [dir = ''], flags }): Options => {
    if (dir === '') throw new UsageError('the name of the folder is empty');
    const options = {
      dir,
      profile: text(flags, 'profile'),
      departments: departmentsOf(flags),
      search: text(flags, 'search'),
      sort: text(flags, 'sort'),
      reverse: flags.reverse === true,
      html: text(flags, 'html'),
    };
    refuseUnknown(options);
    return options;
  },
  run: async (deps: Deps, options): Promise<MadeAnswer<Counted | Taken> | TextAnswer> => {
    const { departments, sort, reverse, html } = options;
    const count = async (): Promise<Counted> => {
      const counted = await seasonOf(deps, options);
      return { ...counted, designs: sorted(counted.designs, sort, reverse) };
    };
    if (html === undefined) return ofSeveral('toile.season/1', await count());
    let failed = 0;
    const page = { into: html, name: 'season.html', clobber: false, skipExisting: false, several: false };
    const value = await written(deps, page, async () => {
      const counted = await count();
      failed = counted.failed.length;
      return deps.seasonPage({ season: counted, departments, now: deps.clock.now() });
    });
    const ended = failed > 0 ? { exit: 1 } : {};
    if (value.file === '-') return { kind: 'text', text: '', ...ended };
    return made('toile.sheet/1', value, ended);
  },
  view: (value, { departments }) => (isCounted(value) ? seasonView(value, departments) : takenView(value)),
  rows: (value, { departments }) => (isCounted(value) ? seasonRows(value, departments) : takenRows([value])),
});
