import { TRUST_COLUMNS, trustRows, trustView } from '../view/trust.ts';
import { define } from './define.ts';
import { READING, readOrGiven } from './designs/fetch-resource.ts';
import { isGiven, readable } from './designs/given-body.ts';
import type { Base, Files, Service } from './facets.ts';

export const trust = define({
  ...READING,
  path: 'trust',
  summary: 'Show the Design Trust counts, as the service derives them',
  flags: { all: { about: 'members that the view leaves out, too' } },
  examples: [
    { why: 'The counts; there is no score', line: 'toile trust GARM-101' },
    { why: 'The body as the service sent it', line: 'toile trust GARM-101 --json' },
  ],
  columns: [{ names: TRUST_COLUMNS }],
  parse: ({ words: [word], flags }) => ({ what: readable(word), all: flags.all === true }),
  local: ({ what }) => isGiven(what),
  run: (deps: Base & Service & Files, { what }) => readOrGiven(deps, what, 'design-trust'),
  view: (body, { all }, { aside, toile }) => trustView(body, { all, subject: aside.id, toile }),
  rows: (body, { all }, { id: subject }) => trustRows(body, { all, subject }),
});
