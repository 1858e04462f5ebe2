/** The garment graph for pipes: one row per value. */

import { flatten } from '../garment/flatten-body.ts';
import { readGraph } from '../garment/graph.ts';
import { wanted } from '../garment/kinds.ts';
import { cellsOf } from './entry-cells.ts';
import type { GraphOptions } from './graph-options.ts';
import type { Rows } from './model.ts';

const COLUMNS = ['garment_id', 'node_id', 'kind', 'label', 'field', 'value', 'unit', 'state'] as const;

/**
 * One row per value: labels, values, links (field = relation, value = target) and, with no node, facts. With `all`
 * also the members without a state and what stands beside a value (`cut.basis`), their state empty.
 */
export function graphRows(body: unknown, options: GraphOptions = {}): Rows {
  const all = options.all ?? false;
  const kinds = options.kinds ?? [];
  const { garmentId, profile } = readGraph(body);
  const values = flatten(body).filter(
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
  const named = all && kinds.length === 0;
  const about = named && profile !== undefined ? [[garment, '', '', '', 'profile', profile, null, null]] : [];
  const bare =
    named && rows.length === 0 && garment !== null ? [[garment, '', '', '', '', null, null, null]] : [];
  return { columns: COLUMNS, rows: [...about, ...rows, ...bare] };
}
