import { getOwnMember, isRecord } from '../platform/json/json-values.ts';
import { readGraph } from './graph-model.ts';
import { isSelectedKind } from './node-kinds.ts';

/** Counts the nodes in the body of a graph by kind. Nodes without a kind are left out. */
export const countNodesByKind = (body: unknown): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const { kind } of readGraph(body).nodes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries([...counts].filter(([kind]) => kind !== ''));
};

/**
 * Returns the body of a graph with only the nodes of `kinds`, which may have any spelling. Without kinds, all nodes
 * remain. A body without nodes is returned unchanged.
 */
export const filterNodesByKind = (body: unknown, kinds: readonly string[]): unknown => {
  if (!isRecord(body)) return body;
  const fits = readGraph(body).nodes.map(({ kind }) => isSelectedKind(kind, kinds));
  const nodes = getOwnMember(body, 'nodes');
  if (Array.isArray(nodes)) return { ...body, nodes: nodes.filter((_, at) => fits[at]) };
  if (!isRecord(nodes)) return body;
  return { ...body, nodes: Object.fromEntries(Object.entries(nodes).filter((_, at) => fits[at])) };
};
