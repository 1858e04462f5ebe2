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
 * - `row.cells.get(column.name)` is a cell. A missing cell means that the body has no such value. An unstated value has
 *   a cell.
 * - A form of limited width prints the columns with a `role`. Below each row it prints `row.rest`, each value after its
 *   `path`.
 * - Any other form prints all columns, and `row.leftover` below each row.
 * - The values in `row.relations` and `row.nestedValues` belong to the row too.
 *
 * Nested rows, such as `measurements: [{…}]` of the garment node, are in the table of their own kind, not in the table
 * of the node.
 */
export interface TradeTables {
  /** The tables of the trade that have rows, in the order of a tech pack. */
  readonly tables: readonly NodeTable[];
  /** One table for each kind that no table of the trade has, for example `garment`, in the order of the body. */
  readonly further: readonly NodeTable[];
  /** The values outside all nodes that are in no row: facts and other members. */
  readonly bodyValues: readonly Value[];
  /**
   * The values of nested rows that are in another table than their node, such as `measurements: [{…}]` of the garment
   * node.
   */
  readonly nestedRowValues: ReadonlySet<Value>;
}

/**
 * For each node, the values of its nested rows that belong to another table, and the name of that table: `pom` for the
 * values in `measurements: [{…}]` of the garment node.
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

/** Returns the key of the table of a kind: `pom`, or `kind garment` for a kind in no table of the trade. */
const toTableKey = (kind: string): string => findKindTable(kind) || `kind ${kind}`;

/**
 * Returns the nodes and values of each table, by table key. `bodyNode` stands for the values outside all nodes; only
 * its nested rows are included.
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

/** Reads the body of a graph, of any shape, as the tables of a tech pack. The result is cached by body. */
export const readTradeTables = (body: unknown): TradeTables => readGraphTables(readGraph(body));

/** Builds the tables of `readTradeTables` without a cache. The graph may have only some nodes of a body. */
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
