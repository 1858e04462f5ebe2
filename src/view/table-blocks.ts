/** A table of nodes: columns, then the values that have none, then the reasons. */

import type { GraphNode } from '../garment/graph.ts';
import { type LeftOut, leaving, notShown } from '../garment/left-out.ts';
import { besideColumns, cellOf, labelOf } from '../garment/node-values.ts';
import type { KindTable } from './kind-table.ts';
import { type Column, type Grid, grid, type Inline, type Line, line } from './model.ts';
import { more } from './read-header.ts';
import { cellPieces, faint, mark, type Pieces, strong, valuePieces, whyPieces } from './value-pieces.ts';

export interface FurtherColumn {
  readonly head: string;
  /** The relations that it says whole. */
  readonly relations: readonly string[];
  cell(node: GraphNode): Inline;
}

export interface TableOptions {
  /** Columns of what the nodes do not say themselves. */
  readonly further?: readonly FurtherColumn[];
  /** Call nodes by their labels alone, where those tell them apart: a factory has no use for ids. */
  readonly byLabel?: boolean;
}

/** Reasons are for reading, not for counting: beyond this many they wait for `--all`. */
const MANY = 60;
/** An id up to this long is never broken; a longer one may be. */
const LONGEST = 32;

/** Values that have no column of their own, each with its mark and its name. */
const others = (node: GraphNode, fields: readonly string[]): Pieces => {
  return besideColumns(node, fields).flatMap((entry, at) => [
    at > 0 ? '   ' : '',
    mark(entry.state),
    // No line may break between a mark and what it marks.
    faint(`\u00a0${entry.field}\u00a0`),
    ...valuePieces(entry),
  ]);
};

type Name = (node: GraphNode) => string;

const byId: Name = ({ id }) => id;

/** Labels, if each node has one and no two the same. */
const nameOf = (nodes: readonly GraphNode[], byLabel: boolean): Name => {
  const labels = new Set(nodes.map(({ label }) => label));
  return byLabel && labels.size === nodes.length && !labels.has('') ? ({ label }) => label : byId;
};

const under = (names: readonly string[]): readonly Column[] => [nameColumn(names), { fit: 'wrap', min: 30 }];

const nameColumn = (names: readonly string[]): Column =>
  names.some((name) => name.length > LONGEST) ? { fit: 'wrap', min: 24 } : {};

const alsoBlocks = (
  nodes: readonly GraphNode[],
  fields: readonly string[],
  name: Name,
): readonly (Grid | Line)[] => {
  const rows = nodes.flatMap((node): Inline[][] => {
    const rest = others(node, fields);
    return rest.length === 0 ? [] : [[name(node), rest]];
  });
  if (rows.length === 0) return [];
  return [line(faint('also'), { indent: 3 }), grid(under(nodes.map(name)), rows, { indent: 3 })];
};

/** Why values are what they are, below the table: a table has no room for reasons. */
const reasons = (nodes: readonly GraphNode[], name: Name): readonly (readonly Inline[])[] => {
  return nodes.flatMap((node) =>
    node.entries.flatMap((entry): Inline[][] => {
      const why = whyPieces(entry);
      const named = entry.role === 'label' ? name(node) : `${name(node)} ${entry.field}`;
      return why.length === 0 ? [] : [[[mark(entry.state), ' ', named], why]];
    }),
  );
};

const nodeRow = (
  node: GraphNode,
  name: Name,
  fields: readonly string[],
  further: readonly FurtherColumn[],
): Inline[] => {
  const label = labelOf(node);
  const shown: Pieces = label ? valuePieces(label) : [node.label];
  const named: Inline[] =
    name === byId ? [[mark(node.state), ' ', strong(node.id)], shown] : [[mark(node.state), ' ', ...shown]];
  return [
    ...named,
    ...fields.map((field) => cellPieces(cellOf(node, field))),
    ...further.map((each) => each.cell(node)),
  ];
};

export const tableBlocks = (
  { fields, nodes }: KindTable,
  options: TableOptions = {},
): readonly (Grid | Line)[] => {
  const further = options.further ?? [];
  const name = nameOf(nodes, options.byLabel ?? false);
  const heads = [...fields, ...further.map(({ head }) => head)];
  const first: readonly Column[] =
    name === byId ? [nameColumn(nodes.map(byId)), { fit: 'wrap', min: 14 }] : [{ fit: 'wrap', min: 18 }];
  const columns: readonly Column[] = [
    ...first,
    ...heads.map((text): Column => ({ head: ['  ', faint(text)], fit: 'wrap', min: 8 })),
  ];
  const rows = nodes.map((node) => nodeRow(node, name, fields, further));
  const why = reasons(nodes, name);
  const left = leftOut(nodes, further, name, why.length <= MANY);
  return [
    grid(columns, rows, { indent: 1 }),
    ...alsoBlocks(nodes, fields, name),
    ...(why.length > 0 && why.length <= MANY
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
    ...(left.length > 0 ? [line(more(left), { indent: 3, hang: 2 })] : []),
  ];
};

/** Who is called by a label goes without the id. */
const leftOut = (
  nodes: readonly GraphNode[],
  further: readonly FurtherColumn[],
  name: Name,
  reasons: boolean,
): readonly LeftOut[] => {
  const linked = further.flatMap(({ relations }) => relations);
  const entries = nodes.flatMap((node) => node.entries);
  return [
    ...(name === byId
      ? []
      : leaving(
          'id',
          nodes.map(({ id }) => id),
        )),
    ...notShown(entries, ({ role, field }) => {
      if (role === 'plain' || (role === 'link' && !linked.includes(field))) return [];
      return reasons ? ['value', 'why'] : ['value'];
    }),
  ];
};
