/**
 * Finds single values of a node: its label, a value by name, and the values shown as columns of its kind.
 */

import { toScalarText } from '../platform/json/json-values.ts';
import type { GraphModel, GraphNode } from './graph-model.ts';
import { listFirstColumns, listRequiredColumns } from './trade-kinds.ts';
import type { Value } from './value.ts';

/** Returns the label of a node, or undefined. */
export const findNodeLabel = ({ entries }: GraphNode): Value | undefined =>
  entries.find(({ role }) => role === 'label');

/** Returns the value under the first of these names that the node has. */
export const findFirstValue = ({ entries }: GraphNode, ...fields: readonly string[]): Value | undefined =>
  fields
    .map((field) => entries.find((entry) => entry.role === 'value' && entry.path === field))
    .find((entry) => entry !== undefined);

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

const isCellValue = ({ role, parent }: Value): boolean => role === 'value' && parent === undefined;

/** Returns the value of a node in a column; undefined when it has none or several of that name. */
export const findCellValue = ({ entries }: GraphNode, field: string): Value | undefined => {
  const [only, second] = entries.filter((entry) => isCellValue(entry) && entry.path === field);
  return second === undefined ? only : undefined;
};

/**
 * Chooses the columns for a kind: required ones, those that the trade reads first, then those that at least
 * half of the nodes have. Returns at most `most` columns.
 */
export const chooseNodeColumns = (
  kind: string,
  nodes: readonly GraphNode[],
  most: number,
): readonly string[] => {
  const often = new Map<string, number>();
  for (const node of nodes)
    for (const field of new Set(node.entries.filter(isCellValue).map((entry) => entry.path)))
      if (findCellValue(node, field)) often.set(field, (often.get(field) ?? 0) + 1);
  const first = listFirstColumns(kind).filter((field) => often.has(field));
  const common = [...often].filter(([, number]) => number * 2 >= nodes.length).map(([field]) => field);
  return [...new Set([...listRequiredColumns(kind), ...first, ...common])].slice(0, most);
};

/** Returns the values of a node that are not in its columns. Label and relations are left out. */
export const listValuesOutsideColumns = (node: GraphNode, columns: readonly string[]): readonly Value[] =>
  node.entries.filter(
    (entry) =>
      !['label', 'link', 'plain'].includes(entry.role) &&
      !(columns.includes(entry.path) && findCellValue(node, entry.path) === entry),
  );
