import type { Entry } from './entries.ts';
import { readGraph } from './graph.ts';
import { byKind } from './kinds.ts';
import { namesOf } from './narrow-graph.ts';

type States = Readonly<Record<string, number>>;

/** What a graph holds, counted; no value of it. */
export interface GraphSummary {
  readonly nodes: number;
  /** The largest first. A kind that the body does not give is ''. */
  readonly kinds: readonly { readonly kind: string; readonly nodes: number; readonly values: States }[];
  /** Values that belong to no node. */
  readonly beside: States;
  /** Which fields of which kinds are unstated, and how often; the most first. */
  readonly open: readonly { readonly kind: string; readonly field: string; readonly unstated: number }[];
}

const statesOf = (entries: readonly Entry[]): States => {
  const counts = new Map<string, number>();
  for (const { role, state } of entries) {
    // A member that carries no state, and need not, is no value.
    if (state === undefined && (role === 'plain' || role === 'deep' || role === 'link')) continue;
    const word = state ?? 'no state';
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
};

const openIn = (kind: string, entries: readonly Entry[]): GraphSummary['open'] => {
  const counts = new Map<string, number>();
  for (const { state, field } of entries) {
    if (state !== 'unstated') continue;
    const name = namesOf(field)[1] ?? field;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([field, unstated]) => ({ kind, field, unstated }));
};

export const summarise = (body: unknown): GraphSummary => {
  const { nodes, facts, rest } = readGraph(body);
  const kinds = [...byKind(nodes)].map(([kind, some]) => {
    const entries = some.flatMap((node) => node.entries);
    return { kind, nodes: some.length, values: statesOf(entries), open: openIn(kind, entries) };
  });
  const beside = [...facts, ...rest];
  return {
    nodes: nodes.length,
    kinds: kinds.map(({ open: _, ...counts }) => counts).toSorted((a, b) => b.nodes - a.nodes),
    beside: statesOf(beside),
    open: [...kinds.flatMap(({ open }) => open), ...openIn('', beside)].toSorted(
      (a, b) => b.unstated - a.unstated,
    ),
  };
};
