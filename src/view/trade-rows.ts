/** A bill of materials and a table of points of measure, as spreadsheets and product systems take them. */

import type { Entry } from '../garment/entries.ts';
import { type Graph, type GraphNode, readGraph } from '../garment/graph.ts';
import { firstValue, labelOf } from '../garment/node-values.ts';
import { tradeKind } from '../garment/trade-kinds.ts';
import type { Rows } from './model.ts';

/** Each value is followed by its state: a sheet of values alone would make a guess look like an order. */
const withStates = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [name, `${name}_state`]);

const cells = (entries: readonly (Entry | undefined)[]): readonly unknown[] =>
  entries.flatMap((entry) => [entry?.value ?? null, entry?.state ?? null]);

const unitOf = (entry: Entry | undefined): unknown => entry?.unit ?? null;

const of = ({ nodes }: Graph, kinds: readonly string[]): readonly GraphNode[] =>
  nodes.filter(({ kind }) => kinds.includes(tradeKind(kind)));

/** Where something is used: its own placement, and what the graph says is made or sewn with it. */
function usedBy(graph: Graph, node: GraphNode): string {
  const users = graph.nodes.filter(({ entries }) =>
    entries.some(({ role, value }) => role === 'link' && value === node.id),
  );
  return users.map(({ id }) => id).join(' ');
}

const BOM = ['item', 'role', 'composition', 'quantity', 'size', 'colour', 'supplier', 'placement'];

/** One row per material, trim, closure, label and packaging, in the order of the body. */
export function bomRows(body: unknown): Rows {
  const graph = readGraph(body);
  const rows = of(graph, ['material', 'trim', 'closure', 'label', 'packaging']).map((node) => {
    const quantity = firstValue(node, 'consumption', 'quantity', 'count');
    return [
      ...[graph.garmentId ?? null, node.kind, node.id],
      ...cells([
        labelOf(node),
        firstValue(node, 'role', 'type'),
        firstValue(node, 'composition', 'material', 'text'),
        quantity,
      ]),
      unitOf(quantity),
      ...cells([
        firstValue(node, 'size', 'ticket'),
        firstValue(node, 'colour'),
        firstValue(node, 'supplier'),
        firstValue(node, 'placement'),
      ]),
      usedBy(graph, node),
    ];
  });
  const [upToQuantity, after] = [withStates(BOM.slice(0, 4)), withStates(BOM.slice(4))];
  return {
    columns: ['garment_id', 'section', 'node_id', ...upToQuantity, 'unit', ...after, 'used_by'],
    rows,
  };
}

const POM = ['code', 'description', 'spec', 'tol_plus', 'tol_minus', 'grade'];

/** One row per point of measure, with whatever sizes a graph gives as fields of their own left to `--all`. */
export function pomRows(body: unknown): Rows {
  const graph = readGraph(body);
  const rows = of(graph, ['measurement']).map((node, at) => {
    const spec = firstValue(node, 'spec', 'value');
    const [code, name] = [firstValue(node, 'code'), labelOf(node)];
    const others = [firstValue(node, 'tol_plus'), firstValue(node, 'tol_minus'), firstValue(node, 'grade')];
    const links = node.entries.filter(({ role, field }) => role === 'link' && field === 'measured_on');
    return [
      ...[graph.garmentId ?? null, at + 1, node.id],
      ...cells([code, name, spec]),
      unitOf(spec),
      ...cells(others),
      ...cells([firstValue(node, 'how_to_measure')]),
      links.map(({ value }) => String(value)).join(' '),
    ];
  });
  const columns = [
    ...withStates(POM.slice(0, 3)),
    'unit',
    ...withStates([...POM.slice(3), 'how_to_measure']),
  ];
  return { columns: ['garment_id', 'seq', 'node_id', ...columns, 'measured_on'], rows };
}
