import { isRecord, own } from '../json/values.ts';
import { readGraph } from './graph.ts';
import { wanted } from './kinds.ts';

/** How many nodes of each kind a graph holds. */
export const kindsIn = (body: unknown): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const { kind } of readGraph(body).nodes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries([...counts].filter(([kind]) => kind !== ''));
};

/** The same graph with the nodes of some kinds only. The reader keeps the order, so places are the same. */
export const ofKinds = (body: unknown, kinds: readonly string[]): unknown => {
  if (!isRecord(body)) return body;
  const fits = readGraph(body).nodes.map(({ kind }) => wanted(kind, kinds));
  const nodes = own(body, 'nodes');
  if (Array.isArray(nodes)) return { ...body, nodes: nodes.filter((_, at) => fits[at]) };
  if (!isRecord(nodes)) return body;
  return { ...body, nodes: Object.fromEntries(Object.entries(nodes).filter((_, at) => fits[at])) };
};
