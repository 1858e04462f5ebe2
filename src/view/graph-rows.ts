/** The garment graph for pipes: one row per value. */

import { plain } from '../garment/entries.ts';
import { flatten } from '../garment/flatten-body.ts';
import { readGraph } from '../garment/graph.ts';
import { wanted } from '../garment/kinds.ts';
import { cellsOf, leftOutOfCells } from './entry-cells.ts';
import type { GraphOptions } from './graph-options.ts';
import type { Rows } from './model.ts';

const COLUMNS = ['garment_id', 'node_id', 'kind', 'label', 'field', 'value', 'unit', 'state'] as const;

/**
 * One row per value: labels, values, links (field = relation, value = target) and, with no node, facts. With `all`
 * also the members without a state and what stands beside a value (`cut.basis`), their state empty. What the rows of
 * the chosen kinds leave out is the note.
 */
export function graphRows(body: unknown, options: GraphOptions = {}): Rows {
  const all = options.all ?? false;
  const kinds = options.kinds ?? [];
  const { garmentId, profile } = readGraph(body);
  const outside = { garmentId, nodeId: '', kind: '', label: '' };
  const about = profile === undefined ? [] : [{ ...outside, entry: plain('profile', profile) }];
  const values = [...about, ...flatten(body)].filter(
    ({ kind, nodeId }) => kinds.length === 0 || (nodeId !== '' && wanted(kind, kinds)),
  );
  const garment = garmentId ?? null;
  const rows = values.flatMap(({ nodeId, kind, label, entry }) =>
    cellsOf(entry, all).map(({ field, value, unit, state }) => [
      garment,
      nodeId,
      kind,
      label,
      field,
      value,
      unit,
      state,
    ]),
  );
  const bare =
    all && kinds.length === 0 && rows.length === 0 && garment !== null
      ? [[garment, '', '', '', '', null, null, null]]
      : [];
  return {
    columns: COLUMNS,
    rows: [...rows, ...bare],
    note: leftOutOfCells(
      values.map(({ entry }) => entry),
      all,
    ),
  };
}
