import type { Collection } from '../../collection/index.ts';
import { buildValueRows, VALUE_COLUMNS, type ValueColumn } from '../../output/views/value-rows.ts';
import { renderValueCountsView, renderValuesView } from '../../output/views/values.ts';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { FlagValues } from '../argument-spec.ts';
import type { CommandContext } from '../command-context.ts';
import type { ListResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { BODIES_ARGUMENT, readBodySelection } from '../designs/body-sources.ts';
import { PROFILE_FLAG } from '../designs/fetch-resource.ts';
import { FILTER_FLAGS, FILTER_NOTE, readValueFilter } from '../flags/filter-flags.ts';
import { readListFlag } from '../flags/parse-flags.ts';
import { type ValuesOptions, type ValueTotals, walkValuePages } from './value-pages.ts';

/** Returns the columns of `--count-by`. Throws a UsageError for an unknown one. */
const readCountByFlag = (flags: FlagValues): readonly ValueColumn[] | undefined => {
  const columns = readListFlag(flags, 'count-by', shellText`--count-by design,field`)?.map((word) => {
    const known = VALUE_COLUMNS.find((name) => name === word || name === `${word}_id`);
    if (known !== undefined) return known;
    throw new UsageError(`unknown column ${JSON.stringify(word)}; known: ${VALUE_COLUMNS.join(', ')}`);
  });
  return columns && [...new Set(columns)];
};

/** Returns the columns of the output. */
const listColumns = ({ countBy }: ValuesOptions): readonly string[] =>
  countBy ? [...countBy, 'count'] : VALUE_COLUMNS;

/** The command `toile values`. */
export const valuesCommand = defineCommand({
  path: 'values',
  resultKind: 'list',
  group: 'Export and order',
  effects: { sends: 'sometimes' },
  outputSchemas: ['toile.values/1', 'toile.counts/1'],
  summary: 'Show values of many garments, by field, state or text',
  namesInOtherTools: ['search', 'grep', 'find', 'query'],
  about:
    'A pulled folder is read without requests; ids and --all are read from the service, one after the other. ' +
    'A folder contributes the graph for the technical designer, or the only one that it has. The ' +
    `columns are ${VALUE_COLUMNS.join(', ')}; with --count-by the given columns and count.\n\n${FILTER_NOTE}`,
  args: [BODIES_ARGUMENT],
  flags: {
    all: { about: 'read every design of the account' },
    profile: PROFILE_FLAG,
    ...FILTER_FLAGS,
    'count-by': {
      value: 'COLUMNS',
      about: 'count the values by these columns: design,field',
      suggests: VALUE_COLUMNS,
      commas: true,
    },
    whole: { about: 'read every file of a folder, and members without a state' },
  },
  examples: [
    {
      why: 'Find the designs that lack a tolerance at the chest',
      line: "toile values season --label chest --field 'tol_*' --state unstated,absent",
    },
    {
      why: 'Find the designs that use a zip',
      line: 'toile values season --value YKK --count-by design,name',
    },
    {
      why: 'Count the inferred values of each design',
      line: 'toile values season --state inferred --count-by name,field',
    },
  ],
  json: '{"schema": "toile.values/1", "values": [{"design_id", "garment_id", "name", "node_id", "kind", "label", "field", "value", "unit", "state", "basis", "confidence", "profile", "where"}], "unfinished": [...]}; with --count-by {"schema": "toile.counts/1", "counts": [{"field", "count"}], "totals": {"garments", "values"}}',
  exitCodes: [['1', 'some designs could not be read']],
  columns: [{ names: VALUE_COLUMNS }, { when: '--count-by, its columns and count,', names: [], open: true }],
  parse: ({ args, flags }): ValuesOptions => ({
    ...readBodySelection('values', args, flags),
    allFiles: flags.whole === true,
    countBy: readCountByFlag(flags),
    filter: readValueFilter(flags),
  }),
  isLongRunning: ({ all, words }) => all || words.length > 1 || words[0] === '-',
  run: async (deps: CommandContext, options): Promise<ListResult> => {
    const unfinished: string[] = [];
    let totals: ValueTotals | undefined;
    const opened = (dir: string, { isUnfinished }: Collection): void => {
      if (isUnfinished && !unfinished.includes(dir)) unfinished.push(dir);
    };
    return {
      kind: 'list',
      schema: options.countBy ? 'toile.counts/1' : 'toile.values/1',
      member: options.countBy ? 'counts' : 'values',
      pages: walkValuePages(deps, options, opened, (counted) => {
        totals = counted;
      }),
      listOtherMembers: () => ({
        ...(options.countBy && totals && { totals }),
        ...(unfinished.length > 0 && { unfinished }),
      }),
      formatNextCommand: () => shellText`${deps.toile} values`,
    };
  },
  buildView: ({ items }, options) =>
    options.countBy ? renderValueCountsView(items, listColumns(options)) : renderValuesView(items),
  buildRows: ({ items }, options) => buildValueRows(items, listColumns(options)),
});
