/** The graph for whoever makes the garment: by department, and what nobody has stated in one place at the end. */

import { counted } from '../garment/counted.ts';
import { DEPARTMENTS, departmentOf } from '../garment/departments.ts';
import type { Entry } from '../garment/entries.ts';
import type { Graph, GraphNode } from '../garment/graph.ts';
import { byKind } from '../garment/kinds.ts';
import { firstValue, garmentOf } from '../garment/node-values.ts';
import { openEnds } from '../garment/open-ends.ts';
import { type ById, byId, relationsOf } from '../garment/relations.ts';
import { MARKS } from '../garment/state-marks.ts';
import { tradeKind } from '../garment/trade-kinds.ts';
import type { GraphOptions } from './graph-options.ts';
import { countedKind, fullKind, READABLE } from './kind-blocks.ts';
import { type Block, gap, type Inline, line } from './model.ts';
import { identity, title } from './read-header.ts';
import type { FurtherColumn } from './table-blocks.ts';
import { faint, heading, mark, type Pieces, qualifierPieces, strong, valuePieces } from './value-pieces.ts';

/** What the marks ask of a factory. */
const ASKED: Pieces = Object.entries(MARKS).flatMap(([state, { asks }], at) => [
  at > 0 ? '   ' : '',
  mark(state),
  ` ${asks}`,
]);

export const factoryHead = (
  graph: Graph,
  name: Entry | undefined,
  options: GraphOptions,
): readonly Block[] => {
  const garment = garmentOf(graph);
  const size = garment && firstValue(garment, 'sample_size');
  const sized: Pieces = size ? ['   sample size ', mark(size.state), ' ', ...valuePieces(size)] : [];
  const [block] = [title([strong(identity(graph.garmentId, options))], name)];
  const other =
    graph.profile === undefined || graph.profile === 'factory' ? [] : [faint(`   ${graph.profile}`)];
  return [{ ...block, right: [heading('FACTORY'), ...other, ...sized] }, line(ASKED, { hang: 2 })];
};

/** What a node is linked to, with the mark of the link; by name where the graph has one. */
const linked = (node: GraphNode, relation: string, nodes: ById): readonly Pieces[] => {
  return relationsOf(node, nodes)
    .filter(({ name }) => name === relation)
    .map(({ state, to, target, entry }) => [
      mark(state),
      `\u00a0${to?.label || target}`,
      ...qualifierPieces(entry),
    ]);
};

const joined = (parts: readonly Pieces[], between: string): Inline =>
  parts.flatMap((part, at) => (at > 0 ? [between, ...part] : part));

const allowances = (node: GraphNode, nodes: ById): readonly Pieces[] => {
  return relationsOf(node, nodes)
    .filter(({ name }) => name === 'joins' || name === 'finishes')
    .flatMap(({ to }): Pieces[] => {
      const entry = to && firstValue(to, 'seam_allowance');
      return entry ? [[mark(entry.state), '\u00a0', ...valuePieces(entry)]] : [];
    });
};

/** Columns that a maker looks up elsewhere in the graph: the cloth of a piece, the allowance of a seam. */
const further = (kind: string, group: readonly GraphNode[], nodes: ById): readonly FurtherColumn[] => {
  const columns: Readonly<Record<string, FurtherColumn>> = {
    piece: {
      head: 'material',
      relations: ['made_of', 'fused_with'],
      cell: (node) =>
        joined([...linked(node, 'made_of', nodes), ...linked(node, 'fused_with', nodes)], ' + '),
    },
    seam: { head: 'allowance', relations: [], cell: (node) => joined(allowances(node, nodes), ' / ') },
  };
  const column = columns[tradeKind(kind)];
  // A column in which nothing stands would look like an answer.
  return column && group.some((node) => (column.cell(node) as Pieces).length > 0) ? [column] : [];
};

export const departments = (graph: Graph): readonly Block[] => {
  const nodes = byId(graph);
  const counted = graph.nodes.length > READABLE;
  const kinds = [...byKind(graph.nodes)];
  return DEPARTMENTS.flatMap((department) => {
    const own = kinds.filter(([kind]) => departmentOf(kind) === department);
    if (own.length === 0) return [];
    const blocks = own.flatMap(([kind, group]) =>
      counted
        ? countedKind(kind, group)
        : fullKind(kind, group, { further: further(kind, group, nodes), byLabel: true }),
    );
    return [gap, line(heading(department.toUpperCase())), ...blocks.slice(1)];
  });
};

const LISTED = 60;

/** Every value that nobody stated, or, where they are many, how many of each kind. */
export const notStated = (graph: Graph): readonly Block[] => {
  const { nodes, beside, total } = openEnds(graph);
  if (total === 0) return [];
  const names =
    total <= LISTED
      ? [
          ...nodes.flatMap(({ node, open }) => open.map(({ field }) => `${node.label || node.id} ${field}`)),
          ...beside.map(({ field }) => field),
        ]
      : [
          ...[...byKind(nodes.flatMap(({ node, open }) => open.map(() => node)))].map(
            ([kind, each]) => `${kind || '(no kind)'} ${each.length}`,
          ),
          ...(beside.length > 0 ? [`beside the nodes ${beside.length}`] : []),
        ];
  return [
    gap,
    line(
      [mark('unstated'), ' ', heading('NOT STATED'), faint(`  ${counted(total, 'value')}, counted here`)],
      {
        indent: 1,
      },
    ),
    line(names.join('; '), { indent: 3 }),
  ];
};
