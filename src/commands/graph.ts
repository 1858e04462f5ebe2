import type { GraphFilter } from '../garment/filter-graph.ts';
import { NO_PROVENANCE } from '../garment/provenance-filter.ts';
import { findTableName, TABLE_NAMES } from '../garment/trade-tables.ts';
import { findUnknownWords, formatUnknownWords } from '../garment/unknown-words.ts';
import { renderGraphView, type ViewAudience } from '../output/views/graph.ts';
import { buildGraphRows, GRAPH_COLUMNS, REASON_COLUMNS } from '../output/views/graph-rows.ts';
import { renderMermaidGraph } from '../output/views/mermaid-graph.ts';
import { buildNodeRows, NODE_COLUMNS } from '../output/views/node-rows.ts';
import { renderNodeTableView } from '../output/views/node-table-view.ts';
import { renderProvenanceListView } from '../output/views/provenance-list.ts';
import type { OutputRows } from '../output/views/view-model.ts';
import { UsageError } from '../platform/errors.ts';
import { shellText } from '../platform/escape/shell.ts';
import type { CommandContext } from './command-context.ts';
import { defineCommand } from './command-spec.ts';
import { parseDesignOrBody } from './designs/body-input.ts';
import { PROFILE_FLAG, READ_COMMAND_SPEC, readResource } from './designs/fetch-resource.ts';
import { readListFlag, readTextFlag } from './flags/parse-flags.ts';
import { readStateFlag, STATE_FLAG } from './flags/state-flag.ts';

/** The command `toile graph`. */
export const graphCommand = defineCommand({
  ...READ_COMMAND_SPEC,
  path: 'graph',
  summary: 'Show the garment graph: every value with its provenance',
  about:
    'Each value has a mark: = asserted (stated by the designer), ~ inferred (derived by the service) or ? ' +
    'unstated (not stated). --state adds the reason and the confidence of each value; none selects values ' +
    'without a state. In a pipe, each line is one value; garment_id is the id of the design if the body names ' +
    'no garment.\n\n' +
    '--rows takes a table or a node kind. Each line is one node: garment_id, node_id, kind, then its fields in the order of the ' +
    'trade, FIELD_unit where a field has a unit, FIELD_state and, with --state or --all, FIELD_basis and ' +
    'FIELD_confidence. Sizes are FIELD.SIZE; relations and used_by come last. Values that no row shows are ' +
    'reported on stderr, and so are the columns if there is no header.',
  flags: {
    profile: PROFILE_FLAG,
    kind: {
      value: 'KIND',
      about: 'only nodes of these kinds, separated by commas',
      completes: ['kinds'],
      commas: true,
      affects: 'rows',
    },
    all: { about: 'show every node and every member' },
    view: {
      value: 'FOR',
      choices: ['designer', 'factory'],
      about: 'layout of the view (default: follows the profile)',
      affects: 'screen',
    },
    format: { value: 'TEXT', choices: ['mermaid'], about: 'print the relations as a Mermaid flowchart' },
    rows: {
      value: 'TABLE',
      about: 'one row per node of a table (bom, pom, cut, ...) or kind',
      suggests: TABLE_NAMES,
      completes: ['kinds'],
      affects: 'rows',
    },
    state: STATE_FLAG,
  },
  examples: [
    { why: 'Read a house garment, which any key can read', line: 'toile graph GARM-101' },
    {
      why: 'See the measurements that the factory gets',
      line: 'toile graph GARM-101 --kind measurement --profile factory',
    },
    {
      why: 'Read a graph from an earlier commit',
      line: 'git show HEAD~7:season/GARM-101/graph.technical_designer.json | toile graph -',
    },
    {
      why: 'Open the bill of materials in a spreadsheet',
      line: 'toile graph GARM-101 --rows bom --xlsx bom.xlsx',
    },
    {
      why: 'List the measurements to ask about at the fitting',
      line: 'toile graph GARM-101 --rows pom --state inferred,unstated',
    },
  ],
  json: '{"garment_id": "GARM-101", "profile": "technical_designer", "nodes": [...], "facts": [...]}',
  columns: [
    { names: GRAPH_COLUMNS },
    { when: '--state', names: [...GRAPH_COLUMNS, ...REASON_COLUMNS] },
    { when: '--rows', names: NODE_COLUMNS, open: true },
  ],
  parse: ({ args: [word], flags }) => {
    const format = readTextFlag(flags, 'format') as 'mermaid' | undefined;
    const table = readTextFlag(flags, 'rows');
    const states = readStateFlag(flags);
    const kinds = readListFlag(flags, 'kind', shellText`--kind piece,seam`);
    const view = readTextFlag(flags, 'view') as ViewAudience | undefined;
    if (format && (table || states))
      throw new UsageError('--format prints text and cannot be combined with --rows or --state');
    if (table && kinds)
      throw new UsageError(`--rows ${table} selects its own kinds and cannot be combined with --kind`);
    if (view && (format || table || states))
      throw new UsageError('--view cannot be combined with --format, --rows or --state');
    return {
      what: parseDesignOrBody(word, readTextFlag(flags, 'profile')),
      profile: readTextFlag(flags, 'profile'),
      all: flags.all === true,
      kinds,
      view,
      format,
      table,
      states,
    };
  },
  run: (deps: CommandContext, { what, profile }) => readResource(deps, what, 'graph', profile),
  buildView: (body, { all, kinds, view, table, states }, { extra: { id: subject } }) =>
    table
      ? renderNodeTableView(body, { table, states, all, subject })
      : states
        ? renderProvenanceListView(body, states, { all, kinds, subject })
        : renderGraphView(body, { all, kinds, view, subject }),
  chooseForm: ({ format }) => (format ? 'written' : undefined),
  renderText: (body, { all, kinds }) => renderMermaidGraph(body, { all, kinds }),
  buildRows: (body, { all, kinds, table, states }, { id: subject }) =>
    withNote(
      table
        ? buildNodeRows(body, { table, states, all, subject })
        : buildGraphRows(body, { all, kinds, states, subject }),
      findUnknownFilters(body, {
        kinds: kinds ?? (table && !findTableName(table) ? [table] : undefined),
        states,
      }),
    ),
});

/**
 * Returns a note about kinds and provenance words that match nothing. Rows alone would only look empty.
 */
const findUnknownFilters = (body: unknown, { kinds, states }: GraphFilter): string | undefined => {
  const unknown = findUnknownWords(body, {
    kinds,
    states: states?.filter((state) => state !== NO_PROVENANCE),
  });
  return unknown && formatUnknownWords(unknown);
};

/** Returns the rows with this note added. */
const withNote = (rows: OutputRows, note: string | undefined): OutputRows =>
  note === undefined ? rows : { ...rows, note: [note, ...(rows.note ? [rows.note] : [])].join('; ') };
