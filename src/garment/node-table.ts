/**
 * A table of nodes: a row for each, a column for everything that any of them says.
 *
 * - A cell is the entry itself, with the unit, the state and the reason of its own. None stands in for another:
 *   quantity and consumption are two columns.
 * - What is given by size (`spec: {XS: …}`, `[{size: "XS", value: …}]`, `spec_XS`) is a column a size, in the order in which
 *   the sizes stand in the body. A size that nobody wrote has no cell.
 * - Lines that are nested in a node (`lines: [{…}, {…}]`, `measurements: {chest: {…}}`) follow it, a row each; those that
 *   the body holds beside its nodes follow the last.
 * - Where a node says the same thing twice, the second stands in a column `name#2`.
 * - What no cell shows is in `leftover`, nodes that no row shows in `outside`, in `around` what stands around the lines of
 *   a node that is none of the table's, and in `beside` what stands beside the nodes: whoever lays a table out shows or
 *   counts them.
 *
 * The column of a node's label is `label`, that of a state without a value `itself`. Identity (garment, node, kind) is
 * the row's `node` and `line`, and in no column.
 */

import { isOfTrade, type Place, placesOf } from './cell-places.ts';
import type { Entry } from './entries.ts';
import { besideOf, type Graph, type GraphNode } from './graph.ts';
import { type ById, byId, type Relation, relations, relationsOf } from './relations.ts';
import type { Wanted } from './table-kinds.ts';

export interface NodeColumn {
  readonly name: string;
  /** Of a column of graded sizes: the size, and what is given in it. */
  readonly size: string | undefined;
  readonly base: string;
}

export interface NodeRow {
  readonly node: GraphNode;
  /** Empty for the node itself, `lines[0]` or `measurements.chest` for a line nested in it. */
  readonly line: string;
  readonly cells: ReadonlyMap<string, Entry>;
  /** That the node states, each with a state of its own. */
  readonly relations: readonly Relation[];
  /** In which others name the node. */
  readonly usedBy: readonly Relation[];
  /** Stated inside the value of a cell, which holds it as it was sent. */
  readonly within: readonly Entry[];
  readonly leftover: readonly Entry[];
}

export interface NodeTable {
  readonly garmentId: string | undefined;
  readonly columns: readonly NodeColumn[];
  /** Names of relations, in their order. */
  readonly relations: readonly string[];
  readonly rows: readonly NodeRow[];
  readonly outside: readonly GraphNode[];
  readonly around: readonly Entry[];
  readonly beside: readonly Entry[];
}

/** Of more a sheet cannot be read, and a body of a million names would fill the memory. */
const MOST_COLUMNS = 500;
const LABEL = 'label';
const LINE_LABELS: readonly string[] = [LABEL, 'name', 'title'];

const columnName = ({ column, line, entry: { role } }: Place): string => {
  if (role === 'label' || (line !== '' && LINE_LABELS.includes(column))) return LABEL;
  return column === '' ? (role === 'self' && line === '' ? 'itself' : 'value') : column;
};

interface Draft extends Omit<NodeRow, 'cells' | 'leftover'> {
  readonly placed: ReadonlyMap<string, Place>;
  readonly leftover: readonly Entry[];
}

const numbered = (places: readonly Place[]): ReadonlyMap<string, Place> => {
  const cells = new Map<string, Place>();
  for (const place of places) {
    const name = columnName(place);
    let free = name;
    for (let at = 2; cells.has(free); at++) free = `${name}#${at}`;
    cells.set(free, place);
  }
  return cells;
};

interface Drafts {
  readonly drafts: readonly Draft[];
  readonly around: readonly Entry[];
}

/** The rows of a node that stands in the table, or else of those of its lists and maps that do. */
const draftsOf = (node: GraphNode, wanted: Wanted, known: ById, usedBy: readonly Relation[]): Drafts => {
  const whole = wanted.belongs(node.kind);
  const ofTrade = (member: string): boolean => isOfTrade(member, wanted.belongs);
  const holdsLine = ({ field }: Entry): boolean => ofTrade(/^[^.[]+/.exec(field)?.[0] ?? '');
  if (!whole && !node.entries.some(holdsLine)) return { drafts: [], around: node.entries };
  const { places, within, inside } = placesOf(node.entries, ofTrade);
  const stands = ({ line }: Place): boolean =>
    whole || (line !== '' && ofTrade(/^[^.[]+/.exec(line)?.[0] ?? ''));
  const lines = new Map<string, Place[]>(whole ? [['', []]] : []);
  for (const place of places.filter(stands)) {
    const line = lines.get(place.line);
    if (line) line.push(place);
    else lines.set(place.line, [place]);
  }
  const drafts = [...lines].map(([line, own], at) => ({
    node,
    line,
    placed: numbered(own),
    relations: whole && line === '' ? relationsOf(node, known) : [],
    usedBy: line === '' ? usedBy : [],
    within: at === 0 ? within : [],
    leftover: at === 0 ? inside : [],
  }));
  if (whole) return { drafts, around: [] };
  const links = node.entries.filter(({ role, within }) => role === 'link' && within === undefined);
  const others = places.filter((place) => !stands(place)).map(({ entry }) => entry);
  return { drafts, around: [...others, ...links] };
};

/** What stands beside the nodes may hold lines as well; they go by this id. */
export const BODY = '#body';
const bodyOf = (graph: Graph): GraphNode => ({
  ...{ id: BODY, kind: '', label: '', state: undefined, open: true },
  entries: [...graph.facts, ...besideOf(graph)],
});

/** Names in an order that agrees with that of every row, as far as the rows agree with each other. */
const merged = (rows: Iterable<readonly string[]>): readonly string[] => {
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

const columnsOf = (drafts: readonly Draft[], { first, always }: Wanted): readonly NodeColumn[] => {
  const found = new Map<string, NodeColumn>();
  for (const { placed } of drafts)
    for (const [name, { size, base }] of placed) if (!found.has(name)) found.set(name, { name, size, base });
  // A body with words of its own for all of them is not to look as if it said nothing.
  const due = always.some((name) => found.has(name)) ? always : [];
  const sized = merged(
    drafts.map(({ placed }) => [...placed.keys()].filter((name) => found.get(name)?.size !== undefined)),
  );
  const bases = [...new Set(sized.map((name) => found.get(name)?.base))];
  const grouped = bases.flatMap((base) => sized.filter((name) => found.get(name)?.base === base));
  const others = merged(
    drafts.map(({ placed }) => [...placed.keys()].filter((name) => !sized.includes(name))),
  );
  const leading = ['itself', 'code', LABEL, ...first].filter((name) => found.has(name) || due.includes(name));
  const names = [...new Set([...leading, ...due, ...grouped, ...others])].slice(0, MOST_COLUMNS);
  return names.map((name) => found.get(name) ?? { name, size: undefined, base: name });
};

export const nodeTable = (graph: Graph, wanted: Wanted): NodeTable => {
  const used = new Map<GraphNode, Relation[]>();
  const known = byId(graph);
  for (const relation of relations(graph)) {
    if (!relation.to) continue;
    const same = used.get(relation.to);
    if (same) same.push(relation);
    else used.set(relation.to, [relation]);
  }
  const found = graph.nodes.map((node) => draftsOf(node, wanted, known, used.get(node) ?? []));
  const body = draftsOf(bodyOf(graph), wanted, known, []);
  const drafts = [...found, body].flatMap((each) => each.drafts);
  const columns = columnsOf(drafts, wanted);
  const names = new Set(columns.map(({ name }) => name));
  const shown = new Set(drafts.map(({ node }) => node));
  return {
    garmentId: graph.garmentId,
    columns,
    relations: merged(drafts.map((row) => [...new Set(row.relations.map(({ name }) => name))])),
    rows: drafts.map(({ placed, leftover, ...row }) => ({
      ...row,
      cells: new Map([...placed].flatMap(([name, { entry }]) => (names.has(name) ? [[name, entry]] : []))),
      leftover: [
        ...leftover,
        ...[...placed].flatMap(([name, { entry }]) => (names.has(name) ? [] : [{ ...entry, field: name }])),
      ],
    })),
    outside: graph.nodes.filter((node) => !shown.has(node)),
    around: found.flatMap(({ drafts: own, around }) => (own.length > 0 ? around : [])),
    beside: body.around,
  };
};
