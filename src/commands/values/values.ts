import { typeable } from '../../border/shell.ts';
import { UsageError } from '../../errors.ts';
import type { Held } from '../../mirror/index.ts';
import { VALUE_COLUMNS, type ValueColumn, valuesRows } from '../../view/value-rows.ts';
import { countsView, valuesView } from '../../view/values.ts';
import type { ListAnswer } from '../answers.ts';
import { define } from '../define.ts';
import { PROFILE } from '../designs/fetch-resource.ts';
import { DEPARTMENT, departmentsOf } from '../flags/departments.ts';
import { list, text } from '../flags/parse-flags.ts';
import { STATES, statesOf } from '../flags/states.ts';
import type { Given } from '../typed.ts';
import type { Deps } from './bodies.ts';
import { type Asked, pagesOf } from './pages.ts';

const countByOf = (flags: Given): readonly ValueColumn[] | undefined => {
  const columns = list(flags, 'count-by', typeable`--count-by design,field`)?.map((word) => {
    const known = VALUE_COLUMNS.find((name) => name === word || name === `${word}_id`);
    if (known !== undefined) return known;
    throw new UsageError(`there is no column ${JSON.stringify(word)}; there are ${VALUE_COLUMNS.join(', ')}`);
  });
  return columns && [...new Set(columns)];
};

const columnsOf = ({ countBy }: Asked): readonly string[] =>
  countBy ? [...countBy, 'count'] : VALUE_COLUMNS;

export const values = define({
  path: 'values',
  answers: 'list',
  group: 'Take it away',
  does: { sends: 'sometimes' },
  gives: ['toile.values/1', 'toile.counts/1'],
  summary: 'Show values of many garments, by field, state or text',
  elsewhere: ['search', 'grep', 'find', 'query'],
  about:
    'A folder of toile pull answers without a request; ids and --all are read from the service, in their turn. Of a ' +
    'folder it is the graph for the technical designer, or the one that is there. The filters must all fit. The ' +
    `columns are ${VALUE_COLUMNS.join(', ')}; with --count-by those that it names, and count. Nothing is added up but ` +
    'how many there are.',
  words: [
    {
      name: 'DIR',
      about: 'a folder of toile pull, a file, or an ID; - reads ids from stdin',
      completes: ['ids', 'files'],
      many: true,
    },
  ],
  flags: {
    all: { about: 'every design of the account' },
    profile: PROFILE,
    field: { value: 'FIELDS', about: "only these fields; * is any signs: 'tol_*'" },
    kind: {
      value: 'KIND',
      about: 'only of nodes of this kind; several with commas',
      completes: ['kinds'],
      commas: true,
    },
    state: {
      value: 'STATES',
      about: 'only of these states: inferred,unstated; none for no state given',
      suggests: STATES,
      commas: true,
    },
    department: DEPARTMENT,
    value: { value: 'TEXT', about: 'only values that contain TEXT, in either case' },
    'count-by': {
      value: 'COLUMNS',
      about: 'how many there are of each: design,field',
      suggests: VALUE_COLUMNS,
      commas: true,
    },
    whole: { about: 'every file of a folder, and members without a state' },
  },
  examples: [
    {
      why: 'Which designs still miss tolerances',
      line: "toile values season --field 'tol_*' --state unstated",
    },
    { why: 'Who uses this zip', line: 'toile values season --value YKK --count-by design,name' },
    {
      why: 'What was guessed, design by design',
      line: 'toile values season --state inferred --count-by name,field',
    },
  ],
  json: '{"schema": "toile.values/1", "values": [{"design_id", "garment_id", "name", "node_id", "kind", "label", "field", "value", "unit", "state", "basis", "confidence", "profile", "where"}], "unfinished": [...]}; with --count-by {"schema": "toile.counts/1", "counts": [{"field", "count"}]}',
  exits: [['1', 'some could not be read']],
  columns: [
    { names: VALUE_COLUMNS },
    { when: '--count-by, each column that it names, and', names: [], open: true },
  ],
  parse: ({ words, flags }): Asked => {
    const all = flags.all === true;
    if (all && words.length > 0)
      throw new UsageError('--all is every design, so it takes no words beside it');
    if (!all && words.length === 0)
      throw new UsageError('of what? name a folder of toile pull, ids, or --all', {
        hint: typeable`toile values --all`,
      });
    return {
      words,
      all,
      profile: text(flags, 'profile'),
      everything: flags.whole === true,
      countBy: countByOf(flags),
      choice: {
        fields: list(flags, 'field', typeable`--field spec,tol_plus`),
        kinds: list(flags, 'kind', typeable`--kind measurement`),
        states: statesOf(flags),
        departments: departmentsOf(flags),
        text: text(flags, 'value'),
      },
    };
  },
  patient: ({ all, words }) => all || words.length > 1 || words[0] === '-',
  run: async (deps: Deps, options): Promise<ListAnswer> => {
    const unfinished: string[] = [];
    const opened = (dir: string, { isUnfinished }: Held): void => {
      if (isUnfinished && !unfinished.includes(dir)) unfinished.push(dir);
    };
    return {
      kind: 'list',
      schema: options.countBy ? 'toile.counts/1' : 'toile.values/1',
      member: options.countBy ? 'counts' : 'values',
      pages: pagesOf(deps, options, opened),
      beside: () => (unfinished.length > 0 ? { unfinished } : {}),
      continueWith: () => typeable`${deps.toile} values`,
    };
  },
  view: ({ items }, options) => (options.countBy ? countsView(items, columnsOf(options)) : valuesView(items)),
  rows: ({ items }, options) => valuesRows(items, columnsOf(options)),
});
