import { typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import type { Choice } from '../garment/narrow-graph.ts';
import { NO_STATE } from '../garment/state-choice.ts';
import { isTableName, TABLE_NAMES } from '../garment/table-kinds.ts';
import { unknownIn, unknownText } from '../garment/unknown-words.ts';
import { graphView, type Reader } from '../view/graph.ts';
import { GRAPH_COLUMNS, graphRows, WHY_COLUMNS } from '../view/graph-rows.ts';
import { mermaidText } from '../view/mermaid-text.ts';
import type { Rows } from '../view/model.ts';
import { nodeTableView } from '../view/node-grid.ts';
import { NODE_COLUMNS, nodeRows } from '../view/node-rows.ts';
import { stateListView } from '../view/state-list.ts';
import { define } from './define.ts';
import { PROFILE, READING, readOrGiven } from './designs/fetch-resource.ts';
import { isGiven, readable } from './designs/given-body.ts';
import type { Base, Files, Service } from './facets.ts';
import { list, text } from './flags/parse-flags.ts';
import { STATE, statesOf } from './flags/states.ts';

export const graph = define({
  ...READING,
  path: 'graph',
  summary: 'Show the garment graph: every value with its provenance',
  about:
    'Each value is marked = asserted (stated by the designer), ~ inferred (worked out from something else) or ' +
    '? unstated (nobody has said). In a pipe there is one value a line; garment_id is the ' +
    "design's own id where the body names no garment.\n\n" +
    'With --rows there is one node a line: garment_id, node_id, kind, then each of its fields (in the order in which ' +
    'the trade reads them), with FIELD_unit where any has a unit, FIELD_state, and with --state or --all FIELD_basis ' +
    'and FIELD_confidence; sizes are FIELD.SIZE; relations and used_by come last. What no row shows is said on ' +
    'stderr, and so are the columns where there is no header.',
  flags: {
    profile: PROFILE,
    kind: {
      value: 'KIND',
      about: 'only nodes of this kind; several with commas',
      completes: ['kinds'],
      commas: true,
      acts: 'rows',
    },
    all: { about: 'every node and every member, however many' },
    view: {
      value: 'FOR',
      choices: ['designer', 'factory'],
      about: 'how it is laid out; follows the profile when nothing is said',
      acts: 'screen',
    },
    format: { value: 'TEXT', choices: ['mermaid'], about: 'the relations as a Mermaid flowchart' },
    rows: {
      value: 'TABLE',
      about: `a row a node: ${TABLE_NAMES.join(', ')}, or the nodes of a KIND`,
      suggests: TABLE_NAMES,
      completes: ['kinds'],
      acts: 'rows',
    },
    state: STATE,
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
    {
      why: 'The bill of materials, for a spreadsheet',
      line: 'toile graph GARM-101 --rows bom --xlsx bom.xlsx',
    },
    { why: 'What to ask at the fit', line: 'toile graph GARM-101 --rows pom --state inferred,unstated' },
  ],
  json: '{"garment_id": "GARM-101", "profile": "technical_designer", "nodes": [...], "facts": [...]}',
  columns: [
    { names: GRAPH_COLUMNS },
    { when: '--state', names: [...GRAPH_COLUMNS, ...WHY_COLUMNS] },
    { when: '--rows', names: NODE_COLUMNS, open: true },
  ],
  parse: ({ words: [word], flags }) => {
    const format = text(flags, 'format') as 'mermaid' | undefined;
    const table = text(flags, 'rows');
    const states = statesOf(flags);
    const kinds = list(flags, 'kind', typeable`--kind piece,seam`);
    const view = text(flags, 'view') as Reader | undefined;
    if (format && (table || states)) throw new UsageError('--format is a text, and has no rows');
    if (table && kinds) throw new UsageError(`--rows ${table} chooses its kinds by itself`);
    if (view && (format || table || states)) throw new UsageError('--view is not for rows and texts');
    return {
      what: readable(word, text(flags, 'profile')),
      profile: text(flags, 'profile'),
      all: flags.all === true,
      kinds,
      view,
      format,
      table,
      states,
    };
  },
  local: ({ what }) => isGiven(what),
  run: (deps: Base & Service & Files, { what, profile }) => readOrGiven(deps, what, 'graph', profile),
  view: (body, { all, kinds, view, table, states }, { aside: { id: subject } }) =>
    table
      ? nodeTableView(body, { table, states, all, subject })
      : states
        ? stateListView(body, states, { all, kinds, subject })
        : graphView(body, { all, kinds, view, subject }),
  form: ({ format }) => (format ? 'written' : undefined),
  written: (body, { all, kinds }) => mermaidText(body, { all, kinds }),
  rows: (body, { all, kinds, table, states }, { id: subject }) =>
    noting(
      table
        ? nodeRows(body, { table, states, all, subject })
        : graphRows(body, { all, kinds, states, subject }),
      lost(body, { kinds: kinds ?? (table && !isTableName(table) ? [table] : undefined), states }),
    ),
});

/** What was asked for and is not there: rows alone would look as if there were nothing to say. */
const lost = (body: unknown, { kinds, states }: Choice): string | undefined => {
  const unknown = unknownIn(body, { kinds, states: states?.filter((state) => state !== NO_STATE) });
  return unknown && unknownText(unknown);
};

const noting = (rows: Rows, note: string | undefined): Rows =>
  note === undefined ? rows : { ...rows, note: [note, ...(rows.note ? [rows.note] : [])].join('; ') };
