import { countProvenance, listGraphValues, listNodeValues } from './flatten-body.ts';
import type { GraphModel, GraphNode } from './graph-model.ts';
import type { Value } from './value.ts';

/** The unstated values of a graph: `nodes` has those of each node, `otherValues` those outside the nodes. */
export interface UnstatedValues {
  readonly nodes: readonly { readonly node: GraphNode; readonly open: readonly Value[] }[];
  readonly otherValues: readonly Value[];
  /** The number of all unstated values, including those inside a value with the role `deep`. */
  readonly total: number;
}

const countUnstated = (entries: readonly Value[]): number =>
  countProvenance(entries).states.get('unstated') ?? 0;
const isUnstated = (entry: Value): boolean => countUnstated([entry]) > 0;

/** Returns the unstated values of a graph, without its links. Nodes without unstated values are left out. */
export const listUnstatedValues = (graph: GraphModel): UnstatedValues => {
  const nodes = graph.nodes
    .map((node) => ({ node, open: listNodeValues([node]).filter(isUnstated) }))
    .filter(({ open }) => open.length > 0);
  const beside = [...graph.facts, ...graph.rest].filter(isUnstated);
  return { nodes, otherValues: beside, total: countUnstated(listGraphValues(graph)) };
};
