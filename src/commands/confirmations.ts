import {
  buildConfirmationRows,
  CONFIRMATION_COLUMNS,
  renderConfirmationsView,
} from '../output/views/confirmations.ts';
import type { ViewAudience } from '../output/views/graph-options.ts';
import type { CommandContext } from './command-context.ts';
import { defineCommand } from './command-spec.ts';
import { parseDesignOrBody } from './designs/body-input.ts';
import { READ_COMMAND_SPEC, readResource } from './designs/fetch-resource.ts';
import { readTextFlag } from './flags/parse-flags.ts';
import { readStateFlag, STATE_FLAG } from './flags/state-flag.ts';

/** The command `toile confirmations`. */
export const confirmationsCommand = defineCommand({
  ...READ_COMMAND_SPEC,
  path: 'confirmations',
  summary: 'List the open questions of a garment',
  namesInOtherTools: ['questions'],
  flags: {
    all: { about: 'show all members, also those that the view omits' },
    view: {
      value: 'FOR',
      choices: ['designer', 'factory'],
      about: 'each question with its options, or a list by department',
      affects: 'screen',
    },
    state: {
      ...STATE_FLAG,
      about: 'only values in these states, for example inferred,unstated',
    },
  },
  about:
    'An open confirmation blocks neither a sample nor a quotation. With --state, none selects values without a state. In a pipe, each line is one question.',
  examples: [
    { why: 'See the open questions', line: 'toile confirmations GARM-101' },
    { why: 'Print the body as the service sent it', line: 'toile confirmations GARM-101 --json' },
  ],
  columns: [{ names: CONFIRMATION_COLUMNS }],
  parse: ({ args: [word], flags }) => ({
    what: parseDesignOrBody(word),
    all: flags.all === true,
    view: readTextFlag(flags, 'view') as ViewAudience | undefined,
    states: readStateFlag(flags),
  }),
  run: (deps: CommandContext, { what }) => readResource(deps, what, 'confirmations'),
  buildView: (body, { all, view, states }, { extra }) =>
    renderConfirmationsView(body, { all, view, states, subject: extra.id }),
  buildRows: (body, { all, states }, { id: subject }) =>
    buildConfirmationRows(body, { all, states, subject }),
});
