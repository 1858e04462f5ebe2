import { BRIEF_COLUMNS, briefRows, briefView } from '../view/brief.ts';
import { WHY_COLUMNS } from '../view/graph-rows.ts';
import { define } from './define.ts';
import { READING, readOrGiven } from './designs/fetch-resource.ts';
import { isGiven, readable } from './designs/given-body.ts';
import type { Base, Files, Service } from './facets.ts';
import { STATE, statesOf } from './flags/states.ts';

export const brief = define({
  ...READING,
  path: 'brief',
  summary: 'Show the tailor brief: what a cutter reads before starting',
  flags: { all: { about: 'members that the view leaves out, too' }, state: STATE },
  about: 'In a pipe there is one text a line.',
  examples: [
    { why: 'The brief, wrapped to the terminal', line: 'toile brief GARM-101' },
    { why: 'What nobody has said yet', line: 'toile brief GARM-101 --state unstated' },
    { why: 'The body as the service sent it', line: 'toile brief GARM-101 --json' },
  ],
  columns: [{ names: BRIEF_COLUMNS }, { when: '--state', names: [...BRIEF_COLUMNS, ...WHY_COLUMNS] }],
  parse: ({ words: [word], flags }) => ({
    what: readable(word),
    all: flags.all === true,
    states: statesOf(flags),
  }),
  local: ({ what }) => isGiven(what),
  run: (deps: Base & Service & Files, { what }) => readOrGiven(deps, what, 'tailor-brief'),
  view: (body, { all, states }, { aside }) => briefView(body, { all, states, subject: aside.id }),
  rows: (body, { all, states }, { id: subject }) => briefRows(body, { all, states, subject }),
});
