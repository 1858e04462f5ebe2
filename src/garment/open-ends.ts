/** What nobody has stated: values of nodes and facts. What is related to nothing is no value. */

import type { Entry } from './entries.ts';
import type { Graph, GraphNode } from './graph.ts';

export interface OpenEnds {
  readonly nodes: readonly { readonly node: GraphNode; readonly open: readonly Entry[] }[];
  readonly facts: readonly Entry[];
  readonly total: number;
}

const isOpen = ({ role, state }: Entry): boolean => state === 'unstated' && role !== 'link';

export function openEnds(graph: Graph): OpenEnds {
  const nodes = graph.nodes
    .map((node) => ({ node, open: node.entries.filter(isOpen) }))
    .filter(({ open }) => open.length > 0);
  const facts = graph.facts.filter(isOpen);
  return { nodes, facts, total: nodes.reduce((sum, { open }) => sum + open.length, facts.length) };
}
