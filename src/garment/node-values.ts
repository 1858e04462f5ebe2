/** Finds single values of a node: its label, its name, and the value with a meaning of a table. */

import { toScalarText } from '../platform/json/json-values.ts';
import type { GraphModel, GraphNode } from './graph-model.ts';
import type { TableSpec } from './trade-tables.ts';
import type { Value } from './value.ts';

/** Returns the label of a node, or undefined. */
export const findNodeLabel = ({ entries }: GraphNode): Value | undefined =>
  entries.find(({ role }) => role === 'label');

/** Returns the node of the garment itself; undefined when the graph has none or several of that kind. */
export const findGarmentNode = ({ nodes }: GraphModel): GraphNode | undefined => {
  const [only, second] = nodes.filter(({ kind }) => kind === 'garment');
  return second === undefined ? only : undefined;
};

/** Names of members by which a body names itself. */
const NAME_FIELDS: readonly string[] = ['name', 'label', 'title'];

/** Finds the name that a body gives itself where no garment is among its nodes. */
export const findOwnName = ({ rest }: GraphModel): Value | undefined =>
  rest.find(({ path, value }) => NAME_FIELDS.includes(path) && (toScalarText(value) ?? '') !== '');

/** Returns the name that a graph gives its garment; empty where it names none or several. */
export const findGarmentName = (graph: GraphModel): string =>
  findGarmentNode(graph)?.label || (toScalarText(findOwnName(graph)?.value) ?? '');

/** The names by which a garment is known outside its graph. */
export interface GarmentIdentity {
  readonly design_id: string | null;
  readonly garment_id: unknown;
  /** The name in the list of designs. */
  readonly name: unknown;
}

/**
 * Returns what a garment is called: its name in the list, else its name in the graph, else its id. It is
 * never empty, so that no count has a row without a name.
 */
export const nameGarment = (
  { name, garment_id, design_id }: GarmentIdentity,
  readModel: () => GraphModel,
): string =>
  toScalarText(name) || findGarmentName(readModel()) || toScalarText(garment_id) || design_id || '(unnamed)';

/**
 * Returns the value of a node with a meaning of a table, under any spelling: `seam_allowance` for `sa`. A node of
 * another table has it only under its own name, since `no` means something else there.
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
