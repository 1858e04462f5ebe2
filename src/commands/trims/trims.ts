import { renderTrimsView } from '../../output/views/trims.ts';
import { buildTrimRows, TRIM_AMOUNT_COLUMNS, TRIM_USE_COLUMNS } from '../../output/views/trims-rows.ts';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { CollectionContext, CommandContext } from '../command-context.ts';
import { defineCommand } from '../command-spec.ts';
import { COLLECTION_PROFILE_FLAG } from '../designs/collection-bodies.ts';
import { readListFlag, readTextFlag } from '../flags/parse-flags.ts';
import { createBatchResult } from '../output-files.ts';
import { joinTrims, type TrimsFilter } from './join-trims.ts';

/** The command `toile trims`. */
export const trimsCommand = defineCommand({
  path: 'trims',
  resultKind: 'made',
  targetFlags: [],
  group: 'Take it away',
  effects: { sends: 'never' },
  outputSchemas: ['toile.trims/1'],
  summary: 'Join the same material or trim across pulled designs',
  namesInOtherTools: ['bom', 'materials', 'bill'],
  about:
    'Who uses it, with article, supplier, quantities and costs as sent, each with its state. Two are the same that ' +
    'have one article of one supplier; where no article is given, those of one kind and name. joined_by says which. ' +
    'An article without a supplier is joined with none that has one, and one without an article with none that has. ' +
    'Nothing is multiplied or added up unless --multiply asks: then each use has what it needs times what it costs, ' +
    'and each item a row of sums, marked "~ counted here". Where a number, a unit or the choice is not clear there is ' +
    'none, and why. Of a folder it is the graph for the technical designer, or the one that is there.',
  args: [{ name: 'DIR', about: 'a folder that toile pull wrote', required: true }],
  flags: {
    profile: COLLECTION_PROFILE_FLAG,
    kind: {
      value: 'KIND',
      about: 'only nodes of this kind; several with commas',
      completes: ['kinds'],
      commas: true,
    },
    search: { value: 'TEXT', about: 'only items of which a name, an article or a supplier contains TEXT' },
    multiply: { about: 'quantity times cost, and sums of them and of quantities' },
    whole: { about: 'every value of each row, and why' },
  },
  examples: [
    { why: 'Who uses this zip', line: 'toile trims season --search zip' },
    {
      why: 'What is to be ordered, for a spreadsheet',
      line: 'toile trims season --multiply --xlsx trims.xlsx',
    },
    { why: 'Cloth alone', line: 'toile trims season --kind material --csv' },
  ],
  json: '{"schema": "toile.trims/1", "dir", "columns", "items": [{"item", "joined_by", "uses": [{"design_id", "garment_id", "name", "node_id", "line", "kind", "values": [{"field", "value", "unit", "state", "basis", "confidence", "beside"}], "where"}]}], "left_out", "failed": [], "unfinished": [...]}; with --multiply "counted" beside the values of each use, and "sums" of each item: {"value", "unit", "of"} or {"why"}',
  exitCodes: [['1', 'some designs could not be read']],
  columns: [
    { names: TRIM_USE_COLUMNS, open: true },
    { when: '--multiply, what, those, and at the end', names: TRIM_AMOUNT_COLUMNS, open: true },
  ],
  parse: ({ args: [dir = ''], flags }): TrimsFilter => {
    if (dir === '') throw new UsageError('the name of the folder is empty');
    return {
      dir,
      profile: readTextFlag(flags, 'profile'),
      kinds: readListFlag(flags, 'kind', shellText`--kind trim`),
      search: readTextFlag(flags, 'search'),
      multiply: flags.multiply === true,
      whole: flags.whole === true,
    };
  },
  run: async (deps: CommandContext & CollectionContext, options) =>
    createBatchResult('toile.trims/1', await joinTrims(deps, options)),
  buildView: (value, { whole }) => renderTrimsView(value, whole),
  buildRows: (value, options) => buildTrimRows(value, options),
});
