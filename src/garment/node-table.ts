/**
 * Builds a table of nodes: a row for each node, and a column for each name under which a node has a value.
 *
 * - A graded value (`spec: {XS: …}`, `[{size: "XS", value: …}]`, `spec_XS`) gets a column for each size.
 * - Rows nested in a node (`lines: [{…}, {…}]`, `measurements: {chest: {…}}`) follow the row of the node. Rows outside
 *   all nodes come last.
 * - A second value with the same name gets the column `name#2`. Similar columns, such as quantity and consumption, are
 *   not merged.
 * - The column `label` has the label of the node, and the column `itself` the provenance of a node that has no payload.
 * - Values without a cell are in `leftover`, `otherValues` or `bodyValues`, and nodes without a row in `otherNodes`.
 *   Every output form shows or counts them.
 */

import { addToGroup } from '../platform/group-items.ts';
import { isObjectOrList, toPayloadText } from '../platform/json/json-values.ts';
import { type BillSection, findBillSection } from './bill-sections.ts';
import { type CellPosition, createRowMemberTest, placeValues } from './cell-positions.ts';
import { type GraphModel, type GraphNode, listRestValues } from './graph-model.ts';
import { indexRelationsByTarget, listNodeRelations, type NodeRelation } from './node-relations.ts';
import { findGarmentNode } from './node-values.ts';
import { assignColumns, assignFlatColumns } from './row-layout.ts';
import { takeFirstSegment } from './split-records.ts';
import {
  collectColumns,
  collectUnits,
  formatColumnHead,
  mergeOrders,
  type NodeColumn,
  type RowCells,
  sortTableSizes,
} from './table-columns.ts';
import type { TableSpec } from './trade-tables.ts';
import { normalizeName, SAMPLE_SIZE_NAMES } from './trade-vocabulary.ts';
import type { Value } from './value.ts';

export type { NodeColumn } from './table-columns.ts';

/** A row of a table: a node, or a row nested in a node. A nested row has its path in `line`. */
export interface NodeRow {
  readonly node: GraphNode;
  /** The path of the row in its node, for example `lines[0]` or `measurements.chest`; empty for the node itself. */
  readonly line: string;
  /** The values by the names of their columns. A missing cell means that the body has no such value. */
  readonly cells: ReadonlyMap<string, Value>;
  /** The section of the bill of materials to which the row belongs; undefined in other tables. */
  readonly section: BillSection | undefined;
  /**
   * The values of the row that a page can print below it: first the values in columns for unknown fields, then the
   * values without a column (`leftover`).
   */
  readonly rest: readonly Value[];
  readonly relations: readonly NodeRelation[];
  /** The relations in which this node is the target. */
  readonly usedBy: readonly NodeRelation[];
  /**
   * Values that are nested in another value, for example in a list. They have no cell of their own, because the cell of
   * the outer value shows them too. For a node with several rows, they are only in its first row.
   */
  readonly nestedValues: readonly Value[];
  /**
   * The values of the row that no cell shows. Of the values that are nested in other values, those that no cell shows
   * are in the first row of the node.
   */
  readonly leftover: readonly Value[];
}

/** A table of nodes, and the nodes and values of the graph that it does not show. */
export interface NodeTable {
  /** The name of a standard table, for example `pom`. For a table of the nodes of one kind, this is the kind. */
  readonly name: string;
  readonly title: string;
  readonly garmentId: string | undefined;
  /** All columns in printed order. A column has a `role` if it is a known field of the table. */
  readonly columns: readonly NodeColumn[];
  readonly sizes: readonly string[];
  readonly sampleSize: Value | undefined;
  /** The names of the relations of all rows, for example `joins`, in order of appearance. */
  readonly relations: readonly string[];
  readonly rows: readonly NodeRow[];
  readonly otherNodes: readonly GraphNode[];
  /**
   * If only parts of a node are rows of this table, for example the items of a list, these are the other values of the
   * node.
   */
  readonly otherValues: readonly Value[];
  /** The values that belong to no node and are in no row of the table. */
  readonly bodyValues: readonly Value[];
}

/** A row that is not finished, because the columns of the table are not known yet. */
export interface RowDraft extends Pick<NodeRow, 'node' | 'line' | 'nestedValues' | 'leftover'>, RowCells {}

/**
 * The values of one node: the rows that the node has in a table (`drafts`), and all values outside these rows
 * (`around`).
 */
interface NodeDrafts {
  readonly drafts: readonly RowDraft[];
  readonly around: readonly Value[];
}

/**
 * Returns the name of the member in which a value is, if the member is a list or object. Other members cannot contain
 * rows.
 */
const findContainerMember = ({ path, value }: Value): string | undefined => {
  const member = takeFirstSegment(path);
  return member !== path || isObjectOrList(value) ? member : undefined;
};

/** Returns the names of the members that are lists or objects. */
export const listContainerMembers = (entries: readonly Value[]): ReadonlySet<string> =>
  new Set(entries.flatMap((entry) => findContainerMember(entry) ?? []));

/**
 * Returns the values in the nested rows of a node. A nested row is for example an object in a list such as
 * `measurements: [{…}, {…}]`. Only rows of the table `spec` are included.
 */
export const listNestedRowValues = (node: GraphNode, spec: TableSpec): readonly Value[] => {
  const isRowMember = createRowMemberTest(spec.hasKind);
  const { positions } = placeValues(node.entries, isRowMember);
  const isInRow = ({ line }: CellPosition): boolean => line !== '' && isRowMember(takeFirstSegment(line));
  const lines = new Set(positions.filter(isInRow).map(({ line }) => line));
  const otherPaths = new Set(positions.filter((place) => !isInRow(place)).map(({ value }) => value.path));
  // A list that contains rows, for example `measurements`, can be a value itself. The list then belongs to the table of
  // its rows, unless parts of the list are in cells outside these rows.
  const hasOtherCell = (entry: Value): boolean =>
    placeValues([entry], isRowMember).positions.some(({ value }) => otherPaths.has(value.path));
  const isInLine = (path: string): boolean =>
    lines.has(path) || [...path.matchAll(/[.[]/g)].some(({ index }) => lines.has(path.slice(0, index)));
  const containerPaths = new Set(
    [...lines].flatMap((line) => [...line.matchAll(/[.[]/g)].map(({ index }) => line.slice(0, index))),
  );
  const isTaken = (entry: Value): boolean =>
    entry.role !== 'link' &&
    (isInLine(entry.path) || (containerPaths.has(entry.path) && !hasOtherCell(entry)));
  // In `entries`, a value is followed by the values that are nested in it. The nested values belong to the same table
  // as that value.
  let isOwnerTaken = false;
  return node.entries.filter((entry) => {
    if (entry.parent === undefined) isOwnerTaken = isTaken(entry);
    return isOwnerTaken;
  });
};

/**
 * Builds the rows of one table for a node. If the kind of the node belongs to this table, the node itself is a row.
 * Otherwise only members that belong to the table are rows, for example the items of `measurements`.
 */
const buildNodeDrafts = (node: GraphNode, spec: TableSpec, entries: readonly Value[]): NodeDrafts => {
  const isTableNode = spec.hasKind(node.kind);
  const cells = isTableNode ? assignFlatColumns(entries, spec) : undefined;
  if (cells) return { drafts: [{ node, line: '', ...cells, nestedValues: [], leftover: [] }], around: [] };
  const isRowMember = createRowMemberTest(spec.hasKind);
  const isInRowMember = (entry: Value): boolean => {
    const member = findContainerMember(entry);
    return member !== undefined && isRowMember(member);
  };
  if (!isTableNode && !entries.some(isInRowMember)) return { drafts: [], around: entries };
  const { positions, shownNested, hiddenNested } = placeValues(entries, isRowMember);
  const isInTable = ({ line }: CellPosition): boolean =>
    isTableNode || (line !== '' && isRowMember(takeFirstSegment(line)));
  const lines = new Map<string, CellPosition[]>(isTableNode ? [['', []]] : []);
  for (const place of positions.filter(isInTable)) addToGroup(lines, place.line, place);
  const drafts = [...lines].map(([line, own], at) => ({
    node,
    line,
    ...assignColumns(own, spec),
    nestedValues: at === 0 ? shownNested : [],
    leftover: at === 0 ? hiddenNested : [],
  }));
  if (isTableNode) return { drafts, around: [] };
  const links = entries.filter(({ role, parent }) => role === 'link' && parent === undefined);
  const others = positions.filter((place) => !isInTable(place)).map(({ value }) => value);
  return { drafts, around: [...others, ...links] };
};

/**
 * The id of an artificial node for values that belong to no node of the graph. Table rows that consist of such values
 * belong to this node.
 */
export const BODY_NODE_ID = '#body';
/** Creates the artificial node `#body`, which contains the values outside all nodes of the graph. */
export const createBodyNode = (graph: GraphModel): GraphNode => ({
  id: BODY_NODE_ID,
  kind: '',
  label: '',
  state: undefined,
  isObject: true,
  entries: [...graph.facts, ...listRestValues(graph)],
});

const findSampleSize = (graph: GraphModel): Value | undefined =>
  [...(findGarmentNode(graph)?.entries ?? []), ...graph.facts, ...graph.rest].find(({ path }) =>
    SAMPLE_SIZE_NAMES.includes(normalizeName(path)),
  );

/** Maps nodes to the values that a table may show of them. Other nodes have no rows in the table. */
export type NodeEntries = ReadonlyMap<GraphNode, readonly Value[]>;

const listEntries = (graph: GraphModel, bodyNode: GraphNode): NodeEntries =>
  new Map([...graph.nodes, bodyNode].map((node) => [node, node.entries]));

const buildDrafts = (spec: TableSpec, bodyNode: GraphNode, entries: NodeEntries) => {
  const nodeDrafts = [...entries].flatMap(([node, own]) =>
    node === bodyNode ? [] : buildNodeDrafts(node, spec, own),
  );
  // Values outside all nodes have an empty kind, like nodes without a kind. So the empty kind is excluded here.
  // Otherwise the table of the nodes without a kind would contain the values outside all nodes.
  const nested = { ...spec, hasKind: (kind: string) => kind !== '' && spec.hasKind(kind) };
  const body = buildNodeDrafts(bodyNode, nested, entries.get(bodyNode) ?? []);
  return { nodeDrafts, body, drafts: [...nodeDrafts, body].flatMap((each) => each.drafts) };
};

/** Builds only the rows of a table, without columns and relations. */
export const buildTableRows = (graph: GraphModel, spec: TableSpec): readonly RowDraft[] => {
  const bodyNode = createBodyNode(graph);
  return buildDrafts(spec, bodyNode, listEntries(graph, bodyNode)).drafts;
};

/**
 * Builds the table that `spec` specifies. `entries` maps nodes to their values. Only these nodes can have rows in the
 * table. `bodyNode` stands for the values outside the nodes.
 */
export const buildNodeTable = (
  graph: GraphModel,
  spec: TableSpec,
  bodyNode = createBodyNode(graph),
  entries = listEntries(graph, bodyNode),
): NodeTable => {
  const relationsByTarget = indexRelationsByTarget(graph);
  const { nodeDrafts, body, drafts } = buildDrafts(spec, bodyNode, entries);
  const layouts = [...new Set(drafts.map(({ layout }) => layout))];
  const sizes = sortTableSizes(layouts);
  const sampleSize = findSampleSize(graph);
  const sampleText = sampleSize && toPayloadText(sampleSize.value ?? undefined);
  const units = collectUnits(drafts);
  const columns = collectColumns(layouts, sizes, spec).map(
    (column): NodeColumn => ({
      ...column,
      head: formatColumnHead(column, spec),
      unit: units.get(column.name),
      isSampleSize: column.size !== undefined && column.size === sampleText,
    }),
  );
  const byName = new Map(columns.map((column) => [column.name, column] as const));
  const columnsByLayout = new Map(
    layouts.map((layout) => [layout, layout.map(({ name }) => byName.get(name))] as const),
  );
  const shownNodes = new Set(drafts.map(({ node }) => node));
  const rows = drafts.map((draft): NodeRow => {
    const { node, line, layout, values } = draft;
    const rowColumns = columnsByLayout.get(layout);
    const cells = new Map<string, Value>();
    const rest: Value[] = [];
    const leftover = [...draft.leftover];
    for (const [at, value] of values.entries()) {
      const name = layout[at]?.name ?? '';
      const column = rowColumns?.[at];
      if (column) cells.set(name, value);
      else leftover.push({ ...value, path: name });
      if (column && column.role === undefined) rest.push({ ...value, path: name });
    }
    return {
      node,
      line,
      nestedValues: draft.nestedValues,
      cells,
      leftover,
      // Relations belong to a node as a whole, so a row for only a part of a node has no relations.
      relations: line === '' ? listNodeRelations(graph, node) : [],
      usedBy: line === '' ? (relationsByTarget.get(node) ?? []) : [],
      section: spec.table === 'bom' ? findBillSection(node.kind, cells) : undefined,
      rest: [...rest, ...leftover],
    };
  });
  return {
    name: spec.name,
    title: spec.title,
    garmentId: graph.garmentId,
    columns,
    sizes: sizes.filter((size) => columns.some((column) => column.size === size)),
    sampleSize,
    relations: mergeOrders(rows.map((row) => [...new Set(row.relations.map(({ name }) => name))])),
    rows,
    otherNodes: graph.nodes.filter((node) => !shownNodes.has(node)),
    otherValues: nodeDrafts.flatMap(({ drafts: own, around }) => (own.length > 0 ? around : [])),
    bodyValues: body.around,
  };
};
