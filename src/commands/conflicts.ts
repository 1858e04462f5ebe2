import { CONFLICT_MEANINGS, type ConflictRule, toShownConflict } from '../garment/conflict.ts';
import { filterConflicts, findConflicts } from '../garment/find-conflicts.ts';
import { flattenBody } from '../garment/flatten-body.ts';
import { readGraph } from '../garment/graph-model.ts';
import { createUnknownWordFinder } from '../garment/unknown-words.ts';
import type { ValueFilter } from '../garment/value-filter.ts';
import {
  buildConflictRows,
  buildSeasonConflicts,
  CONFLICT_COLUMNS,
  type GarmentConflicts,
  renderConflictsView,
  type SeasonConflicts,
} from '../output/views/conflicts.ts';
import type { DataResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';
import {
  BODIES_ARGUMENT,
  type BodySelection,
  type BodySource,
  readAllSources,
  readBodySelection,
  walkBodySources,
} from './designs/body-sources.ts';
import { PROFILE_FLAG } from './designs/fetch-resource.ts';
import { FILTER_FLAGS, FILTER_GLOSSARY, readValueFilter } from './flags/filter-flags.ts';
import { createBatchResult } from './output-files.ts';

interface ConflictsInput extends BodySelection {
  readonly filter: ValueFilter;
}

/** The help text of each conflict rule. The titles in the output are in CONFLICT_RULES. */
const RULE_EXPLANATIONS: Readonly<Record<ConflictRule, string>> = {
  'size-row': 'from size to size, a measurement goes up and down again',
  'grade-step': 'the step between two sizes is not the grade',
  'size-range': 'the size range does not fit the measurements or a second size range',
  'outside-range': 'a size, such as the sample size, is not in the size range',
  'round-or-flat': 'one text measures a point all around, another text flat',
  'code-tolerance': 'a point of measure has two tolerances',
  'bill-count': 'a quantity in the bill does not fit the garment, such as 6 buttons for a placket with 7',
  'callout-number': 'a number in a text differs from the number in the table row',
};

export const conflictsCommand = defineCommand({
  path: 'conflicts',
  resultKind: 'data',
  group: 'Read a design',
  effects: { sends: 'sometimes' },
  outputSchemas: ['toile.conflicts/1'],
  summary: 'Show where a garment contradicts itself',
  namesInOtherTools: ['contradictions', 'lint', 'consistency'],
  about:
    'Shows both statements of each conflict: where they are, their values and their states. You decide ' +
    'which one is right. `toile sheet ID --only conflicts` prints the conflicts with room for an ' +
    'answer.\n\n' +
    'toile compares the exact numbers and never converts inches to metric units. It skips a number in a ' +
    'notation that it does not know.\n\n' +
    'With a filter, a conflict is shown if one of its statements matches. The exit code is 0 even if ' +
    'there are conflicts.',
  args: [BODIES_ARGUMENT],
  flags: { all: { about: 'read all designs of your account' }, profile: PROFILE_FLAG, ...FILTER_FLAGS },
  examples: [
    { why: 'See where a garment gives two different values', line: 'toile conflicts GARM-33' },
    { why: 'Check a season before it goes to the factory', line: 'toile conflicts season' },
    {
      why: 'List the questions for the designer',
      line: `toile conflicts season --jsonl | jq 'select(.between == "asserted against asserted")'`,
    },
  ],
  json: '{"schema": "toile.conflicts/1", "garments": [{"design_id", "garment_id", "name", "profile", "where", "conflicts": [{"rule", "about", "between", "means", "statements": [{"node_id", "kind", "label", "code", "field", "size", "value", "unit", "state", "basis", "confidence"}]}]}], "totals": {"garments", "conflicts"}, "failed": [], "unfinished": [...]}',
  glossaries: [
    { title: 'Rules', terms: Object.entries(RULE_EXPLANATIONS) },
    { title: 'States of the two statements', terms: Object.entries(CONFLICT_MEANINGS) },
    FILTER_GLOSSARY,
  ],
  exitCodes: [['1', 'some designs could not be read']],
  columns: [{ names: CONFLICT_COLUMNS }],
  parse: ({ args, flags }): ConflictsInput => ({
    ...readBodySelection('conflicts', args, flags),
    filter: readValueFilter(flags),
  }),
  hasUnlimitedWait: ({ all, words }) => all || words.length > 1 || words[0] === '-',
  run: async (deps, input): Promise<DataResult<SeasonConflicts>> => {
    const unfinished = new Set<string>();
    const vocabulary = createUnknownWordFinder(input.filter);
    const garments: GarmentConflicts[] = [];
    const readSource = async (source: BodySource): Promise<void> => {
      for await (const { origin, body } of source.bodies()) {
        if (!vocabulary.isComplete()) vocabulary.add(flattenBody(body));
        const conflicts = filterConflicts(findConflicts(body), input.filter).map(toShownConflict);
        garments.push({ ...origin, profile: readGraph(body).profile ?? null, conflicts });
      }
    };
    const sources = walkBodySources(deps, input, unfinished);
    const failed = await readAllSources(deps, { sources, vocabulary, readSource });
    return createBatchResult(
      'toile.conflicts/1',
      buildSeasonConflicts(garments, { failed, ...(unfinished.size > 0 && { unfinished: [...unfinished] }) }),
    );
  },
  buildView: renderConflictsView,
  buildRows: buildConflictRows,
});
