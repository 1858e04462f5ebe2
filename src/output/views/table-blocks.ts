/** A table of nodes of one kind: its columns, then the values without a column, then the reasons. */

import type { GraphNode } from '../../garment/graph-model.ts';
import { countLeftOut, findLeftOut, type LeftOut } from '../../garment/left-out.ts';
import { findCellValue, findNodeLabel, listValuesOutsideColumns } from '../../garment/node-values.ts';
import type { KindTable } from './kind-table.ts';
import {
  faint,
  renderCellRuns,
  renderProvenanceMark,
  renderReasonRuns,
  renderValueRuns,
  strong,
  type TextRuns,
} from './value-runs.ts';
import { renderLeftOutRun } from './view-header.ts';
import { type GridBlock, type GridColumn, grid, type LineBlock, line, type RichText } from './view-model.ts';

/** A column with cells from elsewhere in the graph, for example the material of a piece. */
export interface ExtraColumn {
  readonly head: string;
  /** The relations that the column shows in full. */
  readonly relations: readonly string[];
  cell(node: GraphNode): RichText;
}

/** Options for a table of nodes of one kind. */
export interface KindTableOptions {
  /** Columns with cells from elsewhere in the graph. */
  readonly extraColumns?: readonly ExtraColumn[];
  /** Name nodes by label alone where labels are unique: a factory has no use for ids. */
  readonly byLabel?: boolean;
}

/** More reasons than this are shown only with `--all`. */
const MAX_REASONS = 60;
/** An id up to this length is never wrapped. */
const MAX_ID_LENGTH = 32;

/** Renders the values that have no column, each with its mark and its name. */
const renderRemainingValues = (node: GraphNode, fields: readonly string[]): TextRuns => {
  return listValuesOutsideColumns(node, fields).flatMap((entry, at) => [
    at > 0 ? '   ' : '',
    renderProvenanceMark(entry.state),
    // No line may break between a mark and its value.
    faint(`\u00a0${entry.path}\u00a0`),
    ...renderValueRuns(entry),
  ]);
};

type NodeNamer = (node: GraphNode) => string;

const formatNodeId: NodeNamer = ({ id }) => id;

/** Returns a function that names nodes by label where all labels are unique and not empty, else by id. */
const chooseNodeNamer = (nodes: readonly GraphNode[], byLabel: boolean): NodeNamer => {
  const labels = new Set(nodes.map(({ label }) => label));
  return byLabel && labels.size === nodes.length && !labels.has('') ? ({ label }) => label : formatNodeId;
};

const buildAlsoColumns = (names: readonly string[]): readonly GridColumn[] => [
  buildNameColumn(names),
  { fit: 'wrap', min: 30 },
];

const buildNameColumn = (names: readonly string[]): GridColumn =>
  names.some((name) => name.length > MAX_ID_LENGTH) ? { fit: 'wrap', min: 24 } : {};

const renderAlsoBlocks = (
  nodes: readonly GraphNode[],
  fields: readonly string[],
  name: NodeNamer,
): readonly (GridBlock | LineBlock)[] => {
  const rows = nodes.flatMap((node): RichText[][] => {
    const rest = renderRemainingValues(node, fields);
    return rest.length === 0 ? [] : [[name(node), rest]];
  });
  if (rows.length === 0) return [];
  return [line(faint('also'), { indent: 3 }), grid(buildAlsoColumns(nodes.map(name)), rows, { indent: 3 })];
};

/** Builds the rows below a table that give the reasons of its values. */
const buildReasonRows = (nodes: readonly GraphNode[], name: NodeNamer): readonly (readonly RichText[])[] => {
  return nodes.flatMap((node) =>
    node.entries.flatMap((entry): RichText[][] => {
      const why = renderReasonRuns(entry);
      const named = entry.role === 'label' ? name(node) : `${name(node)} ${entry.path}`;
      return why.length === 0 ? [] : [[[renderProvenanceMark(entry.state), ' ', named], why]];
    }),
  );
};

const buildTableRow = (
  node: GraphNode,
  name: NodeNamer,
  fields: readonly string[],
  further: readonly ExtraColumn[],
): RichText[] => {
  const label = findNodeLabel(node);
  const shown: TextRuns = label ? renderValueRuns(label) : [node.label];
  const named: RichText[] =
    name === formatNodeId
      ? [[renderProvenanceMark(node.state), ' ', strong(node.id)], shown]
      : [[renderProvenanceMark(node.state), ' ', ...shown]];
  return [
    ...named,
    ...fields.map((field) => renderCellRuns(findCellValue(node, field))),
    ...further.map((each) => each.cell(node)),
  ];
};

/** Renders a table of nodes of one kind, with the remaining values and the reasons below it. */
export const renderKindTableBlocks = (
  { fields, nodes }: KindTable,
  options: KindTableOptions = {},
): readonly (GridBlock | LineBlock)[] => {
  const further = options.extraColumns ?? [];
  const name = chooseNodeNamer(nodes, options.byLabel ?? false);
  const heads = [...fields, ...further.map(({ head }) => head)];
  const first: readonly GridColumn[] =
    name === formatNodeId
      ? [buildNameColumn(nodes.map(formatNodeId)), { fit: 'wrap', min: 14 }]
      : [{ fit: 'wrap', min: 18 }];
  const columns: readonly GridColumn[] = [
    ...first,
    ...heads.map((text): GridColumn => ({ head: ['  ', faint(text)], fit: 'wrap', min: 8 })),
  ];
  const rows = nodes.map((node) => buildTableRow(node, name, fields, further));
  const why = buildReasonRows(nodes, name);
  const left = findLeftOutOfTable(nodes, further, name, why.length <= MAX_REASONS);
  return [
    grid(columns, rows, { indent: 1 }),
    ...renderAlsoBlocks(nodes, fields, name),
    ...(why.length > 0 && why.length <= MAX_REASONS
      ? [
          grid(
            [
              { fit: 'wrap', min: 24 },
              { fit: 'wrap', min: 24 },
            ],
            why,
            { indent: 3 },
          ),
        ]
      : []),
    ...(left.length > 0 ? [line(renderLeftOutRun(left), { indent: 3, hang: 2 })] : []),
  ];
};

/** Returns what the table leaves out; a node that is named by its label loses its id. */
const findLeftOutOfTable = (
  nodes: readonly GraphNode[],
  further: readonly ExtraColumn[],
  name: NodeNamer,
  reasons: boolean,
): readonly LeftOut[] => {
  const linked = further.flatMap(({ relations }) => relations);
  const entries = nodes.flatMap((node) => node.entries);
  return [
    ...(name === formatNodeId
      ? []
      : countLeftOut(
          'id',
          nodes.map(({ id }) => id),
        )),
    ...findLeftOut(entries, ({ role, path }) => {
      if (role === 'plain' || (role === 'link' && !linked.includes(path))) return [];
      return reasons ? ['value', 'why'] : ['value'];
    }),
  ];
};
