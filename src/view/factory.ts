/** The graph for whoever makes the garment: by department, and what nobody has stated in one place at the end. */

import { DEPARTMENTS, departmentOf } from '../garment/departments.ts';
import type { Entry } from '../garment/entries.ts';
import type { Graph, GraphNode } from '../garment/graph.ts';
import { byKind } from '../garment/kinds.ts';
import { tradeKind } from '../garment/trade-kinds.ts';
import { payloadText } from '../json/values.ts';
import type { GraphOptions } from './graph-options.ts';
import { countedKind, fullKind, READABLE } from './kind-blocks.ts';
import { type Block, gap, type Inline, line } from './model.ts';
import { identity, title } from './read-header.ts';
import type { FurtherColumn } from './table-blocks.ts';
import { faint, heading, mark, type Pieces, strong, valuePieces } from './value-pieces.ts';

const value = (node: GraphNode | undefined, field: string): Entry | undefined =>
  node?.entries.find((entry) => entry.role === 'value' && entry.field === field);

/** What the marks ask of a factory. */
const MARKS: Pieces = [
  ...[mark('asserted'), ' stated by the designer   '],
  ...[mark('inferred'), ' worked out, ask before bulk   '],
  ...[mark('unstated'), { text: ' not stated', legend: true } as const],
];

export function factoryHead(
  graph: Graph,
  garment: GraphNode | undefined,
  options: GraphOptions,
): readonly Block[] {
  const label = garment?.entries.find(({ role }) => role === 'label');
  const size = value(garment, 'sample_size');
  const sized: Pieces = size ? ['   sample size ', mark(size.state), ' ', ...valuePieces(size)] : [];
  const [block] = [title([strong(identity(graph.garmentId, options))], label)];
  return [{ ...block, right: [heading('FACTORY'), ...sized] }, line(MARKS, { hang: 2 })];
}

type ById = ReadonlyMap<string, GraphNode>;

/** What a node is linked to, with the mark of the link; by name where the graph has one. */
function linked(node: GraphNode, relation: string, nodes: ById): readonly Pieces[] {
  return node.entries
    .filter(({ role, field }) => role === 'link' && field === relation)
    .map(({ state, value: target }) => {
      const id = payloadText(target);
      const label = nodes.get(id)?.label;
      return [mark(state), `\u00a0${label || id}`];
    });
}

const joined = (parts: readonly Pieces[], between: string): Inline =>
  parts.flatMap((part, at) => (at > 0 ? [between, ...part] : part));

function allowances(node: GraphNode, nodes: ById): readonly Pieces[] {
  return node.entries
    .filter(({ role, field }) => role === 'link' && (field === 'joins' || field === 'finishes'))
    .flatMap(({ value: target }): Pieces[] => {
      const entry = value(nodes.get(payloadText(target)), 'seam_allowance');
      if (!entry) return [];
      const unit = entry.state === 'unstated' ? undefined : entry.unit;
      return [[mark(entry.state), '\u00a0', ...valuePieces({ ...entry, unit })]];
    });
}

/** Columns that a maker looks up elsewhere in the graph: the cloth of a piece, the allowance of a seam. */
function further(kind: string, group: readonly GraphNode[], nodes: ById): readonly FurtherColumn[] {
  const columns: Readonly<Record<string, FurtherColumn>> = {
    piece: {
      head: 'material',
      cell: (node) =>
        joined([...linked(node, 'made_of', nodes), ...linked(node, 'fused_with', nodes)], ' + '),
    },
    seam: { head: 'allowance', cell: (node) => joined(allowances(node, nodes), ' / ') },
  };
  const column = columns[tradeKind(kind)];
  // A column in which nothing stands would look like an answer.
  return column && group.some((node) => (column.cell(node) as Pieces).length > 0) ? [column] : [];
}

/** Nodes by id. Where several share one, no link can say which it means. */
function uniquely(nodes: readonly GraphNode[]): ById {
  const found = new Map<string, GraphNode>();
  const twice = new Set<string>();
  for (const node of nodes)
    if (found.has(node.id)) twice.add(node.id);
    else found.set(node.id, node);
  for (const id of twice) found.delete(id);
  return found;
}

export function departments(graph: Graph): readonly Block[] {
  const nodes = uniquely(graph.nodes);
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
}

const LISTED = 60;

const isOpen = ({ role, state }: Entry): boolean => state === 'unstated' && role !== 'link';

/** Every value that nobody stated, or, where they are many, how many of each kind. */
export function notStated(graph: Graph): readonly Block[] {
  const found = graph.nodes.flatMap((node) => node.entries.filter(isOpen).map((entry) => ({ node, entry })));
  const facts = graph.facts.filter(isOpen);
  const total = found.length + facts.length;
  if (total === 0) return [];
  const names =
    total <= LISTED
      ? [
          ...found.map(({ node, entry }) => `${node.label || node.id} ${entry.field}`),
          ...facts.map(({ field }) => field),
        ]
      : [...byKind(found.map(({ node }) => node))].map(
          ([kind, nodes]) => `${kind || '(no kind)'} ${nodes.length}`,
        );
  const values = total === 1 ? 'value' : 'values';
  return [
    gap,
    line([mark('unstated'), ' ', heading('NOT STATED'), faint(`  ${total} ${values}, counted here`)], {
      indent: 1,
    }),
    line(names.join('; '), { indent: 3 }),
  ];
}
