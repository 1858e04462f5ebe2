import { type GraphFilter, listPathNames } from './filter-graph.ts';
import { countProvenance, type ProvenanceTally } from './flatten-body.ts';
import { type GraphNode, readGraph } from './graph-model.ts';
import { groupNodesByKind, isSelectedKind } from './node-kinds.ts';
import { hasSelectedProvenance, NO_PROVENANCE } from './provenance-filter.ts';
import type { Value } from './value.ts';
import { foldCase } from './value-filter.ts';

type CountByProvenance = Readonly<Record<string, number>>;

/** A filter of a summary. `labels` are texts that a label or an id contains. */
export interface SummaryFilter extends GraphFilter {
  readonly labels?: readonly string[] | undefined;
}

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
  /** Links, by provenance. They are no values. */
  readonly links: CountByProvenance;
  /** Unstated fields by kind, the most frequent first. */
  readonly open: readonly { readonly kind: string; readonly field: string; readonly unstated: number }[];
}

/** Returns the counts that are not zero, the largest first. */
const listCounts = ({ states, none }: ProvenanceTally): CountByProvenance => {
  const silent = none > 0 ? [[NO_PROVENANCE, none + (states.get(NO_PROVENANCE) ?? 0)] as const] : [];
  const counts = [...new Map([...states, ...silent])].filter(([, count]) => count > 0);
  return Object.fromEntries(counts.toSorted(([, a], [, b]) => b - a));
};

const countUnstatedFields = (kind: string, entries: readonly Value[]): GraphSummary['open'] => {
  const counts = new Map<string, number>();
  for (const { state, role, path } of entries) {
    if (state !== 'unstated' || role === 'link') continue;
    const name = listPathNames(path)[1] ?? path;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([field, unstated]) => ({ kind, field, unstated }));
};

/** Creates a predicate for nodes with one of these labels: a text that the label or the id contains. */
export const createLabelPredicate = (
  labels: readonly string[] | undefined,
): ((node: Pick<GraphNode, 'id' | 'label'>) => boolean) => {
  const parts = labels?.map(foldCase);
  return ({ id, label }) =>
    parts === undefined || [id, label].some((text) => parts.some((part) => foldCase(text).includes(part)));
};

/** Summarizes the values of a graph that match a filter: by kind, by provenance and by unstated field. */
export const summarizeGraph = (body: unknown, choice: SummaryFilter = {}): GraphSummary => {
  const { states, kinds, nodes: ids, labels } = choice;
  const words = choice.fields && new Set(choice.fields.map((field) => field.toLowerCase()));
  const isChosen = (entry: Value): boolean =>
    hasSelectedProvenance(states, entry) &&
    (words === undefined || listPathNames(entry.path).some((name) => words.has(name)));
  const isLabelled = createLabelPredicate(labels);
  const { nodes, facts, rest } = readGraph(body);
  const isWhole = states === undefined && words === undefined;
  const chosen = nodes.flatMap((node) => {
    if (!isSelectedKind(node.kind, kinds) || ids?.includes(node.id) === false || !isLabelled(node)) return [];
    const entries = node.entries.filter(isChosen);
    return isWhole || entries.length > 0 ? [{ ...node, entries }] : [];
  });
  const isAboutNodes = [kinds, ids, labels].some((given) => given !== undefined);
  const beside = isAboutNodes ? [] : [...facts, ...rest].filter(isChosen);
  const grouped = [...groupNodesByKind(chosen)].map(
    ([kind, some]) => [kind, some.length, some.flatMap(({ entries }) => entries)] as const,
  );
  const all = [...grouped.flatMap(([, , entries]) => entries), ...beside];
  return {
    nodes: chosen.length,
    kinds: grouped
      .map(([kind, count, entries]) => ({ kind, nodes: count, values: listCounts(countProvenance(entries)) }))
      .toSorted((a, b) => b.nodes - a.nodes),
    beside: listCounts(countProvenance(beside)),
    links: listCounts(countProvenance(all, 'links')),
    open: [
      ...grouped.flatMap(([kind, , entries]) => countUnstatedFields(kind, entries)),
      ...countUnstatedFields('', beside),
    ].toSorted((a, b) => b.unstated - a.unstated),
  };
};
