/** Which node is linked to which, for tables. */

import { payloadText } from '../json/values.ts';
import type { Entry } from './entries.ts';
import type { Graph, GraphNode } from './graph.ts';

export interface Relation {
  readonly from: GraphNode;
  /** Undefined where the graph has no node of that id, or more than one. */
  readonly to: GraphNode | undefined;
  /** As the body names it. */
  readonly target: string;
  readonly name: string;
  readonly state: string | undefined;
  /** With why it is so, and what stands beside it. */
  readonly entry: Entry;
}

export type ById = ReadonlyMap<string, GraphNode>;

/** Of a graph as it was read: every table and figure of it asks for the same. */
const once = <T>(of: (graph: Graph) => T): ((graph: Graph) => T) => {
  const known = new WeakMap<Graph, T>();
  return (graph) => {
    const found = known.get(graph) ?? of(graph);
    known.set(graph, found);
    return found;
  };
};

/** Nodes by id. Where several share one, no link can say which it means. */
export const byId = once(({ nodes }): ById => {
  const found = new Map<string, GraphNode>();
  const twice = new Set<string>();
  for (const node of nodes) {
    if (found.has(node.id)) twice.add(node.id);
    found.set(node.id, node);
  }
  for (const id of twice) found.delete(id);
  return found;
});

/** The relations that one node states. */
export const relationsOf = (node: GraphNode, nodes: ById): readonly Relation[] =>
  node.entries
    .filter(({ role }) => role === 'link')
    .flatMap((entry) => {
      const { field, state, value } = entry;
      // To an empty list is stated too, and shown as it was sent.
      return (Array.isArray(value) && value.length > 0 ? value : [value]).map((each) => {
        const target = payloadText(each);
        return { from: node, to: nodes.get(target), target, name: field, state, entry };
      });
    });

export const relations = once((graph): readonly Relation[] => {
  const nodes = byId(graph);
  return graph.nodes.flatMap((node) => relationsOf(node, nodes));
});
