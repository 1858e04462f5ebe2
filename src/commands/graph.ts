import { typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { assertedOnly } from '../view/asserted-only.ts';
import { graphRows, graphView, type Reader } from '../view/graph.ts';
import { mermaidText } from '../view/mermaid-text.ts';
import type { Rows } from '../view/model.ts';
import { bomRows, pomRows } from '../view/trade-rows.ts';
import { treeText } from '../view/tree-text.ts';
import { define } from './define.ts';
import { PROFILE, readOrGiven } from './designs/fetch-resource.ts';
import { isGiven, READABLE, readable } from './designs/given-body.ts';
import type { Base, Files, Service } from './facets.ts';
import { text } from './flags/parse-flags.ts';

export const graph = define({
  path: 'graph',
  answers: 'body',
  group: 'Read a design',
  summary: 'Show the garment graph: every value with its provenance',
  about:
    'Each value is marked = asserted (stated by the designer), ~ inferred (worked out from something else) or ' +
    '? unstated (nobody has said). In a pipe there is one value a line: garment, node, kind, label, field, value, ' +
    'unit, state.',
  words: [READABLE],
  flags: {
    profile: PROFILE,
    kind: { value: 'KIND', about: 'only nodes of this kind; several with commas', completes: 'kinds' },
    all: { about: 'every node and every member, however many' },
    view: {
      value: 'FOR',
      choices: ['designer', 'factory'],
      about: 'how it is laid out; follows the profile when nothing is said',
    },
    format: { value: 'TEXT', choices: ['tree', 'mermaid'], about: 'the relations as a text' },
    rows: { value: 'SHEET', choices: ['bom', 'pom'], about: 'a bill of materials, or points of measure' },
    'asserted-only': { about: 'rows of stated values only; how many are left out is said on stderr' },
  },
  examples: [
    { why: 'A house garment that any key can read', line: 'toile graph GARM-101' },
    {
      why: 'The measurements, as the factory gets them',
      line: 'toile graph GARM-101 --kind measurement --profile factory',
    },
    {
      why: 'A graph as it was some commits ago',
      line: 'git show HEAD~7:season/GARM-101/graph.technical_designer.json | toile graph -',
    },
    { why: 'All that nobody has stated', line: "toile graph GARM-101 | grep -P '\\tunstated$'" },
  ],
  json: '{"garment_id": "GARM-101", "profile": "technical_designer", "nodes": [...], "facts": [...]}',
  parse: ({ words: [word], flags }) => {
    const format = text(flags, 'format') as 'tree' | 'mermaid' | undefined;
    const sheet = text(flags, 'rows') as 'bom' | 'pom' | undefined;
    const kinds = text(flags, 'kind')
      ?.split(',')
      .map((kind) => kind.trim())
      .filter((kind) => kind !== '');
    if (kinds?.length === 0)
      throw new UsageError('--kind names no kind', { hint: typeable`--kind piece,seam` });
    const view = text(flags, 'view') as Reader | undefined;
    const only = flags['asserted-only'] === true;
    if (format && (sheet || only)) throw new UsageError('--format is a text, and has no rows');
    if (sheet && kinds) throw new UsageError(`--rows ${sheet} chooses its kinds by itself`);
    if (view && (format || sheet || only)) throw new UsageError('--view is not for rows and texts');
    return {
      what: readable(word, text(flags, 'profile')),
      profile: text(flags, 'profile'),
      all: flags.all === true,
      kinds,
      view,
      format,
      sheet,
      only,
    };
  },
  local: ({ what }) => isGiven(what),
  run: (deps: Base & Service & Files, { what, profile }) => readOrGiven(deps, what, 'graph', profile),
  view: (body, { all, kinds, view }, { aside }) => graphView(body, { all, kinds, view, subject: aside.id }),
  form: ({ format, sheet, only }) => (format ? 'written' : sheet || only ? 'rows' : undefined),
  written: (body, { format, all, kinds }) =>
    format === 'mermaid' ? mermaidText(body, { all, kinds }) : treeText(body, { all, kinds }),
  rows: (body, { all, kinds, sheet, only }) => {
    const rows =
      sheet === 'bom' ? bomRows(body) : sheet === 'pom' ? pomRows(body) : graphRows(body, { all, kinds });
    return only ? statedOnly(rows) : rows;
  },
});

const statedOnly = (all: Rows): Rows => {
  const { rows, leftOut, emptied } = assertedOnly(all);
  const parts = [
    `${leftOut} rows are not asserted and were left out`,
    ...(emptied > 0 ? [`${emptied} cells were emptied`] : []),
  ];
  return { ...rows, note: parts.join('; ') };
};
