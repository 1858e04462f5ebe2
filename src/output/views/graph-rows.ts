import { flattenBodyWithProfile } from '../../garment/flatten-body.ts';
import { readGraph } from '../../garment/graph-model.ts';
import { isSelectedKind } from '../../garment/node-kinds.ts';
import { countOtherProvenance, hasSelectedProvenance } from '../../garment/provenance-filter.ts';
import { countNodesWithoutValues } from '../../garment/table-left-out.ts';
import type { GraphOptions } from './graph-options.ts';
import { buildReasonCells, buildValueCells, formatFilteredLabel, formatLeftOutNote } from './value-cells.ts';
import type { OutputRows } from './view-model.ts';

/** The columns of `toile graph`, which prints one row per value. */
export const GRAPH_COLUMNS = [
  ...['garment_id', 'node_id', 'kind', 'label', 'field', 'value', 'unit', 'state'],
] as readonly string[];

/** The columns that are added if values are filtered by provenance. */
export const REASON_COLUMNS = ['basis', 'confidence'];

/**
 * Builds one row per value: labels, values, links (field = relation, value = target), and facts, which have no node.
 * `kinds` and `states` select values. `all` adds members without provenance and further members of a value
 * (`cut.basis`), with an empty state. The note counts what the rows leave out.
 */
export const buildGraphRows = (body: unknown, options: GraphOptions = {}): OutputRows => {
  const all = options.all ?? false;
  const kinds = options.kinds ?? [];
  const { states } = options;
  const { garmentId, nodes } = readGraph(body);
  const some = flattenBodyWithProfile(body).filter(
    ({ kind, nodeId }) => kinds.length === 0 || (nodeId !== '' && isSelectedKind(kind, kinds)),
  );
  const values =
    states === undefined ? some : some.filter(({ value }) => hasSelectedProvenance(states, value));
  const garment = garmentId ?? options.subject ?? null;
  const rows: unknown[][] = [];
  for (const { nodeId, kind, label, labelState, value: source } of values) {
    const name = formatFilteredLabel(states, label, labelState);
    for (const { field, value, unit, state } of buildValueCells(source, all, states !== undefined)) {
      const row = [garment, nodeId, kind, name, field, value, unit, state];
      rows.push(states === undefined ? row : [...row, ...buildReasonCells(source)]);
    }
  }
  const bare =
    all && states === undefined && kinds.length === 0 && rows.length === 0 && garmentId !== undefined
      ? [[garment, '', '', '', '', null, null, null]]
      : [];
  const rowless = states === undefined ? countNodesWithoutValues(nodes, kinds) : [];
  const others =
    states === undefined ? [] : some.filter(({ value }) => !hasSelectedProvenance(states, value));
  const gone = countOtherProvenance(others.flatMap(({ value }) => (value.role === 'plain' ? [] : [value])));
  return {
    columns: states === undefined ? GRAPH_COLUMNS : [...GRAPH_COLUMNS, ...REASON_COLUMNS],
    rows: [...rows, ...bare],
    note: formatLeftOutNote(
      values.map(({ value }) => value),
      all,
      { whyApart: states !== undefined, filteredOut: gone, rowlessNodes: rowless },
    ),
  };
};
