/**
 * The nodes of one kind for a terminal: as a table, as one line per value, or counted where there are too
 * many.
 */

import { countProvenance, listNodeValues } from '../../garment/flatten-body.ts';
import type { GraphModel, GraphNode } from '../../garment/graph-model.ts';
import { countLeftOut, findLeftOut, formatLeftOutNames, type LeftOut } from '../../garment/left-out.ts';
import { formatKindHeading, groupNodesByKind } from '../../garment/node-kinds.ts';
import { findNodeLabel } from '../../garment/node-values.ts';
import { buildKindTable } from './kind-table.ts';
import { type KindTableOptions, renderKindTableBlocks } from './table-blocks.ts';
import { buildValueGridRows, findLeftOutOfGrid, VALUE_GRID_COLUMNS } from './value-grid.ts';
import {
  faint,
  heading,
  listOtherMembers,
  renderBareRuns,
  renderProvenanceMark,
  renderReasonRuns,
  renderValueRuns,
  strong,
} from './value-runs.ts';
import { renderTallyRuns } from './view-header.ts';
import {
  type GridBlock,
  type GridColumn,
  gap,
  grid,
  line,
  type RichText,
  type ViewBlock,
} from './view-model.ts';

/** A graph with more nodes than this is counted by kind, with the first nodes of each. */
export const MAX_READABLE_NODES = 60;
const FIRST_NODES = 3;

const OVERVIEW_COLUMNS: readonly GridColumn[] = [{ fit: 'wrap', min: 14 }, { fit: 'cut', min: 20 }, {}];

const buildKindNodeRows = (node: GraphNode, all: boolean): readonly (readonly RichText[])[] => {
  if (!node.isObject) {
    const [only] = node.entries;
    // A single value without a path is the whole node, so it is printed in one row.
    const alone = node.entries.length === 1 && only?.role === 'value' && only.path === '';
    if (alone)
      return [
        [
          [renderProvenanceMark(undefined), ' ', strong(node.id)],
          renderBareRuns(only.value),
          faint('no state given'),
        ],
      ];
  }
  const label = findNodeLabel(node);
  const others = node.entries.filter((entry) => entry !== label);
  const shown = label ? renderValueRuns(label) : node.label;
  const beside = label && all ? listOtherMembers(label) : [];
  const left = all ? [] : findLeftOutOfGrid(node.entries);
  return [
    [[renderProvenanceMark(node.state), ' ', strong(node.id)], shown, label ? renderReasonRuns(label) : ''],
    ...beside.map(([key, value]): RichText[] => [['      ', faint(key)], renderBareRuns(value), '']),
    ...buildValueGridRows(others, '  ', all),
    ...(left.length > 0
      ? [[['    ', faint('left out')], faint(`${formatLeftOutNames(left)}  --all`), '']]
      : []),
  ];
};

const renderKindHeading = (kind: string, nodes: readonly GraphNode[]): ViewBlock =>
  line([heading(formatKindHeading(kind)), faint(`  ${nodes.length}`)], { indent: 1 });

/** Options for rendering the nodes of one kind. */
export interface KindBlockOptions extends KindTableOptions {
  readonly all?: boolean;
}

/**
 * Renders the nodes of one kind: as a table where they share columns and it fits, else as one line per
 * value.
 */
export const renderKindBlocks = (
  kind: string,
  nodes: readonly GraphNode[],
  options: KindBlockOptions = {},
): readonly ViewBlock[] => {
  const all = options.all ?? false;
  const table = all ? undefined : buildKindTable(kind, nodes);
  const lines = (): GridBlock =>
    grid(
      VALUE_GRID_COLUMNS,
      nodes.flatMap((node) => buildKindNodeRows(node, all)),
      { indent: 1 },
    );
  const body: ViewBlock = table
    ? { kind: 'either', wide: renderKindTableBlocks(table, options), narrow: [lines()] }
    : lines();
  return [gap, renderKindHeading(kind, nodes), body];
};

/** Returns what a counted graph leaves out: of each kind only the names of the first nodes are shown. */
export const findLeftOutOfCounted = (graph: GraphModel): readonly LeftOut[] => {
  const first = new Set(
    [...groupNodesByKind(graph.nodes).values()].flatMap((nodes) => nodes.slice(0, FIRST_NODES)),
  );
  const shown = new Set(
    [...first].flatMap((node) => (node.isObject ? findNodeLabel(node) : node.entries[0]) ?? []),
  );
  const entries = graph.nodes.flatMap((node) => node.entries);
  return [
    ...countLeftOut(
      'node',
      graph.nodes.filter((node) => !first.has(node)).map(({ kind }) => kind || 'no kind'),
    ),
    ...findLeftOut(entries, (entry) => (shown.has(entry) ? ['value'] : [])),
  ];
};

/** Renders the heading of a kind with its counts, and the names of its first nodes. */
export const renderCountedKindBlocks = (kind: string, nodes: readonly GraphNode[]): readonly ViewBlock[] => {
  const first = nodes.slice(0, FIRST_NODES).map((node): RichText[] => {
    const label = findNodeLabel(node);
    const shown = node.isObject
      ? label
        ? renderValueRuns(label)
        : node.label
      : renderBareRuns(node.entries[0]?.value);
    return [
      [renderProvenanceMark(node.state), ' ', strong(node.id)],
      shown,
      renderTallyRuns(countProvenance(listNodeValues([node]))),
    ];
  });
  const rest = nodes.length - first.length;
  const how = kind === '' ? '--all' : `--kind ${/^[\w-]+$/.test(kind) ? kind : JSON.stringify(kind)}`;
  return [
    gap,
    line([heading(formatKindHeading(kind)), faint(`  ${nodes.length}`)], {
      indent: 1,
      right: renderTallyRuns(countProvenance(listNodeValues(nodes))),
    }),
    grid(OVERVIEW_COLUMNS, first, { indent: 1 }),
    ...(rest > 0 ? [line(faint(`+${rest} more  ${how}`), { indent: 3 })] : []),
  ];
};
