import type { GraphFilter } from '../garment/filter-graph.ts';
import { NO_PROVENANCE } from '../garment/provenance-filter.ts';
import { isTableName, TABLE_NAMES } from '../garment/trade-tables.ts';
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
import type { CommandContext, FileContext, ServiceContext } from './command-context.ts';
import { defineCommand } from './command-spec.ts';
import { isBodyInput, parseDesignOrBody } from './designs/body-input.ts';
import { PROFILE_FLAG, READ_COMMAND_SPEC, readResource } from './designs/fetch-resource.ts';
import { readListFlag, readTextFlag } from './flags/parse-flags.ts';
import { readStateFlag, STATE_FLAG } from './flags/state-flag.ts';

/** The command `toile graph`. */
export const graphCommand = defineCommand({
  ...READ_COMMAND_SPEC,
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
    profile: PROFILE_FLAG,
    kind: {
      value: 'KIND',
      about: 'only nodes of this kind; several with commas',
      completes: ['kinds'],
      commas: true,
      affects: 'rows',
    },
    all: { about: 'every node and every member, however many' },
    view: {
      value: 'FOR',
      choices: ['designer', 'factory'],
      about: 'how it is laid out; follows the profile when nothing is said',
      affects: 'screen',
    },
    format: { value: 'TEXT', choices: ['mermaid'], about: 'the relations as a Mermaid flowchart' },
    rows: {
      value: 'TABLE',
      about: `a row a node: ${TABLE_NAMES.join(', ')}, or the nodes of a KIND`,
      suggests: TABLE_NAMES,
      completes: ['kinds'],
      affects: 'rows',
    },
    state: STATE_FLAG,
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
  isLocal: ({ what }) => isBodyInput(what),
  run: (deps: CommandContext & ServiceContext & FileContext, { what, profile }) =>
    readResource(deps, what, 'graph', profile),
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
        kinds: kinds ?? (table && !isTableName(table) ? [table] : undefined),
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
