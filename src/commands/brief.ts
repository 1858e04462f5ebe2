import { briefRows, briefView } from '../view/brief.ts';
import { define } from './define.ts';
import { readOrGiven } from './designs/fetch-resource.ts';
import { isGiven, READABLE, readable } from './designs/given-body.ts';
import type { Base, Files, Service } from './facets.ts';

export const brief = define({
  path: 'brief',
  answers: 'body',
  group: 'Read a design',
  summary: 'Show the tailor brief: what a cutter reads before starting',
  words: [READABLE],
  flags: { all: { about: 'members that the view leaves out, too' } },
  examples: [
    { why: 'The brief, wrapped to the terminal', line: 'toile brief GARM-101' },
    { why: 'The body as the service sent it', line: 'toile brief GARM-101 --json' },
  ],
  json: 'an open object; its members are not shown in the specification',
  parse: ({ words: [word], flags }) => ({ what: readable(word), all: flags.all === true }),
  local: ({ what }) => isGiven(what),
  run: (deps: Base & Service & Files, { what }) => readOrGiven(deps, what, 'tailor-brief'),
  view: (body, { all }, { aside }) => briefView(body, { all, subject: aside.id }),
  rows: (body, { all }, { id: subject }) => briefRows(body, { all, subject }),
});
