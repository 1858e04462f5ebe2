import { BRIEF_COLUMNS, buildBriefRows, renderBriefView } from '../output/views/brief.ts';
import { REASON_COLUMNS } from '../output/views/graph-rows.ts';
import type { CommandContext, FileContext, ServiceContext } from './command-context.ts';
import { defineCommand } from './command-spec.ts';
import { isBodyInput, parseDesignOrBody } from './designs/body-input.ts';
import { READ_COMMAND_SPEC, readResource } from './designs/fetch-resource.ts';
import { readStateFlag, STATE_FLAG } from './flags/state-flag.ts';

/** The command `toile brief`. */
export const briefCommand = defineCommand({
  ...READ_COMMAND_SPEC,
  path: 'brief',
  summary: 'Show the tailor brief: what a cutter reads before starting',
  flags: { all: { about: 'members that the view leaves out, too' }, state: STATE_FLAG },
  about: 'In a pipe there is one text a line.',
  examples: [
    { why: 'The brief, wrapped to the terminal', line: 'toile brief GARM-101' },
    { why: 'What nobody has said yet', line: 'toile brief GARM-101 --state unstated' },
    { why: 'The body as the service sent it', line: 'toile brief GARM-101 --json' },
  ],
  columns: [{ names: BRIEF_COLUMNS }, { when: '--state', names: [...BRIEF_COLUMNS, ...REASON_COLUMNS] }],
  parse: ({ args: [word], flags }) => ({
    what: parseDesignOrBody(word),
    all: flags.all === true,
    states: readStateFlag(flags),
  }),
  isLocal: ({ what }) => isBodyInput(what),
  run: (deps: CommandContext & ServiceContext & FileContext, { what }) =>
    readResource(deps, what, 'tailor-brief'),
  buildView: (body, { all, states }, { extra }) => renderBriefView(body, { all, states, subject: extra.id }),
  buildRows: (body, { all, states }, { id: subject }) => buildBriefRows(body, { all, states, subject }),
});
