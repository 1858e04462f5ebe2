import { countProvenance, listGraphValues } from '../../garment/flatten-body.ts';
import { formatCount } from '../../garment/format-count.ts';
import { type GraphModel, type GraphNode, readGraph } from '../../garment/graph-model.ts';
import { type LeftOut, mergeLeftOut } from '../../garment/left-out.ts';
import { groupNodesByKind, isSameKind, isSelectedKind } from '../../garment/node-kinds.ts';
import { findNameValue } from '../../garment/node-values.ts';
import type { Value } from '../../garment/value.ts';
import { renderDepartmentBlocks, renderFactoryHeader, renderUnstatedBlocks } from './factory-graph.ts';
import type { GraphOptions } from './graph-options.ts';
import { MAX_UNFOLDED_NODES, renderGraphTables } from './graph-tables.ts';
import { renderNodeLines } from './node-lines.ts';
import { buildValueGridRows, findLeftOutOfGrid, VALUE_GRID_COLUMNS } from './value-grid.ts';
import { faint, heading, strong } from './value-runs.ts';
import { formatGarmentId, renderCountLine, renderLeftOutRun, renderTitleLine } from './view-header.ts';
import { gap, grid, line, type TerminalView, type ViewBlock } from './view-model.ts';

export type { GraphOptions, ViewAudience } from './graph-options.ts';
export { buildGraphRows } from './graph-rows.ts';

const renderGraphHeader = (graph: GraphModel, options: GraphOptions): readonly ViewBlock[] => [
  renderTitleLine([strong(formatGarmentId(graph.garmentId, options))], findNameValue(graph), graph.profile),
  renderCountLine(
    `${formatCount(graph.nodes.length, 'node')}; counted by toile: `,
    countProvenance(listGraphValues(graph)),
  ),
];

const renderUnknownKinds = (
  kinds: ReadonlyMap<string, readonly GraphNode[]>,
  typed: readonly string[],
): readonly ViewBlock[] => {
  const strangers = typed.filter((word) => ![...kinds.keys()].some((kind) => isSameKind(word, kind)));
  if (strangers.length === 0) return [];
  const there = [...kinds].map(([kind, nodes]) => `${kind === '' ? '(no kind)' : kind} ${nodes.length}`);
  return [
    gap,
    line(`No node has the kind ${strangers.map((word) => JSON.stringify(word)).join(' or ')}.`),
    line(there.length > 0 ? `Kinds in this graph: ${there.join(', ')}` : 'The graph has no nodes.', {
      hang: 2,
    }),
  ];
};

const renderValueSection = (name: string, entries: readonly Value[], all: boolean): readonly ViewBlock[] =>
  entries.length === 0
    ? []
    : [
        gap,
        line(heading(name), { indent: 1 }),
        grid(VALUE_GRID_COLUMNS, buildValueGridRows(entries, '', all), { indent: 1 }),
      ];

/** Renders the values outside the nodes, and the names of left-out values. */
const renderRemainingSections = (graph: GraphModel, all: boolean): readonly ViewBlock[] => {
  const rest = all ? graph.rest : graph.rest.filter(({ role }) => role !== 'plain');
  // The title already shows a name without provenance, so such a name is not counted as left out.
  const name = findNameValue(graph);
  const isInTitle = (value: Value): boolean => value === name && value.role === 'plain';
  const left = all
    ? []
    : findLeftOutOfGrid([...graph.facts, ...graph.rest.filter((value) => !isInTitle(value))]);
  return [
    ...renderValueSection('FACTS', graph.facts, all),
    ...renderValueSection('BESIDE THE NODES', rest, all),
    ...(left.length > 0 ? [gap, line(renderLeftOutRun(left), { indent: 1, hang: 2 })] : []),
  ];
};

const ALL_VALUES_HINT = line(faint('All values, one per line: --all   as sent: --json'), { indent: 1 });

const renderLeftOut = (list: readonly LeftOut[]): readonly ViewBlock[] => {
  const left = mergeLeftOut(list);
  return left.length > 0 ? [gap, line(renderLeftOutRun(left), { indent: 1, hang: 2 })] : [];
};

const renderFactoryGraph = (graph: GraphModel, options: GraphOptions): TerminalView => {
  const { blocks, leftOut } = renderDepartmentBlocks(graph);
  return [
    ...renderFactoryHeader(graph, findNameValue(graph), options),
    ...blocks,
    ...renderRemainingSections(graph, false),
    ...renderUnstatedBlocks(graph),
    ...renderLeftOut(leftOut),
    ALL_VALUES_HINT,
  ];
};

/** Renders every node with one line per value, in the order of the body. */
const renderAllNodes = (
  kinds: ReadonlyMap<string, readonly GraphNode[]>,
  typed: readonly string[],
): readonly ViewBlock[] =>
  [...kinds]
    .filter(([kind]) => isSelectedKind(kind, typed))
    .flatMap(([kind, nodes]) => [gap, ...renderNodeLines(kind, nodes, { all: true }).blocks]);

/**
 * Renders the graph for a terminal: by department for the factory, in tables for the designer, and with `all` one line
 * per value. It accepts any body, since the specification (2.7) defines only its envelope.
 */
export const renderGraphView = (body: unknown, options: GraphOptions = {}): TerminalView => {
  const all = options.all ?? false;
  const graph = readGraph(body);
  const typed = options.kinds ?? [];
  const reader = options.view ?? (graph.profile === 'factory' ? 'factory' : 'designer');
  if (reader === 'factory' && !all && typed.length === 0 && graph.nodes.length > 0)
    return renderFactoryGraph(graph, options);
  const kinds = groupNodesByKind(graph.nodes);
  const { blocks, leftOut } = all
    ? { blocks: renderAllNodes(kinds, typed), leftOut: [] }
    : renderGraphTables(graph, typed);
  const found = [...renderGraphHeader(graph, options), ...blocks, ...renderUnknownKinds(kinds, typed)];
  if (typed.length > 0) return [...found, ...renderLeftOut(leftOut)];
  return [
    ...found,
    ...renderRemainingSections(graph, all),
    ...renderLeftOut(leftOut),
    ...(graph.nodes.length > MAX_UNFOLDED_NODES && !all ? [ALL_VALUES_HINT] : []),
  ];
};
