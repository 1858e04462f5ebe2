import { countProvenance, type ProvenanceTally, toOwnedValue } from './flatten-body.ts';
import { readGraph } from './graph-model.ts';
import { groupNodesByKind } from './node-kinds.ts';
import { countByProvenanceWord } from './provenance-filter.ts';
import type { Value } from './value.ts';
import {
  createContentFilter,
  createFieldFilter,
  createOwnerFilter,
  dropListPlaces,
  hasValueFilter,
  type ValueFilter,
} from './value-filter.ts';

type CountByProvenance = Readonly<Record<string, number>>;

/** The numbers of nodes, values and links of a graph, by kind and provenance. */
export interface GraphSummary {
  readonly nodes: number;
  /** The kinds of nodes, the kind with most nodes first. Nodes without a kind are counted under an empty kind. */
  readonly kinds: readonly {
    readonly kind: string;
    readonly nodes: number;
    readonly values: CountByProvenance;
  }[];
  /** The number of values outside all nodes, by provenance. */
  readonly beside: CountByProvenance;
  /** The number of links, by provenance. Links are not counted as values. */
  readonly links: CountByProvenance;
  /**
   * The fields with unstated values, each with its kind of node and its number of unstated values. The highest number
   * is first.
   */
  readonly open: readonly { readonly kind: string; readonly field: string; readonly unstated: number }[];
}

/**
 * Returns the number of values for each provenance word, the highest number first. Words with no values are left out.
 * The key `none` has the number of values without provenance.
 */
const listCounts = (tally: ProvenanceTally): CountByProvenance => {
  const counts = [...countByProvenanceWord(tally)].filter(([, count]) => count > 0);
  return Object.fromEntries(counts.toSorted(([, a], [, b]) => b - a));
};

const countUnstatedFields = (kind: string, entries: readonly Value[]): GraphSummary['open'] => {
  const counts = new Map<string, number>();
  for (const { state, role, path } of entries) {
    if (state !== 'unstated' || role === 'link') continue;
    const name = dropListPlaces(path);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([field, unstated]) => ({ kind, field, unstated }));
};

/**
 * Counts the parts of a graph that the filter selects: the nodes and values of each kind of node, the values outside
 * nodes, the links, and the unstated values of each field.
 */
export const summarizeGraph = (body: unknown, filter: ValueFilter = {}): GraphSummary => {
  const isOwner = createOwnerFilter(filter);
  const isField = createFieldFilter(filter);
  const isContent = createContentFilter(filter);
  const isSelected = (entry: Value, kind = ''): boolean => isContent(entry) && isField(entry.path, kind);
  const { nodes, facts, rest } = readGraph(body);
  const isWhole = !hasValueFilter(filter, 'states', 'fields', 'text');
  const selectedNodes = nodes.flatMap((node) => {
    if (!isOwner(toOwnedValue(node))) return [];
    const entries = node.entries.filter((entry) => isSelected(entry, node.kind));
    return isWhole || entries.length > 0 ? [{ ...node, entries }] : [];
  });
  const isAboutNodes = hasValueFilter(filter, 'kinds', 'nodes', 'labels', 'departments');
  const beside = isAboutNodes ? [] : [...facts, ...rest].filter((entry) => isSelected(entry));
  const grouped = [...groupNodesByKind(selectedNodes)].map(
    ([kind, nodesOfKind]) =>
      [kind, nodesOfKind.length, nodesOfKind.flatMap(({ entries }) => entries)] as const,
  );
  const all = [...grouped.flatMap(([, , entries]) => entries), ...beside];
  return {
    nodes: selectedNodes.length,
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
