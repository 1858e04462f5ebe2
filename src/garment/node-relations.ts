/** Lists the relations between nodes, for tables and drawings. */

import { toPayloadText } from '../platform/json/json-values.ts';
import type { GraphModel, GraphNode } from './graph-model.ts';
import type { Value } from './value.ts';

/** A relation from one node to another, for example `joins`. */
export interface NodeRelation {
  readonly from: GraphNode;
  /** The other node; undefined if the graph has none or several with that id. */
  readonly to: GraphNode | undefined;
  /** The id of the other node, as the body gives it. */
  readonly target: string;
  readonly name: string;
  readonly state: string | undefined;
  /** The link as a value, with basis, confidence and other members. */
  readonly value: Value;
}

/** Nodes by their ids. */
export type NodeIndex = ReadonlyMap<string, GraphNode>;

/** Caches the result of a function by graph, because several tables and figures need it. */
const cacheByGraph = <T>(of: (graph: GraphModel) => T): ((graph: GraphModel) => T) => {
  const known = new WeakMap<GraphModel, T>();
  return (graph) => {
    const found = known.get(graph) ?? of(graph);
    known.set(graph, found);
    return found;
  };
};

/** Returns the nodes of a graph by id. An id that several nodes share is left out. */
export const indexNodesById = cacheByGraph(({ nodes }): NodeIndex => {
  const found = new Map<string, GraphNode>();
  const twice = new Set<string>();
  for (const node of nodes) {
    if (found.has(node.id)) twice.add(node.id);
    found.set(node.id, node);
  }
  for (const id of twice) found.delete(id);
  return found;
});

/** Returns the relations that one node states. */
export const listNodeRelations = (node: GraphNode, nodes: NodeIndex): readonly NodeRelation[] =>
  node.entries
    .filter(({ role }) => role === 'link')
    .flatMap((entry) => {
      const { path, state, value } = entry;
      // A link with an empty list of targets is one relation, whose target is the list.
      return (Array.isArray(value) && value.length > 0 ? value : [value]).map((each) => {
        const target = toPayloadText(each);
        return { from: node, to: nodes.get(target), target, name: path, state, value: entry };
      });
    });

/** Returns the relations of all nodes of a graph. */
export const listGraphRelations = cacheByGraph((graph): readonly NodeRelation[] => {
  const nodes = indexNodesById(graph);
  return graph.nodes.flatMap((node) => listNodeRelations(node, nodes));
});

/** Returns the relations of all nodes by the node to which they point. */
export const indexRelationsByTarget = cacheByGraph(
  (graph): ReadonlyMap<GraphNode, readonly NodeRelation[]> => {
    const found = new Map<GraphNode, NodeRelation[]>();
    for (const relation of listGraphRelations(graph)) {
      if (!relation.to) continue;
      const same = found.get(relation.to);
      if (same) same.push(relation);
      else found.set(relation.to, [relation]);
    }
    return found;
  },
);
