import type { BasisGroup } from '../../garment/basis-groups.ts';
import { formatUnknownWords } from '../../garment/unknown-words.ts';
import { BASIS_COLUMNS, buildBasisRows, renderBasisGroupsView } from '../../output/views/basis-groups.ts';
import { COUNT_COLUMNS, type CountColumn, VALUE_COLUMNS } from '../../output/views/value-rows.ts';
import { renderValueCountsView, renderValueStepsView, renderValuesView } from '../../output/views/values.ts';
import { buildRecordRows } from '../../output/views/view-model.ts';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { FlagValues } from '../argument-spec.ts';
import type { ListResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { BODIES_ARGUMENT, readBodySelection } from '../designs/body-sources.ts';
import { PROFILE_FLAG } from '../designs/fetch-resource.ts';
import { FILTER_FLAGS, FILTER_GLOSSARY, readValueFilter } from '../flags/filter-flags.ts';
import { BY_FLAG, GROUPING_GLOSSARY, OPEN_STATES, readGroupingFlag } from '../flags/grouping-flag.ts';
import { readListFlag } from '../flags/parse-flags.ts';
import { type ValuesOptions, type ValueTotals, walkValuePages } from './value-pages.ts';

const readCountByFlag = (flags: FlagValues): readonly CountColumn[] | undefined => {
  const columns = readListFlag(flags, 'count-by', shellText`--count-by design,field`)?.map((word) => {
    const known = COUNT_COLUMNS.find((name) => name === word || name === `${word}_id`);
    if (known !== undefined) return known;
    throw new UsageError(formatUnknownWords({ what: 'column', words: [word], available: COUNT_COLUMNS }));
  });
  return columns && [...new Set(columns)];
};

const listColumns = ({ countBy, by }: ValuesOptions): readonly string[] => {
  if (countBy) return [...countBy, 'count'];
  if (by === 'basis') return BASIS_COLUMNS;
  return by === 'step' ? ['step', ...VALUE_COLUMNS] : VALUE_COLUMNS;
};

const chooseSchema = ({ countBy, by }: ValuesOptions) => {
  if (countBy) return { schema: 'toile.counts/1', member: 'counts' };
  return by === 'basis'
    ? { schema: 'toile.bases/1', member: 'groups' }
    : { schema: 'toile.values/1', member: 'values' };
};

export const valuesCommand = defineCommand({
  path: 'values',
  resultKind: 'list',
  group: 'Keep a season',
  effects: { sends: 'sometimes' },
  outputSchemas: ['toile.values/1', 'toile.counts/1', 'toile.bases/1'],
  summary: 'Find values in many garments, by field, state or text',
  namesInOtherTools: ['search', 'grep', 'find', 'query'],
  about:
    'A pulled folder needs no requests. With ids or --all, toile asks the service for one design after ' +
    'the other.\n\n' +
    'If the folder has both profiles of a graph, toile reads the one for the technical designer. --whole ' +
    'reads every file.',
  args: [BODIES_ARGUMENT],
  flags: {
    all: { about: 'read all designs of your account' },
    profile: PROFILE_FLAG,
    ...FILTER_FLAGS,
    'count-by': {
      value: 'COLUMNS',
      about: 'count the values by these columns, such as design,field',
      suggests: COUNT_COLUMNS,
      commas: true,
    },
    by: BY_FLAG,
    whole: { about: 'read all files of a folder, and values without a state' },
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
    { why: 'Find open values that many styles share', line: 'toile values season --by basis' },
    { why: 'List the open values by production step', line: 'toile values season --by step' },
  ],
  json: '{"schema": "toile.values/1", "values": [{"design_id", "garment_id", "name", "node_id", "kind", "label", "field", "value", "unit", "state", "basis", "confidence", "profile", "where"}], "unfinished": [...]}\n\nwith --count-by {"schema": "toile.counts/1", "counts": [{"field", "count"}], "totals": {"garments", "values"}}\n\nwith --by basis {"schema": "toile.bases/1", "groups": [{"basis", "kind", "label", "field", "value", "unit", "state", "styles": [{"design_id", "garment_id", "name"}], "stated_same": [...], "stated_otherwise": [{..., "value", "unit", "state"}]}], "totals"}\n\nwith --by step each value has "step"',
  glossaries: [GROUPING_GLOSSARY, FILTER_GLOSSARY],
  exitCodes: [['1', 'some designs could not be read']],
  columns: [
    { names: VALUE_COLUMNS },
    { when: '--count-by: its columns, then count', names: [], open: true },
    { when: '--by step', names: ['step', ...VALUE_COLUMNS] },
    { when: '--by basis', names: BASIS_COLUMNS },
  ],
  parse: ({ args, flags }): ValuesOptions => {
    const by = readGroupingFlag(flags);
    const filter = readValueFilter(flags);
    return {
      ...readBodySelection('values', args, flags),
      allFiles: flags.whole === true,
      countBy: readCountByFlag(flags),
      by,
      filter: by === undefined ? filter : { ...filter, states: filter.states ?? OPEN_STATES },
    };
  },
  hasUnlimitedWait: ({ all, words }) => all || words.length > 1 || words[0] === '-',
  run: async (deps, options): Promise<ListResult> => {
    const unfinished = new Set<string>();
    let totals: ValueTotals | undefined;
    return {
      kind: 'list',
      ...chooseSchema(options),
      pages: walkValuePages(deps, options, unfinished, (counted) => {
        totals = counted;
      }),
      listOtherMembers: () => ({
        ...((options.countBy || options.by) && totals && { totals }),
        ...(unfinished.size > 0 && { unfinished: [...unfinished] }),
      }),
      formatNextCommand: () => shellText`${deps.toile} values`,
    };
  },
  buildView: ({ items }, options) => {
    if (options.countBy) return renderValueCountsView(items, listColumns(options));
    if (options.by === 'basis') return renderBasisGroupsView(items as readonly BasisGroup[]);
    return options.by === 'step' ? renderValueStepsView(items) : renderValuesView(items);
  },
  buildRows: ({ items }, options) =>
    options.by === 'basis'
      ? buildBasisRows(items as readonly BasisGroup[], BASIS_COLUMNS)
      : buildRecordRows(items, listColumns(options)),
});
