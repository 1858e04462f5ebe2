/** A table of nodes for pipes and spreadsheets: each value followed by its unit and its state. */

import type { Entry } from '../garment/entries.ts';
import { type Graph, readGraph } from '../garment/graph.ts';
import { type LeftOut, leaving, leftOutText, notShown, type Part } from '../garment/left-out.ts';
import { type NodeRow, type NodeTable, nodeTable } from '../garment/node-table.ts';
import type { Relation } from '../garment/relations.ts';
import { ofStates, stateName } from '../garment/state-choice.ts';
import { wantedTable } from '../garment/table-kinds.ts';
import type { Rows } from './model.ts';
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

/** The table that was asked for, and what of the body it leaves out; `leftover` says whether it shows that. */
export function readTable(body: unknown, options: TableOptions, leftover: 'shown' | 'left'): TableRead {
  const graph = readGraph(body);
  const { table, gone } = ofStates(nodeTable(graph, wantedTable(options.table)), options.states);
  const parts = partsOf(options);
  const shown = table.rows.flatMap(({ cells, relations, leftover: over }) => [
    ...cells.values(),
    ...relations.map(({ entry }) => entry),
    ...(leftover === 'shown' ? over : []),
  ]);
  const hidden = [
    ...(leftover === 'shown' ? [] : table.rows.flatMap((row) => row.leftover)),
    ...graph.facts,
    ...graph.rest,
  ];
  const isShown = new Set(shown);
  const left = [
    ...leaving(
      'node of another kind',
      table.outside.map(({ kind }) => kind || '(no kind)'),
    ),
    ...gone,
    ...notShown([...shown, ...hidden], (entry) => (isShown.has(entry) ? parts : [])),
  ];
  return { graph, table, left };
}

interface Field {
  readonly name: string;
  cell(row: NodeRow): unknown;
}

/** Beside the value: its state always, the others where any value of the column has one. */
function fieldsOf(name: string, rows: readonly NodeRow[], options: TableOptions): readonly Field[] {
  const of = (row: NodeRow): Entry | undefined => row.cells.get(name);
  const beside = (key: 'unit' | 'basis' | 'confidence'): readonly Field[] =>
    rows.some((row) => (of(row)?.[key] ?? null) !== null)
      ? [{ name: `${name}_${key}`, cell: (row) => of(row)?.[key] ?? null }]
      : [];
  const more = options.all === true && rows.some((row) => (of(row)?.extras.length ?? 0) > 0);
  return [
    { name, cell: (row) => of(row)?.value ?? null },
    ...beside('unit'),
    { name: `${name}_state`, cell: (row) => of(row)?.state ?? null },
    ...(showsWhy(options) ? [...beside('basis'), ...beside('confidence')] : []),
    ...(more ? [{ name: `${name}_beside`, cell: (row: NodeRow) => besideOf(of(row)) }] : []),
  ];
}

const besideOf = (entry: Entry | undefined): unknown =>
  entry === undefined || entry.extras.length === 0 ? null : Object.fromEntries(entry.extras);

/** Of one relation the target and its state; of several all of them, in their order. */
function relationFields(name: string, of: (row: NodeRow) => readonly [string, Relation][]): readonly Field[] {
  const joined = (words: readonly string[]): unknown =>
    words.length > 1 && words.some((word) => /\s/.test(word) || word === '') ? words : words.join(' ');
  return [
    { name, cell: (row) => (of(row).length === 0 ? null : joined(of(row).map(([id]) => id))) },
    {
      name: `${name}_state`,
      cell: (row) => {
        const states = of(row).map(([, { state }]) => state);
        const [first, ...others] = new Set(states);
        return others.length === 0 ? (first ?? null) : states.map((state) => stateName({ state })).join(' ');
      },
    },
  ];
}

/** A field of a body may be called as a column of toile's own is; the second is numbered. */
function unique(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let at = 2; taken.has(free); at++) free = `${name}#${at}`;
    taken.add(free);
    return free;
  });
}

/** What each row begins with; the fields of the nodes follow. */
export const NODE_COLUMNS = ['garment_id', 'node_id', 'kind'] as const;

export function nodeRows(body: unknown, options: TableOptions): Rows {
  const { table, left } = readTable(body, options, 'left');
  const { rows } = table;
  const garment = table.garmentId ?? options.subject ?? null;
  const head: Readonly<Record<(typeof NODE_COLUMNS)[number], Field['cell']>> = {
    garment_id: () => garment,
    node_id: ({ node }) => node.id,
    kind: ({ node }) => node.kind,
  };
  const fields: readonly Field[] = [
    ...NODE_COLUMNS.map((name): Field => ({ name, cell: head[name] })),
    ...(rows.some(({ line }) => line !== '') ? [{ name: 'line', cell: ({ line }: NodeRow) => line }] : []),
    ...table.columns.flatMap(({ name }) => fieldsOf(name, rows, options)),
    ...table.relations.flatMap((name) =>
      relationFields(name, (row) =>
        row.relations.flatMap((each): [string, Relation][] =>
          each.name === name ? [[each.target, each]] : [],
        ),
      ),
    ),
    ...(rows.some(({ usedBy }) => usedBy.length > 0)
      ? relationFields('used_by', ({ usedBy }) => usedBy.map((each) => [each.from.id, each]))
      : []),
  ];
  return {
    columns: unique(fields.map(({ name }) => name)),
    rows: rows.map((row) => fields.map(({ cell }) => cell(row))),
    note: left.length > 0 ? leftOutText(left) : undefined,
  };
}
