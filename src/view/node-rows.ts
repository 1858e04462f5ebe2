/** A table of nodes for pipes and spreadsheets: each value followed by its unit and its state. */

import type { Entry } from '../garment/entries.ts';
import { type Graph, readGraph } from '../garment/graph.ts';
import { type LeftOut, leftOutText, type Part } from '../garment/left-out.ts';
import { type NodeRow, type NodeTable, nodeTable } from '../garment/node-table.ts';
import { ofStates } from '../garment/state-choice.ts';
import { wantedTable } from '../garment/table-kinds.ts';
import { leftOutOfTables } from '../garment/table-left-out.ts';
import type { Rows } from './model.ts';
import { type Field, relationFields, valueFields } from './node-fields.ts';
import type { ReadOptions } from './read-header.ts';

export interface TableOptions extends ReadOptions {
  /** `bom`, `pom` …, or a kind. */
  readonly table: string;
  readonly states?: readonly string[] | undefined;
}

export interface TableRead {
  readonly graph: Graph;
  readonly table: NodeTable;
  /** What stands in no row. */
  readonly left: readonly LeftOut[];
}

/** Why a value is what it is, is asked for with everything, and by whoever asks about some states. */
export const showsWhy = ({ all, states }: TableOptions): boolean => all === true || states !== undefined;

const partsOf = (options: TableOptions): readonly Part[] => [
  'value',
  ...(showsWhy(options) ? (['why'] as const) : []),
  ...(options.all ? (['beside'] as const) : []),
];

/** All that can be seen of an entry. */
const WHOLE: readonly Part[] = ['value', 'why', 'beside'];

/**
 * The table that was asked for, and what of the body it leaves out. Rows hold what is inside a value as it was sent, and
 * no leftover; a screen has lines for both.
 */
export const readTable = (body: unknown, options: TableOptions, on: 'screen' | 'rows'): TableRead => {
  const graph = readGraph(body);
  const { table, gone } = ofStates(nodeTable(graph, wantedTable(options.table)), options.states);
  const parts = partsOf(options);
  const rows = on === 'rows' ? table.rows : [];
  const over = new Set(rows.flatMap((row) => row.leftover));
  const within = new Set(rows.flatMap((row) => row.within));
  // The title of a screen says it.
  const isTitle = ({ role, field, value }: Entry): boolean =>
    on === 'screen' && role === 'plain' && field === 'profile' && value === graph.profile;
  const left = leftOutOfTables(
    [{ ...table, beside: table.beside.filter((entry) => !isTitle(entry)) }],
    (entry) => (over.has(entry) ? [] : within.has(entry) ? WHOLE : parts),
    gone,
  );
  return { graph, table, left };
};

/** A field of a body may be called as a column of toile's own is; the second is numbered. */
export const unique = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let at = 2; taken.has(free); at++) free = `${name}#${at}`;
    taken.add(free);
    return free;
  });
};

/** What each row begins with; the fields of the nodes follow. */
export const NODE_COLUMNS = ['garment_id', 'node_id', 'kind'] as const;

export const nodeRows = (body: unknown, options: TableOptions): Rows => {
  const { table, left } = readTable(body, options, 'rows');
  const { rows } = table;
  const garment = table.garmentId ?? options.subject ?? null;
  const asked = { why: showsWhy(options), all: options.all === true };
  const head: Readonly<Record<(typeof NODE_COLUMNS)[number], Field['cell']>> = {
    garment_id: () => garment,
    node_id: ({ node }) => node.id,
    kind: ({ node }) => node.kind,
  };
  const fields: readonly Field[] = [
    ...NODE_COLUMNS.map((name): Field => ({ name, cell: head[name] })),
    ...(rows.some(({ line }) => line !== '') ? [{ name: 'line', cell: ({ line }: NodeRow) => line }] : []),
    ...table.columns.flatMap(({ name }) => valueFields(name, rows, asked)),
    ...table.relations.flatMap((name) =>
      relationFields(
        name,
        rows,
        (row) => row.relations.flatMap((each) => (each.name === name ? [[each.target, each]] : [])),
        asked,
      ),
    ),
    ...(rows.some(({ usedBy }) => usedBy.length > 0)
      ? relationFields('used_by', rows, ({ usedBy }) => usedBy.map((each) => [each.from.id, each]), asked)
      : []),
  ];
  return {
    columns: unique(fields.map(({ name }) => name)),
    ofBody: true,
    rows: rows.map((row) => fields.map(({ cell }) => cell(row))),
    note: left.length > 0 ? leftOutText(left) : undefined,
  };
};
