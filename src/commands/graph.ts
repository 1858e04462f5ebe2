import { filterGraph } from '../garment/filter-graph.ts';
import { ABSENT_STATE } from '../garment/provenance-filter.ts';
import { findTableName, TABLE_NAMES } from '../garment/trade-tables.ts';
import { findUnknownWords } from '../garment/unknown-words.ts';
import { hasValueFilter, type ValueFilter } from '../garment/value-filter.ts';
import {
  buildGraphRows,
  GRAPH_COLUMNS,
  renderGraphView,
  renderProvenanceListView,
} from '../output/views/graph.ts';
import { renderMermaidGraph } from '../output/views/mermaid-graph.ts';
import { buildNodeRows, NODE_COLUMNS, renderNodeTableView } from '../output/views/node-rows.ts';
import { REASON_COLUMNS } from '../output/views/value-cells.ts';
import type { ViewAudience } from '../output/views/view-header.ts';
import { defineCommand, type Glossary } from './command-spec.ts';
import { parseDesignOrBody } from './designs/body-input.ts';
import { PROFILE_FLAG, READ_COMMAND_SPEC, readResource } from './designs/fetch-resource.ts';
import {
  FILTER_GLOSSARY,
  ROW_FILTER_FLAGS,
  readValueFilter,
  refuseUnknownWords,
} from './flags/filter-flags.ts';
import { readTextFlag } from './flags/parse-flags.ts';

const ROW_COLUMN_GLOSSARY: Glossary = {
  title: 'Columns of --rows',
  terms: [
    ['FIELD', 'the value of a field, for example tol_plus'],
    ['FIELD.SIZE', 'the value for one size'],
    ['FIELD_unit', 'its unit, if it has one'],
    ['FIELD_state', 'its state: asserted, inferred or unstated'],
    ['FIELD_basis, FIELD_confidence', 'the basis (the reason) and the confidence, with --state or --all'],
    ['used_by', 'parts that refer to this part'],
  ],
};

export const graphCommand = defineCommand({
  ...READ_COMMAND_SPEC,
  path: 'graph',
  namesInOtherTools: ['garment'],
  summary: 'Show the garment graph: every value and where it comes from',
  about:
    'Each value has a mark for its state: = asserted, ~ inferred or ? unstated. `toile help provenance` ' +
    'explains the marks. With --state, each value also has its reason and its confidence.\n\n' +
    'In a pipe, each line is one value. If a design has no GARM id, the column garment_id has its uuid.\n\n' +
    '--rows prints a table: one row for each part of the garment, such as a piece or a material. ' +
    'The columns have the usual order of a Tech Pack. On a terminal, toile also reports the values that ' +
    'fit into no row.',
  flags: {
    profile: PROFILE_FLAG,
    ...ROW_FILTER_FLAGS,
    all: { about: 'show every part and every field' },
    view: {
      value: 'FOR',
      choices: ['designer', 'factory'],
      about: 'screen layout for the designer or the factory',
      default: 'as --profile',
      affects: 'screen',
      excludes: ['format', 'rows', 'state'],
    },
    format: {
      value: 'TEXT',
      choices: ['mermaid'],
      about: 'print a diagram of the relations, as Mermaid text',
      affects: 'text',
      excludes: ['rows', 'state'],
    },
    rows: {
      value: 'TABLE',
      about: 'print bom, pom, ... or one kind of part as a table',
      suggests: TABLE_NAMES,
      completes: ['kinds'],
      affects: 'rows',
      excludes: ['kind'],
    },
  },
  examples: [
    { why: 'Read a garment that is open to every user', line: 'toile graph GARM-101' },
    {
      why: 'See the measurements that the factory gets',
      line: 'toile graph GARM-101 --kind measurement --profile factory',
    },
    {
      why: 'Read a graph of an earlier version in git',
      line: 'git show HEAD~7:season/garments/GARM-101/graph.technical_designer.json | toile graph -',
    },
    {
      why: 'Write the bill of materials to a spreadsheet',
      line: 'toile graph GARM-101 --rows bom --xlsx bom.xlsx',
    },
    {
      why: 'List the measurements to ask about at the fitting',
      line: 'toile graph GARM-101 --rows pom --state inferred,unstated',
    },
  ],
  json: '{"garment_id": "GARM-101", "profile": "technical_designer", "nodes": [...], "facts": [...]}',
  glossaries: [ROW_COLUMN_GLOSSARY, FILTER_GLOSSARY],
  columns: [
    { names: GRAPH_COLUMNS },
    { when: '--state', names: [...GRAPH_COLUMNS, ...REASON_COLUMNS] },
    { when: '--rows', names: NODE_COLUMNS, open: true },
  ],
  parse: ({ args: [word], flags }) => {
    const format = readTextFlag(flags, 'format') as 'mermaid' | undefined;
    const table = readTextFlag(flags, 'rows');
    const filter = readValueFilter(flags);
    const view = readTextFlag(flags, 'view') as ViewAudience | undefined;
    return {
      input: parseDesignOrBody(word),
      profile: readTextFlag(flags, 'profile'),
      all: flags.all === true,
      filter,
      view,
      format,
      table,
    };
  },
  run: async (deps, { input, profile, filter, table }) => {
    const graph = await readResource(deps, input, 'graph', profile);
    const isKind = table !== undefined && !findTableName(table);
    const all = { ...filter, kinds: filter.kinds ?? (isKind ? [table] : undefined) };
    const unknown = hasValueFilter(all) ? findUnknownWords(graph.value, all) : undefined;
    refuseUnknownWords(
      unknown?.what === 'kind' && filter.kinds === undefined
        ? { ...unknown, what: 'table or kind', available: [...TABLE_NAMES, ...unknown.available] }
        : unknown,
    );
    return graph;
  },
  buildView: (body, { all, view, table, filter }, { extra: { id: subject } }) => {
    const { kinds, states } = filter;
    const shown = filterShownGraph(body, filter);
    if (table) return renderNodeTableView(shown, { table, states, all, subject });
    return states
      ? renderProvenanceListView(shown, states, { all, kinds, subject })
      : renderGraphView(shown, { all, kinds, view, subject });
  },
  chooseForm: ({ format }) => (format ? 'text' : undefined),
  renderText: (body, { all, filter }) =>
    renderMermaidGraph(filterShownGraph(body, filter), { all, kinds: filter.kinds }),
  buildRows: (body, { all, table, filter }, { id: subject }) => {
    const { kinds, states } = filter;
    const shown = filterShownGraph(body, filter);
    return table
      ? buildNodeRows(shown, { table, states, all, subject })
      : buildGraphRows(shown, { all, kinds, states, subject });
  },
});

/**
 * Filters a graph by label, field, department and text. The functions that print the graph filter it by kind and
 * provenance. If the provenance `absent` is selected, this function applies all of these conditions, because
 * `filterGraph` then adds the absent fields.
 */
const filterShownGraph = (body: unknown, { kinds, states, ...filter }: ValueFilter): unknown => {
  const isAbsentWanted = states?.includes(ABSENT_STATE) === true;
  return isAbsentWanted || hasValueFilter(filter)
    ? filterGraph(body, isAbsentWanted ? { ...filter, kinds, states } : filter).body
    : body;
};
