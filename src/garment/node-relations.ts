import { addToGroup } from '../platform/group-items.ts';
import { toPayloadText } from '../platform/json/json-values.ts';
import type { GraphModel, GraphNode } from './graph-model.ts';
import type { Value } from './value.ts';

/** A relation from one node to another, for example `joins`. */
export interface NodeRelation {
  readonly from: GraphNode;
  /** The node that the relation points to; undefined if the graph has no node or several nodes with that id. */
  readonly to: GraphNode | undefined;
  /** The id of the node that the relation points to, as the body gives it. */
  readonly target: string;
  readonly name: string;
  readonly state: string | undefined;
  /** The link in the node from which the relation was read, with its basis, confidence and other members. */
  readonly value: Value;
}

/** Maps each id to its node in a graph. If several nodes share an id, the map does not contain it. */
export type NodeIndex = ReadonlyMap<string, GraphNode>;

/**
 * Returns a function that caches the result of `compute` for each graph. Several tables and drawings of the same graph
 * need this result.
 */
export const cacheByGraph = <T>(compute: (graph: GraphModel) => T): ((graph: GraphModel) => T) => {
  const cache = new WeakMap<GraphModel, T>();
  return (graph) => {
    const found = cache.get(graph) ?? compute(graph);
    cache.set(graph, found);
    return found;
  };
};

/** Returns the nodes of a graph by id, from a cache. An id that several nodes share is left out. */
export const indexNodesById = cacheByGraph(({ nodes }): NodeIndex => {
  const found = new Map<string, GraphNode>();
  const repeatedIds = new Set<string>();
  for (const node of nodes) {
    if (found.has(node.id)) repeatedIds.add(node.id);
    found.set(node.id, node);
  }
  for (const id of repeatedIds) found.delete(id);
  return found;
});

/** Reads the relations that start at a node. Their targets are looked up in `nodes`. */
const readNodeRelations = (node: GraphNode, nodes: NodeIndex): readonly NodeRelation[] =>
  node.entries
    .filter(({ role }) => role === 'link')
    .flatMap((entry) => {
      const { path, state, value } = entry;
      // An empty list of targets becomes one relation with the target `[]`, so that the output shows it.
      return (Array.isArray(value) && value.length > 0 ? value : [value]).map((each) => {
        const target = toPayloadText(each);
        return { from: node, to: nodes.get(target), target, name: path, state, value: entry };
      });
    });

const indexRelationsBySource = cacheByGraph((graph): ReadonlyMap<GraphNode, readonly NodeRelation[]> => {
  const nodes = indexNodesById(graph);
  return new Map(graph.nodes.map((node) => [node, readNodeRelations(node, nodes)]));
});

/** Returns the relations that start at a node of a graph. */
export const listNodeRelations = (graph: GraphModel, node: GraphNode): readonly NodeRelation[] =>
  indexRelationsBySource(graph).get(node) ?? [];

/** Groups the relations of a graph by the node to which they point. Relations to an unknown id are left out. */
export const indexRelationsByTarget = cacheByGraph(
  (graph): ReadonlyMap<GraphNode, readonly NodeRelation[]> => {
    const found = new Map<GraphNode, NodeRelation[]>();
    for (const relations of indexRelationsBySource(graph).values())
      for (const relation of relations) if (relation.to) addToGroup(found, relation.to, relation);
    return found;
  },
);
