import { listPathNames } from './filter-graph.ts';
import { readGraph } from './graph-model.ts';
import { groupNodesByKind } from './node-kinds.ts';
import type { Value } from './value.ts';

type CountByProvenance = Readonly<Record<string, number>>;

/** Counts of the nodes and values of a graph, without any value. */
export interface GraphSummary {
  readonly nodes: number;
  /** Kinds with their counts, the largest first. A kind that the body does not give is empty. */
  readonly kinds: readonly {
    readonly kind: string;
    readonly nodes: number;
    readonly values: CountByProvenance;
  }[];
  /** Values outside all nodes, by provenance. */
  readonly beside: CountByProvenance;
  /** Unstated fields by kind, the most frequent first. */
  readonly open: readonly { readonly kind: string; readonly field: string; readonly unstated: number }[];
}

const countByProvenance = (entries: readonly Value[]): CountByProvenance => {
  const counts = new Map<string, number>();
  for (const { role, state } of entries) {
    // A member without provenance that needs none does not count as a value.
    if (state === undefined && (role === 'plain' || role === 'deep' || role === 'link')) continue;
    const word = state ?? 'no state';
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
};

const countUnstatedFields = (kind: string, entries: readonly Value[]): GraphSummary['open'] => {
  const counts = new Map<string, number>();
  for (const { state, path } of entries) {
    if (state !== 'unstated') continue;
    const name = listPathNames(path)[1] ?? path;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([field, unstated]) => ({ kind, field, unstated }));
};

/** Summarizes a graph for an assistant: nodes by kind, values by provenance and unstated fields. */
export const summarizeGraph = (body: unknown): GraphSummary => {
  const { nodes, facts, rest } = readGraph(body);
  const kinds = [...groupNodesByKind(nodes)].map(([kind, some]) => {
    const entries = some.flatMap((node) => node.entries);
    return {
      kind,
      nodes: some.length,
      values: countByProvenance(entries),
      open: countUnstatedFields(kind, entries),
    };
  });
  const beside = [...facts, ...rest];
  return {
    nodes: nodes.length,
    kinds: kinds.map(({ open: _, ...counts }) => counts).toSorted((a, b) => b.nodes - a.nodes),
    beside: countByProvenance(beside),
    open: [...kinds.flatMap(({ open }) => open), ...countUnstatedFields('', beside)].toSorted(
      (a, b) => b.unstated - a.unstated,
    ),
  };
};
