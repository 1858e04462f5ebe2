import {
  buildConfirmationRows,
  CONFIRMATION_COLUMNS,
  renderConfirmationsView,
} from '../output/views/confirmations.ts';
import type { ViewAudience } from '../output/views/graph-options.ts';
import type { CommandContext, FileContext, ServiceContext } from './command-context.ts';
import { defineCommand } from './command-spec.ts';
import { isBodyInput, parseDesignOrBody } from './designs/body-input.ts';
import { READ_COMMAND_SPEC, readResource } from './designs/fetch-resource.ts';
import { readTextFlag } from './flags/parse-flags.ts';
import { readStateFlag, STATE_FLAG } from './flags/state-flag.ts';

/** The command `toile confirmations`. */
export const confirmationsCommand = defineCommand({
  ...READ_COMMAND_SPEC,
  path: 'confirmations',
  summary: 'List the unresolved confirmations; none of them blocks a sample or a quotation',
  namesInOtherTools: ['questions'],
  flags: {
    all: { about: 'members that the view leaves out, too' },
    view: {
      value: 'FOR',
      choices: ['designer', 'factory'],
      about: 'one by one with what was offered, or a checklist by department',
      affects: 'screen',
    },
    state: {
      ...STATE_FLAG,
      about: 'only questions about values of these states: inferred,unstated; none for no state given',
    },
  },
  about: 'In a pipe there is one question a line.',
  examples: [
    { why: 'The open questions', line: 'toile confirmations GARM-101' },
    { why: 'The body as the service sent it', line: 'toile confirmations GARM-101 --json' },
  ],
  columns: [{ names: CONFIRMATION_COLUMNS }],
  parse: ({ args: [word], flags }) => ({
    what: parseDesignOrBody(word),
    all: flags.all === true,
    view: readTextFlag(flags, 'view') as ViewAudience | undefined,
    states: readStateFlag(flags),
  }),
  isLocal: ({ what }) => isBodyInput(what),
  run: (deps: CommandContext & ServiceContext & FileContext, { what }) =>
    readResource(deps, what, 'confirmations'),
  buildView: (body, { all, view, states }, { extra }) =>
    renderConfirmationsView(body, { all, view, states, subject: extra.id }),
  buildRows: (body, { all, states }, { id: subject }) =>
    buildConfirmationRows(body, { all, states, subject }),
});
