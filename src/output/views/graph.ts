import {
  countProvenance,
  listGraphValues,
  NO_NODE,
  type OwnedValue,
  walkGraph,
} from '../../garment/flatten-body.ts';
import { formatCount } from '../../garment/format-count.ts';
import { type GraphModel, type GraphNode, readGraph } from '../../garment/graph-model.ts';
import { countLeftOut, mergeLeftOut } from '../../garment/left-out.ts';
import { formatKindHeading, groupNodesByKind, isSameKind, isSelectedKind } from '../../garment/node-kinds.ts';
import { findNameValue } from '../../garment/node-values.ts';
import { countOtherProvenance, hasSelectedProvenance } from '../../garment/provenance-filter.ts';
import { findNodesWithoutValues } from '../../garment/table-left-out.ts';
import { createBareValue, type Value } from '../../garment/value.ts';
import { renderDepartmentBlocks, renderFactoryHeader, renderUnstatedBlocks } from './factory-graph.ts';
import { MAX_UNFOLDED_NODES, renderGraphTables } from './graph-tables.ts';
import { renderNodeLines } from './node-lines.ts';
import { buildValueCells, formatFilteredLabel, formatLeftOutNote, REASON_COLUMNS } from './value-cells.ts';
import { buildValueGridRows, findLeftOutOfGrid, renderValueGrid, VALUE_GRID_COLUMNS } from './value-grid.ts';
import { faint, heading, strong } from './value-runs.ts';
import {
  formatGarmentId,
  type GraphOptions,
  renderCountLine,
  renderLeftOutBlocks,
  renderTitleLine,
} from './view-header.ts';
import {
  gap,
  grid,
  line,
  type OutputRows,
  type RichText,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

const renderGraphHeader = (graph: GraphModel, options: GraphOptions): readonly ViewBlock[] => [
  renderTitleLine([strong(formatGarmentId(graph.garmentId, options))], findNameValue(graph), graph.profile),
  renderCountLine(
    `${formatCount(graph.nodes.length, 'node')}; counted by toile: `,
    countProvenance(listGraphValues(graph)),
  ),
];

const renderUnknownKinds = (
  nodesByKind: ReadonlyMap<string, readonly GraphNode[]>,
  selectedKinds: readonly string[],
): readonly ViewBlock[] => {
  const unknownKinds = selectedKinds.filter(
    (word) => ![...nodesByKind.keys()].some((kind) => isSameKind(word, kind)),
  );
  if (unknownKinds.length === 0) return [];
  const kindCounts = [...nodesByKind].map(
    ([kind, nodes]) => `${kind === '' ? '(no kind)' : kind} ${nodes.length}`,
  );
  return [
    gap,
    line(`No node has the kind ${unknownKinds.map((word) => JSON.stringify(word)).join(' or ')}.`),
    line(
      kindCounts.length > 0 ? `Kinds in this graph: ${kindCounts.join(', ')}` : 'The graph has no nodes.',
      {
        hang: 2,
      },
    ),
  ];
};

const renderValueSection = (name: string, entries: readonly Value[], all: boolean): readonly ViewBlock[] => {
  const [, ...blocks] = renderValueGrid(entries, all);
  return blocks.length === 0 ? [] : [gap, line(heading(name), { indent: 1 }), ...blocks];
};

const renderRemainingSections = (graph: GraphModel, all: boolean): readonly ViewBlock[] => {
  const rest = all ? graph.rest : graph.rest.filter(({ role }) => role !== 'plain');
  // A garment name without provenance is not counted as left out, because the title of the view shows it.
  const name = findNameValue(graph);
  const isInTitle = (value: Value): boolean => value === name && value.role === 'plain';
  const leftOut = all
    ? []
    : findLeftOutOfGrid([...graph.facts, ...graph.rest.filter((value) => !isInTitle(value))]);
  return [
    ...renderValueSection('FACTS', graph.facts, all),
    ...renderValueSection('BESIDE THE NODES', rest, all),
    ...renderLeftOutBlocks(leftOut),
  ];
};

const ALL_VALUES_HINT = line(faint('All values, one per line: --all   as sent: --json'), { indent: 1 });

const renderFactoryGraph = (graph: GraphModel, options: GraphOptions): TerminalView => {
  const { blocks, leftOut } = renderDepartmentBlocks(graph);
  return [
    ...renderFactoryHeader(graph, findNameValue(graph), options),
    ...blocks,
    ...renderRemainingSections(graph, false),
    ...renderUnstatedBlocks(graph),
    ...renderLeftOutBlocks(mergeLeftOut(leftOut)),
    ALL_VALUES_HINT,
  ];
};

const renderAllNodes = (
  nodesByKind: ReadonlyMap<string, readonly GraphNode[]>,
  selectedKinds: readonly string[],
): readonly ViewBlock[] =>
  [...nodesByKind]
    .filter(([kind]) => isSelectedKind(kind, selectedKinds))
    .flatMap(([kind, nodes]) => [gap, ...renderNodeLines(kind, nodes, { all: true }).blocks]);

/**
 * Renders the graph for a terminal. The factory gets it grouped by department, and the designer gets tables. With
 * `all`, each value has its own line. With `kinds`, only nodes of these kinds are rendered, not grouped by department.
 * The function accepts any body, because the specification (2.7) defines only the outer members of a graph.
 */
export const renderGraphView = (body: unknown, options: GraphOptions = {}): TerminalView => {
  const all = options.all ?? false;
  const graph = readGraph(body);
  const selectedKinds = options.kinds ?? [];
  const audience = options.view ?? (graph.profile === 'factory' ? 'factory' : 'designer');
  if (audience === 'factory' && !all && selectedKinds.length === 0 && graph.nodes.length > 0)
    return renderFactoryGraph(graph, options);
  const nodesByKind = groupNodesByKind(graph.nodes);
  const { blocks, leftOut } = all
    ? { blocks: renderAllNodes(nodesByKind, selectedKinds), leftOut: [] }
    : renderGraphTables(graph, selectedKinds);
  const shownBlocks = [
    ...renderGraphHeader(graph, options),
    ...blocks,
    ...renderUnknownKinds(nodesByKind, selectedKinds),
  ];
  if (selectedKinds.length > 0) return [...shownBlocks, ...renderLeftOutBlocks(mergeLeftOut(leftOut))];
  return [
    ...shownBlocks,
    ...renderRemainingSections(graph, all),
    ...renderLeftOutBlocks(mergeLeftOut(leftOut)),
    ...(graph.nodes.length > MAX_UNFOLDED_NODES && !all ? [ALL_VALUES_HINT] : []),
  ];
};

/**
 * Renders the values that have one of the provenance words in `states`, for a terminal. They are grouped by kind and
 * node. If `kinds` selects kinds of nodes, values outside the nodes are left out.
 */
export const renderProvenanceListView = (
  body: unknown,
  states: readonly string[],
  { kinds = [], ...options }: GraphOptions,
): TerminalView => {
  const { garmentId, profile, nodes, facts, rest } = readGraph(body);
  const all = options.all ?? false;
  const isPlain = ({ role }: Value): boolean => role === 'plain' && !all;
  const isSelected = (entry: Value): boolean => hasSelectedProvenance(states, entry) && !isPlain(entry);
  const selectedNodes = nodes.filter(({ kind }) => isSelectedKind(kind, kinds));
  const matchingNodes = selectedNodes.flatMap((node) => {
    const entries = node.entries.filter(isSelected);
    return entries.length > 0 ? [{ ...node, entries, whole: node }] : [];
  });
  const beside = kinds.length > 0 ? [] : [...facts, ...rest];
  const blocks = [...groupNodesByKind(matchingNodes)].flatMap(([kind, nodesOfKind]): ViewBlock[] => [
    gap,
    line([heading(formatKindHeading(kind)), faint(`  ${nodesOfKind.length}`)], { indent: 1 }),
    grid(
      VALUE_GRID_COLUMNS,
      nodesOfKind.flatMap(({ id, label, entries, state }): (readonly RichText[])[] => [
        [strong(id), formatFilteredLabel(states, label, state), ''],
        ...buildValueGridRows(entries, '  ', all),
      ]),
      { indent: 1 },
    ),
  ]);
  const shownValues = [...matchingNodes.flatMap(({ entries }) => entries), ...beside.filter(isSelected)];
  const searchedValues = [...selectedNodes.flatMap(({ entries }) => entries), ...beside];
  const filteredOut = countOtherProvenance(
    searchedValues.filter((entry) => entry.role !== 'plain' && !hasSelectedProvenance(states, entry)),
  );
  const leftOut = countLeftOut(
    'member without a state',
    searchedValues.filter((entry) => entry.role === 'plain' && !isSelected(entry)).map(({ path }) => path),
  );
  return [
    renderTitleLine([strong(formatGarmentId(garmentId, options))], undefined, profile),
    renderCountLine('counted by toile: ', countProvenance(shownValues)),
    ...(shownValues.length === 0 ? [gap, line('No value has one of these states.', { indent: 1 })] : blocks),
    ...renderValueSection('BESIDE THE NODES', beside.filter(isSelected), all),
    ...renderLeftOutBlocks(leftOut, filteredOut),
  ];
};

/** The columns of `toile graph`, which prints one row per value. `--state` adds `REASON_COLUMNS`. */
export const GRAPH_COLUMNS = ['garment_id', 'node_id', 'kind', 'label', 'field', 'value', 'unit', 'state'];

/**
 * Builds one output row for each label, each value and each link of a graph. In the row of a link, `field` is the
 * relation and `value` the target. `kinds` and `states` select rows, and `states` also adds columns for basis and
 * confidence. With `all`, members without provenance and further members of values, for example `cut.basis`, have rows
 * too.
 */
export const buildGraphRows = (body: unknown, options: GraphOptions = {}): OutputRows => {
  const { states, all = false, kinds = [] } = options;
  const graph = readGraph(body);
  const { garmentId, profile, nodes } = graph;
  const hasReasonColumns = states !== undefined;
  const isSelected = (value: Value): boolean => !hasReasonColumns || hasSelectedProvenance(states, value);
  const walkSelectedKinds = function* (): Generator<OwnedValue> {
    if (profile !== undefined && kinds.length === 0)
      yield { ...NO_NODE, value: createBareValue('profile', profile) };
    for (const owned of walkGraph(graph))
      if (kinds.length === 0 || (owned.nodeId !== '' && isSelectedKind(owned.kind, kinds))) yield owned;
  };
  const garment = garmentId ?? options.subject ?? null;
  // The rows are yielded one at a time, because an array of 200,000 rows would need much more time and memory. For the
  // same reason, each row is a list of cells and not an object.
  const walkRows = function* (): Generator<unknown[]> {
    let isEmpty = true;
    for (const { nodeId, kind, label, labelState, value: entry } of walkSelectedKinds()) {
      if (!isSelected(entry)) continue;
      const name = formatFilteredLabel(states, label, labelState);
      for (const { field, value, unit, state } of buildValueCells(entry, all, hasReasonColumns)) {
        isEmpty = false;
        const row = [garment, nodeId, kind, name, field, value, unit, state];
        if (hasReasonColumns) row.push(entry.basis ?? null, entry.confidence ?? null);
        yield row;
      }
    }
    if (isEmpty && all && !hasReasonColumns && kinds.length === 0 && garmentId !== undefined)
      yield [garment, '', '', '', '', null, null, null];
  };
  return {
    columns: hasReasonColumns ? [...GRAPH_COLUMNS, ...REASON_COLUMNS] : GRAPH_COLUMNS,
    rows: { [Symbol.iterator]: walkRows },
    // `note` is a getter, because computing it takes a tenth of the run time and only a terminal needs it.
    get note() {
      const entries = Array.from(walkSelectedKinds(), ({ value }) => value);
      const others = entries.filter((value) => !isSelected(value) && value.role !== 'plain');
      return formatLeftOutNote(entries.filter(isSelected), all, {
        hasReasonColumns,
        filteredOut: countOtherProvenance(others),
        rowlessNodes: hasReasonColumns ? [] : findNodesWithoutValues(nodes, kinds),
      });
    },
  };
};
