/** Lists all values of a body with their nodes, and counts them by provenance. */

import { isRecord } from '../platform/json/json-values.ts';
import { type GraphModel, type GraphNode, readGraph } from './graph-model.ts';
import { PROVENANCE_WORDS, readStated } from './stated-value.ts';
import { createBareValue, type Value } from './value.ts';

/** A value with the node that owns it. */
export interface OwnedValue {
  readonly garmentId: string | undefined;
  /**
   * The id of the owning node. It is empty for a value outside all nodes; then kind and label are empty
   * too.
   */
  readonly nodeId: string;
  readonly kind: string;
  readonly label: string;
  /** The provenance of the label, or else of the node. */
  readonly labelState: string | undefined;
  /** The owning node; undefined for a value outside all nodes, and for a question whose graph was not read. */
  readonly node: GraphNode | undefined;
  readonly value: Value;
}

/** The node members of an `OwnedValue` outside all nodes. */
export const NO_NODE = { nodeId: '', kind: '', label: '', labelState: undefined, node: undefined } as const;

/** A placeholder value for a node that has no values, so that the node gets a row too. */
const EMPTY_NODE_VALUE = createBareValue('', undefined);
/** Returns true for the placeholder value of a node that has no values. */
export const isEmptyNodeValue = ({ role, path, value }: Value): boolean =>
  role === 'plain' && path === '' && value === undefined;

/**
 * Returns a value with its node as the owner. Without a value, it returns a placeholder for a node that has
 * none.
 */
export const toOwnedNode = (node: GraphNode, value: Value = EMPTY_NODE_VALUE): OwnedValue => ({
  garmentId: undefined,
  nodeId: node.id,
  kind: node.kind,
  label: node.label,
  labelState: node.state,
  node,
  value,
});

/** Returns every value of a body with its owner, in the order nodes, facts, other members. */
export const flattenBody = (body: unknown): readonly OwnedValue[] => flattenGraph(readGraph(body));

/**
 * Returns every value of a graph with its owner, in the order nodes, facts, other members. A node without
 * values gets a placeholder.
 */
export const flattenGraph = ({ garmentId, nodes, facts, rest }: GraphModel): readonly OwnedValue[] => {
  const flat: OwnedValue[] = [];
  for (const node of nodes) {
    const { id, kind, label, state, entries } = node;
    for (const entry of entries.length > 0 ? entries : [EMPTY_NODE_VALUE])
      flat.push({ garmentId, nodeId: id, kind, label, labelState: state, node, value: entry });
  }
  for (const entries of [facts, rest])
    for (const entry of entries) flat.push({ garmentId, ...NO_NODE, value: entry });
  return flat;
};

/** Returns every value of a body like `flattenBody`, with the `profile` of the body first. */
export const flattenBodyWithProfile = (body: unknown): readonly OwnedValue[] => {
  const { garmentId, profile } = readGraph(body);
  const about =
    profile === undefined
      ? []
      : [
          {
            garmentId,
            ...NO_NODE,
            value: createBareValue('profile', profile),
          },
        ];
  return [...about, ...flattenBody(body)];
};

/** Returns all values of some nodes. */
export const listNodeValues = (nodes: readonly GraphNode[]): readonly Value[] =>
  nodes.flatMap(({ entries }) => entries);

/** Returns all values of a graph without their owners: of nodes, facts and other members. */
export const listGraphValues = ({ nodes, facts, rest }: GraphModel): readonly Value[] => [
  ...listNodeValues(nodes),
  ...facts,
  ...rest,
];

/**
 * Counts of the values of one body by provenance. toile counts them; Design Trust has the counts of the
 * service.
 */
export interface ProvenanceTally {
  /** Counts by provenance word: first the three known words, then other words in the order of the body. */
  readonly states: ReadonlyMap<string, number>;
  /** Number of values without provenance where provenance is expected. */
  readonly none: number;
  readonly total: number;
}

/**
 * Counts values by provenance, nested ones included. Labels are counted as values. Links are counted only with
 * `counted: 'links'`, members that need no provenance never.
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
  const total = [...states.values()].reduce((sum, number) => sum + number, none);
  return { states, none, total };
};

/** Yields the provenance of every stated value inside a value. Works without recursion. */
const listNestedProvenance = function* (root: unknown): Generator<string | undefined> {
  const todo = [root];
  while (todo.length > 0) {
    const value = todo.pop();
    if (Array.isArray(value)) for (const item of value) todo.push(item);
    else if (isRecord(value)) {
      const read = readStated(value);
      if (read) yield read.state;
      for (const item of Object.values(value)) todo.push(item);
    }
  }
};
