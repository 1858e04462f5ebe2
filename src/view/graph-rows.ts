/** The garment graph for pipes: one row per value. */

import { flattenWhole } from '../garment/flatten-body.ts';
import { readGraph } from '../garment/graph.ts';
import { wanted } from '../garment/kinds.ts';
import { hasState, otherStates } from '../garment/state-choice.ts';
import { leavingRowless } from '../garment/table-left-out.ts';
import { cellsOf, leftOutOfCells, whyCells } from './entry-cells.ts';
import type { GraphOptions } from './graph-options.ts';
import type { Rows } from './model.ts';

export const GRAPH_COLUMNS = [
  ...['garment_id', 'node_id', 'kind', 'label', 'field', 'value', 'unit', 'state'],
] as readonly string[];

/** Behind the others, where values are asked for by their states. */
export const WHY_COLUMNS = ['basis', 'confidence'];

/**
 * One row per value: labels, values, links (field = relation, value = target) and, with no node, facts. With `all`
 * also the members without a state and what stands beside a value (`cut.basis`), their state empty. What the rows of
 * the chosen kinds leave out is the note.
 */
export const graphRows = (body: unknown, options: GraphOptions = {}): Rows => {
  const all = options.all ?? false;
  const kinds = options.kinds ?? [];
  const { states } = options;
  const { garmentId, nodes } = readGraph(body);
  const some = flattenWhole(body).filter(
    ({ kind, nodeId }) => kinds.length === 0 || (nodeId !== '' && wanted(kind, kinds)),
  );
  const values = states === undefined ? some : some.filter(({ entry }) => hasState(states, entry));
  const garment = garmentId ?? options.subject ?? null;
  const rows: unknown[][] = [];
  for (const { nodeId, kind, label, labelState, entry } of values) {
    // A name that was guessed is not to stand beside what was asked for as if it were of it.
    const isName =
      states === undefined || labelState === 'asserted' || hasState(states, { state: labelState });
    const name = isName ? label : '';
    for (const { field, value, unit, state } of cellsOf(entry, all, states !== undefined)) {
      const row = [garment, nodeId, kind, name, field, value, unit, state];
      rows.push(states === undefined ? row : [...row, ...whyCells(entry)]);
    }
  }
  const bare =
    all && states === undefined && kinds.length === 0 && rows.length === 0 && garmentId !== undefined
      ? [[garment, '', '', '', '', null, null, null]]
      : [];
  // A node that has no row is not to be gone without a word.
  const rowless = states === undefined ? leavingRowless(nodes, kinds) : [];
  const others = states === undefined ? [] : some.filter(({ entry }) => !hasState(states, entry));
  const gone = otherStates(others.flatMap(({ entry }) => (entry.role === 'plain' ? [] : [entry])));
  return {
    columns: states === undefined ? GRAPH_COLUMNS : [...GRAPH_COLUMNS, ...WHY_COLUMNS],
    rows: [...rows, ...bare],
    note: leftOutOfCells(
      values.map(({ entry }) => entry),
      all,
      { whyApart: states !== undefined, gone, nodes: rowless },
    ),
  };
};
