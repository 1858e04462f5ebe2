import { confirmationsRows, confirmationsView } from '../view/confirmations.ts';
import type { Reader } from '../view/graph-options.ts';
import { define } from './define.ts';
import { readOrGiven } from './designs/fetch-resource.ts';
import { isGiven, READABLE, readable } from './designs/given-body.ts';
import type { Base, Files, Service } from './facets.ts';
import { text } from './flags/parse-flags.ts';

export const confirmations = define({
  path: 'confirmations',
  answers: 'body',
  group: 'Read a design',
  summary: 'List the unresolved confirmations; none of them blocks a sample or a quotation',
  elsewhere: ['questions'],
  words: [READABLE],
  flags: {
    all: { about: 'members that the view leaves out, too' },
    view: {
      value: 'FOR',
      choices: ['designer', 'factory'],
      about: 'one by one with what was offered, or a checklist by department',
      acts: 'screen',
    },
  },
  examples: [
    { why: 'The open questions', line: 'toile confirmations GARM-101' },
    { why: 'The body as the service sent it', line: 'toile confirmations GARM-101 --json' },
  ],
  json: 'an open object; its members are not shown in the specification',
  parse: ({ words: [word], flags }) => ({
    what: readable(word),
    all: flags.all === true,
    view: text(flags, 'view') as Reader | undefined,
  }),
  local: ({ what }) => isGiven(what),
  run: (deps: Base & Service & Files, { what }) => readOrGiven(deps, what, 'confirmations'),
  view: (body, { all, view }, { aside }) => confirmationsView(body, { all, view, subject: aside.id }),
  rows: (body, { all }, { id: subject }) => confirmationsRows(body, { all, subject }),
});
