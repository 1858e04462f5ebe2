import { findUnknownWords } from '../garment/unknown-words.ts';
import { BRIEF_COLUMNS, buildBriefRows, renderBriefView } from '../output/views/brief.ts';
import { REASON_COLUMNS } from '../output/views/value-cells.ts';
import { defineCommand } from './command-spec.ts';
import { parseDesignOrBody } from './designs/body-input.ts';
import { READ_COMMAND_SPEC, readResource } from './designs/fetch-resource.ts';
import { ROW_FILTER_FLAGS, readStateFlag, refuseUnknownWords } from './flags/filter-flags.ts';

export const briefCommand = defineCommand({
  ...READ_COMMAND_SPEC,
  path: 'brief',
  namesInOtherTools: ['tailor-brief'],
  summary: 'Show the tailor brief',
  flags: {
    all: { about: 'show all fields, even those that are usually left out' },
    state: ROW_FILTER_FLAGS.state,
  },
  about:
    'The brief is the text for the person who cuts the garment. In a pipe, each line is one text of the brief.',
  examples: [
    { why: 'Read the brief of a garment', line: 'toile brief GARM-101' },
    { why: 'List the texts that are not stated', line: 'toile brief GARM-101 --state unstated' },
    { why: 'Print the JSON as the service sent it', line: 'toile brief GARM-101 --json' },
  ],
  columns: [{ names: BRIEF_COLUMNS }, { when: '--state', names: [...BRIEF_COLUMNS, ...REASON_COLUMNS] }],
  parse: ({ args: [word], flags }) => ({
    input: parseDesignOrBody(word),
    all: flags.all === true,
    states: readStateFlag(flags),
  }),
  run: async (deps, { input, states }) => {
    const brief = await readResource(deps, input, 'tailor-brief');
    if (states) refuseUnknownWords(findUnknownWords(brief.value, { states }));
    return brief;
  },
  buildView: (body, { all, states }, { extra }) => renderBriefView(body, { all, states, subject: extra.id }),
  buildRows: (body, { all, states }, { id: subject }) => buildBriefRows(body, { all, states, subject }),
});
