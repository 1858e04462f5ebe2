import { CONFIRMATION_COLUMNS, confirmationsRows, confirmationsView } from '../view/confirmations.ts';
import type { Reader } from '../view/graph-options.ts';
import { define } from './define.ts';
import { READING, readOrGiven } from './designs/fetch-resource.ts';
import { isGiven, readable } from './designs/given-body.ts';
import type { Base, Files, Service } from './facets.ts';
import { text } from './flags/parse-flags.ts';
import { STATE, statesOf } from './flags/states.ts';

export const confirmations = define({
  ...READING,
  path: 'confirmations',
  summary: 'List the unresolved confirmations; none of them blocks a sample or a quotation',
  elsewhere: ['questions'],
  flags: {
    all: { about: 'members that the view leaves out, too' },
    view: {
      value: 'FOR',
      choices: ['designer', 'factory'],
      about: 'one by one with what was offered, or a checklist by department',
      acts: 'screen',
    },
    state: {
      ...STATE,
      about: 'only questions about values of these states: inferred,unstated; none for no state given',
    },
  },
  about: 'In a pipe there is one question a line.',
  examples: [
    { why: 'The open questions', line: 'toile confirmations GARM-101' },
    { why: 'The body as the service sent it', line: 'toile confirmations GARM-101 --json' },
  ],
  columns: [{ names: CONFIRMATION_COLUMNS }],
  parse: ({ words: [word], flags }) => ({
    what: readable(word),
    all: flags.all === true,
    view: text(flags, 'view') as Reader | undefined,
    states: statesOf(flags),
  }),
  local: ({ what }) => isGiven(what),
  run: (deps: Base & Service & Files, { what }) => readOrGiven(deps, what, 'confirmations'),
  view: (body, { all, view, states }, { aside }) =>
    confirmationsView(body, { all, view, states, subject: aside.id }),
  rows: (body, { all, states }, { id: subject }) => confirmationsRows(body, { all, states, subject }),
});
