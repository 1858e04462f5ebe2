/** Finds single values: the label of a node, the name of a garment, and the value of a trade field. */

import { toScalarText } from '../platform/json/json-values.ts';
import type { GraphModel, GraphNode } from './graph-model.ts';
import type { TableSpec } from './trade-tables.ts';
import type { Value } from './value.ts';

/** Returns the label of a node, or undefined. */
export const findNodeLabel = ({ entries }: GraphNode): Value | undefined =>
  entries.find(({ role }) => role === 'label');

/** Returns the node with the kind `garment`; undefined if the graph has none or several. */
export const findGarmentNode = ({ nodes }: GraphModel): GraphNode | undefined => {
  const [only, second] = nodes.filter(({ kind }) => kind === 'garment');
  return second === undefined ? only : undefined;
};

/** Names of members that hold the name of a body. */
const NAME_FIELDS: readonly string[] = ['name', 'label', 'title'];

/** Returns the name of a body from its members outside the nodes: `name`, `label` or `title`. */
export const findOwnName = ({ rest }: GraphModel): Value | undefined =>
  rest.find(({ path, value }) => NAME_FIELDS.includes(path) && (toScalarText(value) ?? '') !== '');

/**
 * Returns the name of the garment from its node, else from the members outside the nodes; empty if there is
 * none.
 */
export const findGarmentName = (graph: GraphModel): string =>
  findGarmentNode(graph)?.label || (toScalarText(findOwnName(graph)?.value) ?? '');

/** The ids and the name of a garment outside its graph. */
export interface GarmentIdentity {
  readonly design_id: string | null;
  readonly garment_id: unknown;
  /** The name in the list of designs. */
  readonly name: unknown;
}

/**
 * Returns the name of a garment in the list of designs, else in the graph, else an id, else `(unnamed)`. It is
 * never empty, so that every row of a count has a name.
 */
export const nameGarment = (
  { name, garment_id, design_id }: GarmentIdentity,
  readModel: () => GraphModel,
): string =>
  toScalarText(name) || findGarmentName(readModel()) || toScalarText(garment_id) || design_id || '(unnamed)';

/**
 * Returns the value of a trade field of a node, under any spelling of the table: `sa` for `seam_allowance`. In
 * a node of another table only the key itself counts, because a spelling such as `no` means something else
 * there.
 */
export const findTradeValue = (
  { entries, kind }: GraphNode,
  table: TableSpec,
  key: string,
): Value | undefined => {
  const found = entries.flatMap((value) => {
    const match =
      value.role === 'value' && value.parent === undefined ? table.findField(value.path, false) : undefined;
    const isMeant = match?.field.key === key && (match.rank === 0 || table.hasKind(kind));
    return isMeant ? [{ value, rank: match.rank }] : [];
  });
  return found.toSorted((one, other) => one.rank - other.rank)[0]?.value;
};
