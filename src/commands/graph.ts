import { graphRows, graphView } from '../view/graph.ts';
import { define } from './define.ts';
import { PROFILE, read } from './read.ts';
import { named, SUBJECT } from './subject.ts';
import { text } from './typed.ts';

export const graph = define({
  path: 'graph',
  answers: 'body',
  group: 'Read a design',
  summary: 'Show the garment graph: every value with its provenance',
  about:
    'Each value is marked = asserted (stated by the designer), ~ inferred (worked out from something else) or ' +
    '? unstated (nobody has said). In a pipe there is one value a line: garment, node, kind, label, field, value, ' +
    'unit, state.',
  words: [SUBJECT],
  flags: {
    profile: PROFILE,
    kind: { value: 'KIND', about: 'only nodes of this kind; several with commas', completes: 'kinds' },
    all: { about: 'every node and every member, however many' },
  },
  examples: [
    { why: 'A house garment that any key can read', line: 'toile graph GARM-101' },
    {
      why: 'The measurements, as the factory gets them',
      line: 'toile graph GARM-101 --kind measurement --profile factory',
    },
    { why: 'All that nobody has stated', line: "toile graph GARM-101 | grep -P '\\tunstated$'" },
  ],
  json: '{"garment_id": "GARM-101", "profile": "technical_designer", "nodes": [...], "facts": [...]}',
  parse: ({ words: [word], flags }) => ({
    what: named(word),
    profile: text(flags, 'profile'),
    all: flags.all === true,
    kinds: text(flags, 'kind')
      ?.split(',')
      .map((kind) => kind.trim())
      .filter((kind) => kind !== ''),
  }),
  run: (deps, { what, profile }) => read(deps, what, 'graph', profile),
  view: (body, { all, kinds }) => graphView(body, { all, kinds }),
  rows: (body, { all, kinds }) => graphRows(body, { all, kinds }),
});
