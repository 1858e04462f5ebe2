/** Finds single values of a graph: the label of a node, the name of the garment, and the value of a trade field. */

import { toScalarText } from '../platform/json/json-values.ts';
import type { GraphModel, GraphNode } from './graph-model.ts';
import type { TableSpec } from './trade-tables.ts';
import type { Value } from './value.ts';

/** Returns the value that is the label of a node; undefined for a node without a label. */
export const findNodeLabel = ({ entries }: GraphNode): Value | undefined =>
  entries.find(({ role }) => role === 'label');

/** Returns the node with the kind `garment`; undefined if the graph has none or several. */
export const findGarmentNode = ({ nodes }: GraphModel): GraphNode | undefined => {
  const [only, second] = nodes.filter(({ kind }) => kind === 'garment');
  return second === undefined ? only : undefined;
};

const NAME_FIELDS: readonly string[] = ['name', 'label', 'title'];

/** Returns the value that names a graph: its first filled member `name`, `label` or `title`; undefined if none. */
export const findGraphName = ({ rest }: GraphModel): Value | undefined =>
  rest.find(({ path, value }) => NAME_FIELDS.includes(path) && (toScalarText(value) ?? '') !== '');

/**
 * Returns the value that names the garment: the label of the garment node, else the name of the body. Returns undefined
 * if both are missing.
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
  /** The name in the list of designs, which may be null or missing. */
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
 * Returns the value of a trade field of a node, under any spelling that the table knows, for example `sa` for
 * `seam_allowance`. Returns undefined if the node has none. In a node whose kind does not belong to `table`, only the
 * key `seam_allowance` is recognized: another spelling may have another meaning there, for example `no`.
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
