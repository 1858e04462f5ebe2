import { renderTrimsView } from '../../output/views/trims.ts';
import { buildTrimRows, TRIM_AMOUNT_COLUMNS, TRIM_USE_COLUMNS } from '../../output/views/trims-rows.ts';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { CommandContext } from '../command-context.ts';
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
  group: 'Export and order',
  effects: { sends: 'never' },
  outputSchemas: ['toile.trims/1'],
  summary: 'Join the same material or trim across pulled designs',
  namesInOtherTools: ['bom', 'materials', 'bill'],
  about:
    'Shows the uses of each item, with article, supplier, quantities and costs as sent, each with its state. ' +
    'Items with the same article and supplier are joined; items without an article are joined by kind and ' +
    'name. joined_by shows the rule that applied. An item with a supplier or an article is never joined with ' +
    'one that lacks it. Nothing is multiplied or summed without --multiply, which adds quantity times cost to ' +
    'each use and a row of sums to each item, marked "~ counted here". An unclear number, unit or choice ' +
    'gives no sum, with the reason. A folder contributes the graph for the technical designer, or the only ' +
    'one that it has.',
  args: [{ name: 'DIR', about: 'a pulled folder', required: true }],
  flags: {
    profile: COLLECTION_PROFILE_FLAG,
    kind: {
      value: 'KIND',
      about: 'only nodes of these kinds, separated by commas',
      completes: ['kinds'],
      commas: true,
    },
    search: { value: 'TEXT', about: 'only items with TEXT in name, article or supplier' },
    multiply: { about: 'multiply quantity by cost, and sum both' },
    whole: { about: 'show every value of each row, with reasons' },
  },
  examples: [
    { why: 'Find the designs that use a zip', line: 'toile trims season --search zip' },
    {
      why: 'Open the order list in a spreadsheet',
      line: 'toile trims season --multiply --xlsx trims.xlsx',
    },
    { why: 'List only the cloth', line: 'toile trims season --kind material --csv' },
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
  run: async (deps: CommandContext, options) =>
    createBatchResult('toile.trims/1', await joinTrims(deps, options)),
  buildView: (value, { whole }) => renderTrimsView(value, whole),
  buildRows: (value, options) => buildTrimRows(value, options),
});
