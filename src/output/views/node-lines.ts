/**
 * Renders nodes for a terminal with one line per value. This is used with `--all`, and for kinds of nodes without a
 * table.
 */

import type { GraphNode } from '../../garment/graph-model.ts';
import { countLeftOut, findLeftOut, formatLeftOutNames, type LeftOut } from '../../garment/left-out.ts';
import { formatKindHeading } from '../../garment/node-kinds.ts';
import { findNodeLabel } from '../../garment/node-values.ts';
import type { RenderedTable } from './trade-table.ts';
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
import { grid, line, type RichText } from './view-model.ts';

const buildNodeLines = (node: GraphNode, all: boolean): readonly (readonly RichText[])[] => {
  if (!node.isObject) {
    const [only] = node.entries;
    // A node that is only a value, such as a text, is printed in one row.
    const isBareValue = node.entries.length === 1 && only?.role === 'value' && only.path === '';
    if (isBareValue)
      return [
        [
          [renderProvenanceMark(undefined), ' ', strong(node.id)],
          renderBareRuns(only.value),
          faint('without a state'),
        ],
      ];
  }
  const label = findNodeLabel(node);
  const others = node.entries.filter((entry) => entry !== label);
  const shown = label ? renderValueRuns(label) : node.label;
  const labelMembers = label && all ? listOtherMembers(label) : [];
  const leftOut = all ? [] : findLeftOutOfGrid(node.entries);
  return [
    [[renderProvenanceMark(node.state), ' ', strong(node.id)], shown, label ? renderReasonRuns(label) : ''],
    ...labelMembers.map(([key, value]): RichText[] => [['      ', faint(key)], renderBareRuns(value), '']),
    ...buildValueGridRows(others, '  ', all),
    ...(leftOut.length > 0
      ? [[['    ', faint('left out')], faint(`${formatLeftOutNames(leftOut)}  --all`), '']]
      : []),
  ];
};

/** Options for nodes that are printed with one line per value. */
export interface NodeLineOptions {
  /** If true, members without provenance and additional members of a value, for example a note, are printed too. */
  readonly all?: boolean;
  /**
   * The number of nodes to show of a long list. A long list has more than `fold` + 2 nodes. Its last line names the
   * flag that shows all nodes.
   */
  readonly fold?: number;
}

/**
 * Renders the nodes of one kind with one line per value. The last line of a node names the parts that are not shown. If
 * there are more than `fold` + 2 nodes, only the first `fold` nodes are shown, and `leftOut` counts the hidden nodes
 * and their values.
 */
export const renderNodeLines = (
  kind: string,
  nodes: readonly GraphNode[],
  { all = false, fold = Number.POSITIVE_INFINITY }: NodeLineOptions,
): RenderedTable => {
  const shown = nodes.length > fold + 2 ? nodes.slice(0, fold) : nodes;
  const hidden = nodes.slice(shown.length);
  const flag = kind === '' ? '--all' : `--kind ${/^[\w-]+$/.test(kind) ? kind : JSON.stringify(kind)}`;
  const leftOut: readonly LeftOut[] = [
    ...countLeftOut(
      'node',
      hidden.map((node) => node.kind || 'no kind'),
    ),
    ...findLeftOut(
      hidden.flatMap(({ entries }) => entries),
      () => [],
    ),
  ];
  return {
    blocks: [
      line([heading(formatKindHeading(kind)), faint(`  ${nodes.length}`)], { indent: 1 }),
      grid(
        VALUE_GRID_COLUMNS,
        shown.flatMap((node) => buildNodeLines(node, all)),
        { indent: 1 },
      ),
      ...(hidden.length > 0 ? [line(faint(`${hidden.length} more: ${flag}`), { indent: 3 })] : []),
    ],
    leftOut,
  };
};
