import { countProvenance } from '../../garment/flatten-body.ts';
import { type GraphModel, readGraph } from '../../garment/graph-model.ts';
import { formatLeftOut, type ValuePart } from '../../garment/left-out.ts';
import { buildNodeTable, type NodeRow, type NodeTable } from '../../garment/node-table.ts';
import { findNameValue } from '../../garment/node-values.ts';
import { filterTableByProvenance } from '../../garment/provenance-filter.ts';
import { findTableLeftOut } from '../../garment/table-left-out.ts';
import { createTableSpec } from '../../garment/trade-tables.ts';
import type { Value } from '../../garment/value.ts';
import { buildRelationColumns, buildValueColumns, type RowColumn } from './node-columns.ts';
import { renderTradeTable } from './trade-table.ts';
import { strong } from './value-runs.ts';
import {
  formatGarmentId,
  type ReadViewOptions,
  renderCountLine,
  renderLeftOutBlocks,
  renderTitleLine,
} from './view-header.ts';
import { gap, line, type OutputRows, type TerminalView } from './view-model.ts';

/** Options for reading one table of nodes from a graph. */
export interface NodeTableOptions extends ReadViewOptions {
  /** The name of a standard table, for example `bom` or `pom`, or the kind of the nodes to show. */
  readonly table: string;
  /** The provenance words of the values to show, for example `inferred`; undefined for all values. */
  readonly states?: readonly string[] | undefined;
}

const shouldShowReasons = ({ all, states }: NodeTableOptions): boolean =>
  all === true || states !== undefined;

const listShownParts = (options: NodeTableOptions): readonly ValuePart[] => [
  'value',
  ...(shouldShowReasons(options) ? (['why'] as const) : []),
  ...(options.all ? (['beside'] as const) : []),
];

/**
 * Builds the table with the name `name`. The table `sizes` also has the points of measure, if they have values for each
 * size.
 */
const buildNamedTable = (graph: GraphModel, name: string): NodeTable => {
  const spec = createTableSpec(name);
  if (spec.name !== 'sizes') return buildNodeTable(graph, spec);
  const points = createTableSpec('pom');
  if (buildNodeTable(graph, points).sizes.length === 0) return buildNodeTable(graph, spec);
  const hasKind = (kind: string): boolean => spec.hasKind(kind) || points.hasKind(kind);
  return buildNodeTable(graph, { ...points, name: spec.name, title: spec.title, hasKind });
};

const ALL_PARTS: readonly ValuePart[] = ['value', 'why', 'beside'];

/**
 * Reads one table of a graph and counts what is not printed. `options` names the table and the provenances of the
 * values to show. `output` is `screen` for a terminal, where values without a column are printed below their row, or
 * `rows` for output rows, which leave these values out.
 */
const readNodeTable = (body: unknown, options: NodeTableOptions, output: 'screen' | 'rows') => {
  const graph = readGraph(body);
  const { table, gone: filteredOut } = filterTableByProvenance(
    buildNamedTable(graph, options.table),
    options.states,
  );
  const parts = listShownParts(options);
  const rows = output === 'rows' ? table.rows : [];
  const leftoverValues = new Set(rows.flatMap((row) => row.leftover));
  const nestedValues = new Set(rows.flatMap((row) => row.nestedValues));
  // On a terminal, the title shows the profile of the body, so the member `profile` is not counted as left out.
  const isInTitle = ({ role, path, value }: Value): boolean =>
    output === 'screen' && role === 'plain' && path === 'profile' && value === graph.profile;
  const leftOut = findTableLeftOut(
    [{ ...table, bodyValues: table.bodyValues.filter((entry) => !isInTitle(entry)) }],
    (entry) => (leftoverValues.has(entry) ? [] : nestedValues.has(entry) ? ALL_PARTS : parts),
    filteredOut,
  );
  return { graph, table, leftOut };
};

/**
 * Returns the names of columns with a number added to a repeated name, for example `kind#2`. A name can be repeated
 * because a field of the body may have the same name as a column of toile.
 */
export const numberDuplicateColumns = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let at = 2; taken.has(unique); at++) unique = `${name}#${at}`;
    taken.add(unique);
    return unique;
  });
};

/** The first columns of the output rows of nodes; columns for the fields of the nodes follow. */
export const NODE_COLUMNS = ['garment_id', 'node_id', 'kind'] as const;

/**
 * Builds the output rows of one table of a graph, with columns for each value, its unit and its provenance. The member
 * `note` of the result counts what the rows leave out.
 */
export const buildNodeRows = (body: unknown, options: NodeTableOptions): OutputRows => {
  const { table, leftOut } = readNodeTable(body, options, 'rows');
  const { rows } = table;
  const garmentId = table.garmentId ?? options.subject ?? null;
  const columnOptions = { why: shouldShowReasons(options), all: options.all === true };
  const readers: Readonly<Record<(typeof NODE_COLUMNS)[number], RowColumn['cell']>> = {
    garment_id: () => garmentId,
    node_id: ({ node }) => node.id,
    kind: ({ node }) => node.kind,
  };
  const fields: readonly RowColumn[] = [
    ...NODE_COLUMNS.map((name): RowColumn => ({ name, cell: readers[name] })),
    ...(rows.some(({ line }) => line !== '') ? [{ name: 'line', cell: ({ line }: NodeRow) => line }] : []),
    ...table.columns.flatMap(({ name }) => buildValueColumns(name, rows, columnOptions)),
    ...table.relations.flatMap((name) =>
      buildRelationColumns(
        name,
        rows,
        (row) =>
          row.relations.flatMap((relation) => (relation.name === name ? [[relation.target, relation]] : [])),
        columnOptions,
      ),
    ),
    ...(rows.some(({ usedBy }) => usedBy.length > 0)
      ? buildRelationColumns(
          'used_by',
          rows,
          ({ usedBy }) => usedBy.map((relation) => [relation.from.id, relation]),
          columnOptions,
        )
      : []),
  ];
  return {
    columns: numberDuplicateColumns(fields.map(({ name }) => name)),
    hasBodyColumns: true,
    rows: rows.map((row) => fields.map(({ cell }) => cell(row))),
    note: leftOut.length > 0 ? formatLeftOut(leftOut) : undefined,
  };
};

/** Renders one table of a graph for a terminal. `options.table` names the table, for example `bom` or `pom`. */
export const renderNodeTableView = (body: unknown, options: NodeTableOptions): TerminalView => {
  const { graph, table, leftOut } = readNodeTable(body, options, 'screen');
  const shown = table.rows.flatMap(({ cells, relations, leftover }) => [
    ...cells.values(),
    ...relations.map(({ value }) => value),
    ...leftover,
  ]);
  return [
    renderTitleLine([strong(formatGarmentId(graph.garmentId, options))], findNameValue(graph), graph.profile),
    renderCountLine('counted by toile: ', countProvenance(shown)),
    gap,
    ...renderTradeTable(table, {
      why: shouldShowReasons(options),
      all: options.all === true,
      relations: true,
    }).blocks,
    ...(table.rows.length > 0 ? [] : [line('The graph has no rows for it.', { indent: 1 })]),
    ...renderLeftOutBlocks(leftOut),
  ];
};
