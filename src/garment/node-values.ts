/** Finds single values of a graph: the label of a node, the name of the garment, and the value of a trade field. */

import { toScalarText } from '../platform/json/json-values.ts';
import type { GraphModel, GraphNode } from './graph-model.ts';
import type { TableSpec } from './trade-tables.ts';
import type { Value } from './value.ts';

/** Returns the label of a node as a value with its provenance; undefined for a node without a label. */
export const findNodeLabel = ({ entries }: GraphNode): Value | undefined =>
  entries.find(({ role }) => role === 'label');

/** Returns the node with the kind `garment`; undefined if the graph has none or several. */
export const findGarmentNode = ({ nodes }: GraphModel): GraphNode | undefined => {
  const [only, second] = nodes.filter(({ kind }) => kind === 'garment');
  return second === undefined ? only : undefined;
};

const NAME_FIELDS: readonly string[] = ['name', 'label', 'title'];

/**
 * Returns the name of a graph as a value with its provenance: the first of its members `name`, `label` or `title` that
 * is not empty. Returns undefined if there is none.
 */
export const findGraphName = ({ rest }: GraphModel): Value | undefined =>
  rest.find(({ path, value }) => NAME_FIELDS.includes(path) && (toScalarText(value) ?? '') !== '');

/**
 * Returns the value that names the garment: the label of the garment node, or else the name in the body, for example in
 * its member `name`. Returns undefined if both are missing.
 */
export const findNameValue = (graph: GraphModel): Value | undefined => {
  const garment = findGarmentNode(graph);
  return garment && garment.label !== '' ? findNodeLabel(garment) : findGraphName(graph);
};

/**
 * Returns the name of the garment as text: the label of the garment node, else the name of the graph body. Returns an
 * empty text if both are missing.
 */
export const findGarmentName = (graph: GraphModel): string =>
  findGarmentNode(graph)?.label || (toScalarText(findGraphName(graph)?.value) ?? '');

/** The ids of a garment, and its name in the list of designs. */
export interface GarmentIdentity {
  readonly design_id: string | null;
  readonly garment_id: unknown;
  readonly name: unknown;
}

/**
 * Returns the name of a garment: from the list of designs, else from its graph, else its garment id, else its design
 * id, else `(unnamed)`. It is never empty, so that every row of a list has a name. `readModel` is called only if the
 * list of designs gives no name.
 */
export const nameGarment = (
  { name, garment_id, design_id }: GarmentIdentity,
  readModel: () => GraphModel,
): string =>
  toScalarText(name) || findGarmentName(readModel()) || toScalarText(garment_id) || design_id || '(unnamed)';

/**
 * Returns the value of one field of a node; undefined if the node has none. `key` is the main name of the field, for
 * example `seam_allowance`. Other names of the field, such as `sa`, are found only if `table` is the table for nodes of
 * this kind. In nodes of other kinds, such a name may have another meaning.
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
