/** Reads a garment graph as the tables of a tech pack. Each value of a node is in exactly one table. */

import { createRowMemberTest } from './cell-positions.ts';
import { type GraphModel, type GraphNode, readGraph } from './graph-model.ts';
import { cacheByGraph } from './node-relations.ts';
import {
  buildNodeTable,
  createBodyNode,
  listContainerMembers,
  listNestedRowValues,
  type NodeEntries,
  type NodeTable,
} from './node-table.ts';
import {
  createKindSpec,
  createPackTableSpec,
  findKindTable,
  TABLE_NAMES,
  type TableName,
  type TableSpec,
} from './trade-tables.ts';
import type { Value } from './value.ts';

/**
 * A garment graph as the tables of a tech pack. Every output form prints these tables and adds none.
 * - `column.head` is the heading of a column, and `column.unit` is printed once, next to it. A graded specification has
 *   a column for each size.
 * - `row.cells.get(column.name)` is the value in a cell. It is undefined if the body has no such value. If the body has
 *   an unstated value, the row has a cell for it.
 * - An output form of limited width prints only the columns that have a `role`. Below each row it prints the values in
 *   `row.rest`, each after its `path`.
 * - Any other output form prints all columns. Below each row it prints the values in `row.leftover`.
 * - The values in `row.relations` and `row.nestedValues` belong to the row too.
 *
 * An item of a list such as `measurements: [{…}]` of the garment node is a nested row. It is in the table for its own
 * kind, here the points of measure, not in the table for the kind of the node.
 */
export interface TradeTables {
  /** The standard tables of a tech pack that have rows, in their usual order. */
  readonly tables: readonly NodeTable[];
  /**
   * Tables that are not standard tables. Each has the nodes of one kind, for example `garment`, that no standard table
   * contains. The tables are in the order of the body.
   */
  readonly further: readonly NodeTable[];
  /** The values of the body that belong to no node. Values in a row of a table are not included. */
  readonly bodyValues: readonly Value[];
  /**
   * The values in nested rows (items of a list in a node) that belong to another table than the node. For example, the
   * values in `measurements: [{…}]` of the garment node are in the table of the points of measure.
   */
  readonly nestedRowValues: ReadonlySet<Value>;
}

/**
 * Values that are shown in another table than their node, by node. Each value is mapped to the name of that table. For
 * example, a value in `measurements: [{…}]` of the garment node is mapped to `pom`.
 */
type LineClaims = ReadonlyMap<GraphNode, ReadonlyMap<Value, TableName>>;

const claimLines = (nodes: readonly GraphNode[]): LineClaims => {
  const specs = TABLE_NAMES.map((name) => {
    const spec = createPackTableSpec(name);
    return { name, spec, isMember: createRowMemberTest(spec.hasKind) };
  });
  const claims = new Map<GraphNode, ReadonlyMap<Value, TableName>>();
  for (const node of nodes) {
    const members = [...listContainerMembers(node.entries)];
    if (members.length === 0) continue;
    const own = new Map<Value, TableName>();
    for (const { name, spec, isMember } of specs)
      if (findKindTable(node.kind) !== name && members.some(isMember))
        for (const value of listNestedRowValues(node, spec)) if (!own.has(value)) own.set(value, name);
    if (own.size > 0) claims.set(node, own);
  }
  return claims;
};

const toTableKey = (kind: string): string => findKindTable(kind) || `kind ${kind}`;

/**
 * Maps the key of each table to the nodes and values that the table shows. `bodyNode` contains the values outside all
 * nodes. Of these, only values in list items are included.
 */
const groupEntriesByTable = (
  nodes: readonly GraphNode[],
  bodyNode: GraphNode,
  claims: LineClaims,
): ReadonlyMap<string, NodeEntries> => {
  const entriesByTable = new Map<string, Map<GraphNode, readonly Value[]>>();
  const putEntries = (key: string, node: GraphNode, entries: readonly Value[]): void => {
    const tableEntries = entriesByTable.get(key) ?? new Map<GraphNode, readonly Value[]>();
    entriesByTable.set(key, tableEntries.set(node, entries));
  };
  for (const node of [...nodes, bodyNode]) {
    const claimed = claims.get(node);
    const listOwn = (table: TableName | undefined): readonly Value[] =>
      node.entries.filter((value) => claimed?.get(value) === table);
    if (node !== bodyNode)
      putEntries(toTableKey(node.kind), node, claimed ? listOwn(undefined) : node.entries);
    for (const table of new Set(claimed?.values())) putEntries(table, node, listOwn(table));
  }
  return entriesByTable;
};

const readGraphTables = cacheByGraph((graph): TradeTables => buildTradeTables(graph));

/**
 * Reads the body of a graph as the tables of a tech pack. The body may have any structure. The result is cached by
 * body.
 */
export const readTradeTables = (body: unknown): TradeTables => readGraphTables(readGraph(body));

/**
 * Builds the same tables as `readTradeTables`, but without a cache. The graph may contain only some nodes of a body.
 */
export const buildTradeTables = (graph: GraphModel): TradeTables => {
  const bodyNode = createBodyNode(graph);
  const claims = claimLines([...graph.nodes, bodyNode]);
  const entriesByTable = groupEntriesByTable(graph.nodes, bodyNode, claims);
  const build = (spec: TableSpec, key: string): readonly NodeTable[] => {
    const entries = entriesByTable.get(key);
    return entries ? [buildNodeTable(graph, spec, bodyNode, entries)] : [];
  };
  const otherKinds = new Set(graph.nodes.flatMap(({ kind }) => (findKindTable(kind) === '' ? [kind] : [])));
  const bodyClaims = claims.get(bodyNode);
  return {
    tables: TABLE_NAMES.flatMap((name) => build(createPackTableSpec(name), name)).filter(
      ({ rows }) => rows.length > 0,
    ),
    further: [...otherKinds].flatMap((kind) => build(createKindSpec(kind), toTableKey(kind))),
    bodyValues: bodyNode.entries.filter((value) => !bodyClaims?.has(value)),
    nestedRowValues: new Set([...claims.values()].flatMap((own) => [...own.keys()])),
  };
};
