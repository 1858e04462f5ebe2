/** Lists all values of a body with their nodes, and counts them by provenance. */

import { type GraphModel, type GraphNode, readGraph } from './graph-model.ts';
import { PROVENANCE_WORDS } from './stated-value.ts';
import { createBareValue, listNestedProvenance, type Value } from './value.ts';

/** A value of a body, with its node. */
export interface OwnedValue {
  /** The id of the node. For a value outside all nodes, `nodeId`, `kind` and `label` are empty. */
  readonly nodeId: string;
  readonly kind: string;
  readonly label: string;
  /** The provenance of the label, or of the node if the label is a plain text. */
  readonly labelState: string | undefined;
  /**
   * The node to which the value belongs. Undefined for a value outside all nodes, and for a value in a conflict about a
   * nested row. Also undefined if only the id of the node is known, for example for a question that was read without
   * the graph.
   */
  readonly node: GraphNode | undefined;
  readonly value: Value;
}

/**
 * Placeholders for the members of an `OwnedValue` that describe a node, such as `nodeId`. They are used for a value
 * that belongs to no node.
 */
export const NO_NODE = { nodeId: '', kind: '', label: '', labelState: undefined, node: undefined } as const;

/** The value that stands for a node without values, so that lists of values contain this node too. */
const EMPTY_NODE_VALUE = createBareValue('', undefined);
/** Returns true for the placeholder that `flattenBody` returns for a node without values. */
export const isEmptyNodeValue = ({ role, path, value }: Value): boolean =>
  role === 'plain' && path === '' && value === undefined;

/**
 * Combines a value with the node that it belongs to. For a node without values, callers omit `value`, and a placeholder
 * takes its place.
 */
export const toOwnedValue = (node: GraphNode, value: Value = EMPTY_NODE_VALUE): OwnedValue => ({
  nodeId: node.id,
  kind: node.kind,
  label: node.label,
  labelState: node.state,
  node,
  value,
});

/**
 * Returns each value in the body of a graph together with its node. The values of nodes come first, then the values of
 * the member `facts`, then the values of other members of the body. A node without values gets a placeholder value.
 */
export const flattenBody = (body: unknown): readonly OwnedValue[] => flattenGraph(readGraph(body));

/** Lists the values of a graph from `readGraph`, in the order of `flattenBody`. */
export const flattenGraph = (graph: GraphModel): readonly OwnedValue[] => [...walkGraph(graph)];

/** Yields the values of `flattenGraph` one by one, because a large graph has hundreds of thousands of values. */
export const walkGraph = function* ({ nodes, facts, rest }: GraphModel): Generator<OwnedValue> {
  for (const node of nodes)
    for (const entry of node.entries.length > 0 ? node.entries : [EMPTY_NODE_VALUE])
      yield toOwnedValue(node, entry);
  for (const entries of [facts, rest]) for (const entry of entries) yield { ...NO_NODE, value: entry };
};

/**
 * Returns all values of a graph in one list: the values of the nodes, then the facts, then all values outside of the
 * nodes and facts.
 */
export const listGraphValues = ({ nodes, facts, rest }: GraphModel): readonly Value[] => [
  ...nodes.flatMap(({ entries }) => entries),
  ...facts,
  ...rest,
];

/**
 * The numbers of values with each provenance. toile counts the values itself, while the counts in Design Trust come
 * from the service.
 */
export interface ProvenanceTally {
  /** The count for each provenance word: first the known words, then unknown words in the order of the body. */
  readonly states: ReadonlyMap<string, number>;
  /**
   * The number of values that should have a provenance but have none. Members that need no provenance are not counted.
   */
  readonly none: number;
}

/**
 * Counts values by provenance. Nested values and labels are counted too, but not links. If `counted` is `links`, counts
 * only links. Never counts members that need no provenance (role `plain`).
 */
export const countProvenance = (
  entries: Iterable<Value>,
  counted: 'values' | 'links' = 'values',
): ProvenanceTally => {
  const states = new Map<string, number>(PROVENANCE_WORDS.map((state) => [state, 0]));
  let none = 0;
  const count = (state: string | undefined): void => {
    if (state === undefined) none++;
    else states.set(state, (states.get(state) ?? 0) + 1);
  };
  for (const { role, state, value } of entries) {
    if ((role === 'link') !== (counted === 'links')) continue;
    if (role === 'deep') for (const word of listNestedProvenance(value)) count(word);
    else if (role !== 'plain') count(state);
  }
  return { states, none };
};

/** The unstated values of a graph: those of each node that has such values, and those outside all nodes. */
export interface UnstatedValues {
  readonly nodes: readonly { readonly node: GraphNode; readonly open: readonly Value[] }[];
  readonly otherValues: readonly Value[];
  /**
   * The number of unstated values. It can be higher than the number of listed values, because a value with the role
   * `deep` (content below the depth limit) may contain several.
   */
  readonly total: number;
}

const countUnstated = (entries: readonly Value[]): number =>
  countProvenance(entries).states.get('unstated') ?? 0;
const isUnstated = (entry: Value): boolean => countUnstated([entry]) > 0;

/**
 * Returns the unstated values of a graph: the values of each node, and the values outside all nodes. Does not list
 * links, or nodes without unstated values.
 */
export const listUnstatedValues = (graph: GraphModel): UnstatedValues => {
  const nodes = graph.nodes
    .map((node) => ({ node, open: node.entries.filter(isUnstated) }))
    .filter(({ open }) => open.length > 0);
  const otherValues = [...graph.facts, ...graph.rest].filter(isUnstated);
  return { nodes, otherValues, total: countUnstated(listGraphValues(graph)) };
};
