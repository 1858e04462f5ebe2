/**
 * Builds a table of nodes: a row for each node, and a column for each name under which a node has a value.
 *
 * - A cell is a value with its own unit, provenance and reason. Similar columns are not merged: quantity
 * and consumption are two columns.
 * - A value that is given by size (`spec: {XS: …}`, `[{size: "XS", value: …}]`, `spec_XS`) gets a column
 * for each size, in the order of the body. A size that the body does not give has no cell.
 * - Rows nested in a node (`lines: [{…}, {…}]`, `measurements: {chest: {…}}`) follow the row of the node.
 * Rows outside all nodes come last.
 * - A second value with the same name gets the column `name#2`.
 * - Values without a cell are in `leftover`, nodes without a row in `otherNodes`, values of nodes of which
 * only nested rows are in the table in `otherValues`, and values outside all nodes in `bodyValues`. Every
 * output form shows or counts them.
 *
 * The column of the label is `label`, and that of provenance without a value `itself`. Garment, node and
 * kind are not columns: they are in `node` and `line` of the row.
 */

import { type CellPosition, isTradeMember, placeValues } from './cell-positions.ts';
import { type GraphModel, type GraphNode, listRestValues } from './graph-model.ts';
import {
  indexNodesById,
  listGraphRelations,
  listNodeRelations,
  type NodeIndex,
  type NodeRelation,
} from './node-relations.ts';
import type { TableSpec } from './trade-tables.ts';
import type { Value } from './value.ts';

/** A column of a table of nodes. */
export interface NodeColumn {
  readonly name: string;
  /** The size of a graded column, and `base`, the name of the graded value. */
  readonly size: string | undefined;
  readonly base: string;
}

/** A row of a table: a node, or a row nested in a node. */
export interface NodeRow {
  readonly node: GraphNode;
  /** Empty for the node itself, `lines[0]` or `measurements.chest` for a nested row. */
  readonly line: string;
  readonly cells: ReadonlyMap<string, Value>;
  /** Relations stated by the node, each with its own provenance. */
  readonly relations: readonly NodeRelation[];
  /** Relations of other nodes to this node. */
  readonly usedBy: readonly NodeRelation[];
  /** Values inside the value of a cell, which shows them as part of itself. */
  readonly nestedValues: readonly Value[];
  /** Values of the row that have no cell. */
  readonly leftover: readonly Value[];
}

/** A table of nodes with everything that it does not show. */
export interface NodeTable {
  readonly garmentId: string | undefined;
  readonly columns: readonly NodeColumn[];
  /** Names of relations, in their order. */
  readonly relations: readonly string[];
  readonly rows: readonly NodeRow[];
  /** Nodes without a row. */
  readonly otherNodes: readonly GraphNode[];
  /** Values of nodes of which only nested rows are in the table. */
  readonly otherValues: readonly Value[];
  /** Values outside all nodes that are in no row. */
  readonly bodyValues: readonly Value[];
}

/** Largest number of columns. A body with a million names would fill the memory. */
const MAX_COLUMNS = 500;
const LABEL_COLUMN = 'label';
const LINE_LABELS: readonly string[] = [LABEL_COLUMN, 'name', 'title'];

const nameColumn = ({ column, line, value: { role } }: CellPosition): string => {
  if (role === 'label' || (line !== '' && LINE_LABELS.includes(column))) return LABEL_COLUMN;
  return column === '' ? (role === 'self' && line === '' ? 'itself' : 'value') : column;
};

/** A row before its columns are known. */
interface RowDraft extends Omit<NodeRow, 'cells' | 'leftover'> {
  readonly positions: ReadonlyMap<string, CellPosition>;
  readonly leftover: readonly Value[];
}

/** Names the columns of some values. A second value with the same name gets `name#2`. */
const numberDuplicates = (places: readonly CellPosition[]): ReadonlyMap<string, CellPosition> => {
  const cells = new Map<string, CellPosition>();
  for (const place of places) {
    const name = nameColumn(place);
    let free = name;
    for (let at = 2; cells.has(free); at++) free = `${name}#${at}`;
    cells.set(free, place);
  }
  return cells;
};

/** The rows of one node and the values that are in none of them. */
interface NodeDrafts {
  readonly drafts: readonly RowDraft[];
  readonly around: readonly Value[];
}

/**
 * Builds the rows of a node that belongs to the table, or else of those of its lists and objects that do.
 */
const buildRowDrafts = (
  node: GraphNode,
  wanted: TableSpec,
  known: NodeIndex,
  usedBy: readonly NodeRelation[],
): NodeDrafts => {
  const whole = wanted.hasKind(node.kind);
  const ofTrade = (member: string): boolean => isTradeMember(member, wanted.hasKind);
  const holdsLine = ({ path }: Value): boolean => ofTrade(/^[^.[]+/.exec(path)?.[0] ?? '');
  if (!whole && !node.entries.some(holdsLine)) return { drafts: [], around: node.entries };
  const { positions, shownNested, hiddenNested } = placeValues(node.entries, ofTrade);
  const stands = ({ line }: CellPosition): boolean =>
    whole || (line !== '' && ofTrade(/^[^.[]+/.exec(line)?.[0] ?? ''));
  const lines = new Map<string, CellPosition[]>(whole ? [['', []]] : []);
  for (const place of positions.filter(stands)) {
    const line = lines.get(place.line);
    if (line) line.push(place);
    else lines.set(place.line, [place]);
  }
  const drafts = [...lines].map(([line, own], at) => ({
    node,
    line,
    positions: numberDuplicates(own),
    relations: whole && line === '' ? listNodeRelations(node, known) : [],
    usedBy: line === '' ? usedBy : [],
    nestedValues: at === 0 ? shownNested : [],
    leftover: at === 0 ? hiddenNested : [],
  }));
  if (whole) return { drafts, around: [] };
  const links = node.entries.filter(({ role, parent }) => role === 'link' && parent === undefined);
  const others = positions.filter((place) => !stands(place)).map(({ value }) => value);
  return { drafts, around: [...others, ...links] };
};

/** The id under which rows outside all nodes are in the table. */
export const BODY_NODE_ID = '#body';
/** Creates a node for the values outside all nodes, which may contain rows too. */
const createBodyNode = (graph: GraphModel): GraphNode => ({
  ...{ id: BODY_NODE_ID, kind: '', label: '', state: undefined, isObject: true },
  entries: [...graph.facts, ...listRestValues(graph)],
});

/**
 * Merges the names of all rows into one order that agrees with the order in each row, as far as the rows
 * agree.
 */
const mergeOrders = (rows: Iterable<readonly string[]>): readonly string[] => {
  const order: string[] = [];
  const known = new Set<string>();
  for (const row of rows) {
    if (row.every((name) => known.has(name))) continue;
    for (const [at, name] of row.entries()) {
      if (known.has(name)) continue;
      const next = row.slice(at + 1).find((each) => known.has(each));
      const before = row[at - 1];
      const place =
        before !== undefined
          ? order.indexOf(before) + 1
          : next !== undefined
            ? order.indexOf(next)
            : order.length;
      order.splice(place, 0, name);
      known.add(name);
    }
  }
  return order;
};

/** Builds the columns: leading columns first, then graded columns by base and size, then all others. */
const buildColumns = (drafts: readonly RowDraft[], { first, always }: TableSpec): readonly NodeColumn[] => {
  const found = new Map<string, NodeColumn>();
  for (const { positions } of drafts)
    for (const [name, { size, base }] of positions)
      if (!found.has(name)) found.set(name, { name, size, base });
  // Required columns are added only when the body uses at least one of their names. A body with other names
  // would otherwise look as if it had no such values.
  const due = always.some((name) => found.has(name)) ? always : [];
  const sized = mergeOrders(
    drafts.map(({ positions }) =>
      [...positions.keys()].filter((name) => found.get(name)?.size !== undefined),
    ),
  );
  const bases = [...new Set(sized.map((name) => found.get(name)?.base))];
  const grouped = bases.flatMap((base) => sized.filter((name) => found.get(name)?.base === base));
  const others = mergeOrders(
    drafts.map(({ positions }) => [...positions.keys()].filter((name) => !sized.includes(name))),
  );
  const leading = ['itself', 'code', LABEL_COLUMN, ...first].filter(
    (name) => found.has(name) || due.includes(name),
  );
  const names = [...new Set([...leading, ...due, ...grouped, ...others])].slice(0, MAX_COLUMNS);
  return names.map((name) => found.get(name) ?? { name, size: undefined, base: name });
};

/** Builds the table of the nodes that belong to the given specification. */
export const buildNodeTable = (graph: GraphModel, wanted: TableSpec): NodeTable => {
  const used = new Map<GraphNode, NodeRelation[]>();
  const known = indexNodesById(graph);
  for (const relation of listGraphRelations(graph)) {
    if (!relation.to) continue;
    const same = used.get(relation.to);
    if (same) same.push(relation);
    else used.set(relation.to, [relation]);
  }
  const found = graph.nodes.map((node) => buildRowDrafts(node, wanted, known, used.get(node) ?? []));
  const body = buildRowDrafts(createBodyNode(graph), wanted, known, []);
  const drafts = [...found, body].flatMap((each) => each.drafts);
  const columns = buildColumns(drafts, wanted);
  const names = new Set(columns.map(({ name }) => name));
  const shown = new Set(drafts.map(({ node }) => node));
  return {
    garmentId: graph.garmentId,
    columns,
    relations: mergeOrders(drafts.map((row) => [...new Set(row.relations.map(({ name }) => name))])),
    rows: drafts.map(({ positions, leftover, ...row }) => ({
      ...row,
      cells: new Map([...positions].flatMap(([name, { value }]) => (names.has(name) ? [[name, value]] : []))),
      leftover: [
        ...leftover,
        ...[...positions].flatMap(([name, { value }]) => (names.has(name) ? [] : [{ ...value, path: name }])),
      ],
    })),
    otherNodes: graph.nodes.filter((node) => !shown.has(node)),
    otherValues: found.flatMap(({ drafts: own, around }) => (own.length > 0 ? around : [])),
    bodyValues: body.around,
  };
};
