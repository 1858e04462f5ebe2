import { renderTrimsView } from '../../output/views/trims.ts';
import {
  buildTrimRows,
  TRIM_AMOUNT_COLUMNS,
  TRIM_ITEM_COLUMNS,
  TRIM_USE_COLUMNS,
} from '../../output/views/trims-rows.ts';
import { UsageError } from '../../platform/errors.ts';
import { defineCommand } from '../command-spec.ts';
import { COLLECTION_ARGUMENT } from '../designs/collection-bodies.ts';
import { PROFILE_FLAG } from '../designs/fetch-resource.ts';
import { FILTER_FLAGS, FILTER_GLOSSARY, readValueFilter } from '../flags/filter-flags.ts';
import { readCountFlag, readTextFlag } from '../flags/parse-flags.ts';
import { createBatchResult } from '../output-files.ts';
import { joinTrims, type TrimsOptions } from './join-trims.ts';

export const trimsCommand = defineCommand({
  path: 'trims',
  resultKind: 'data',
  targetFlags: [],
  group: 'Keep a season',
  effects: { sends: 'never' },
  outputSchemas: ['toile.trims/1'],
  summary: 'List the materials and trims of a season, each once',
  namesInOtherTools: ['materials', 'bill'],
  about:
    'Prints one line per item with its number of styles and uses. The most used item comes first. ' +
    '--long adds each use: its article, supplier, quantities and costs, with their states.\n\n' +
    'Items are joined if they have the same article and supplier. Without an article, kind and name ' +
    'must be the same. The column joined_by names the rule. An item without a ' +
    'supplier never joins one that has a supplier. Nor does an item without an article join one that has an article.\n\n' +
    '--multiply adds quantity times cost to each use, and the sum to each item. Both are marked "~ ' +
    'counted by toile". There is no sum if a use has several quantities or costs, or if a number or unit is ' +
    'unclear. toile then shows why.\n\n' +
    'If the folder has both profiles of a graph, toile reads the one for the technical designer. With a ' +
    'filter, a use is shown if one of its values matches.',
  args: [COLLECTION_ARGUMENT],
  flags: {
    profile: PROFILE_FLAG,
    ...FILTER_FLAGS,
    search: { value: 'TEXT', about: 'only items with TEXT in name, article or supplier' },
    'min-styles': { value: 'N', about: 'only items of at least N styles' },
    long: { about: 'show each use, with its values' },
    multiply: { about: 'like --long, with quantity times cost and sums' },
    whole: { about: 'like --long, with every value and its reason' },
  },
  examples: [
    { why: 'See which items the season uses most', line: 'toile trims season' },
    { why: 'Find the designs that use a zip', line: 'toile trims season --search zip --long' },
    {
      why: 'Open the items and their sums in a spreadsheet',
      line: 'toile trims season --multiply --xlsx trims.xlsx',
    },
    {
      why: 'Find cloth without a supplier',
      line: 'toile trims season --kind material --field supplier --state unstated,absent',
    },
  ],
  json: '{"schema": "toile.trims/1", "dir", "columns", "items": [{"item", "joined_by", "kinds": [], "suppliers": [], "designs": 3, "uses": 5}], "totals": {"items", "designs", "uses"}, "left_out", "failed": [], "unfinished": [...]}\n\nwith --long also "used_in" of each item: [{"design_id", "garment_id", "name", "node_id", "line", "kind", "values": [{"field", "value", "unit", "state", "basis", "confidence", "beside"}], "where"}]\n\nwith --multiply "counted" beside the values of each use, and "sums" of each item: {"value", "unit", "of"} or {"why"}',
  glossaries: [FILTER_GLOSSARY],
  exitCodes: [['1', 'some designs could not be read']],
  columns: [
    { names: TRIM_ITEM_COLUMNS },
    { when: '--long, --multiply or --whole', names: TRIM_USE_COLUMNS, open: true },
    { when: '--multiply, the same, then', names: TRIM_AMOUNT_COLUMNS, open: true },
  ],
  parse: ({ args: [dir = ''], flags }): TrimsOptions => {
    if (dir === '') throw new UsageError('the name of the folder is empty');
    const [multiply, whole] = [flags.multiply === true, flags.whole === true];
    return {
      dir,
      profile: readTextFlag(flags, 'profile'),
      filter: readValueFilter(flags),
      search: readTextFlag(flags, 'search'),
      minStyles: readCountFlag(flags, 'min-styles') ?? 1,
      details: flags.long === true || multiply || whole,
      multiply,
      whole,
    };
  },
  run: async (deps, options) => createBatchResult('toile.trims/1', await joinTrims(deps, options)),
  buildView: (value, options) => renderTrimsView(value, options),
  buildRows: (value, options) => buildTrimRows(value, options),
});
