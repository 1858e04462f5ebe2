/** What nobody has stated: values of nodes, facts and whatever else a body states beside them. */

import type { Entry } from './entries.ts';
import { tallyOf, valuesIn, valuesOf } from './flatten-body.ts';
import type { Graph, GraphNode } from './graph.ts';

export interface OpenEnds {
  readonly nodes: readonly { readonly node: GraphNode; readonly open: readonly Entry[] }[];
  readonly beside: readonly Entry[];
  /** The same number as wherever the values of the graph are counted by state. */
  readonly total: number;
}

const unstatedIn = (entries: readonly Entry[]): number => tallyOf(entries).states.get('unstated') ?? 0;
const isOpen = (entry: Entry): boolean => unstatedIn([entry]) > 0;

export const openEnds = (graph: Graph): OpenEnds => {
  const nodes = graph.nodes
    .map((node) => ({ node, open: valuesIn([node]).filter(isOpen) }))
    .filter(({ open }) => open.length > 0);
  const beside = [...graph.facts, ...graph.rest].filter(isOpen);
  return { nodes, beside, total: unstatedIn(valuesOf(graph)) };
};
