/** Every value of a body on one row, and how many of each state there are. */

import { isRecord } from '../json/values.ts';
import { type Entry, plain } from './entries.ts';
import { type Graph, type GraphNode, readGraph } from './graph.ts';
import { STATE_WORDS, stated } from './stated.ts';

export interface Flat {
  readonly garmentId: string | undefined;
  /** Of the node it stands in; all three empty for what stands in none. */
  readonly nodeId: string;
  readonly kind: string;
  readonly label: string;
  /** Of the label, or of the node. */
  readonly labelState: string | undefined;
  readonly entry: Entry;
}

/** Stands for a node that holds nothing but its name, so that it has its row as well. */
const BARE = plain('', undefined);
export const isBare = ({ role, field, value }: Entry): boolean =>
  role === 'plain' && field === '' && value === undefined;

/** Every entry of a body, in its order: nodes, facts, then whatever else stands in it. */
export const flatten = (body: unknown): readonly Flat[] => {
  const { garmentId, nodes, facts, rest } = readGraph(body);
  const flat: Flat[] = [];
  for (const { id, kind, label, state, entries } of nodes)
    for (const entry of entries.length > 0 ? entries : [BARE])
      flat.push({ garmentId, nodeId: id, kind, label, labelState: state, entry });
  for (const entries of [facts, rest])
    for (const entry of entries)
      flat.push({ garmentId, nodeId: '', kind: '', label: '', labelState: undefined, entry });
  return flat;
};

/** The same, and whom the body says that it is for. */
export const flattenWhole = (body: unknown): readonly Flat[] => {
  const { garmentId, profile } = readGraph(body);
  const about =
    profile === undefined
      ? []
      : [
          {
            garmentId,
            nodeId: '',
            kind: '',
            label: '',
            labelState: undefined,
            entry: plain('profile', profile),
          },
        ];
  return [...about, ...flatten(body)];
};

const isNoLink = ({ role }: Entry): boolean => role !== 'link';

/** What a reader sees of nodes' states: labels and values. What is related to nothing is no value. */
export const valuesIn = (nodes: readonly GraphNode[]): readonly Entry[] =>
  nodes.flatMap(({ entries }) => entries.filter(isNoLink));

/** All that is counted of a graph wherever it is counted: of nodes, of facts and of what stands beside them. */
export const valuesOf = ({ nodes, facts, rest }: Graph): readonly Entry[] => [
  ...valuesIn(nodes),
  ...[...facts, ...rest].filter(isNoLink),
];

/** Counted by toile, in one body. Not what Design Trust counts. */
export interface Tally {
  /** By state word as written: the three in their order, then any other as it came. */
  readonly states: ReadonlyMap<string, number>;
  /** Values that carry no state where one is expected. */
  readonly none: number;
  readonly total: number;
}

export const tallyOf = (entries: Iterable<Entry>): Tally => {
  const states = new Map<string, number>(STATE_WORDS.map((state) => [state, 0]));
  let none = 0;
  const count = (state: string | undefined): void => {
    if (state === undefined) none++;
    else states.set(state, (states.get(state) ?? 0) + 1);
  };
  for (const { role, state, value } of entries) {
    if (role === 'deep') for (const word of statesBelow(value)) count(word);
    else if (role !== 'plain') count(state);
  }
  const total = [...states.values()].reduce((sum, number) => sum + number, none);
  return { states, none, total };
};

/** Counts every value of a body, relations and facts among them. */
export const tally = (body: unknown): Tally => tallyOf(flatten(body).map(({ entry }) => entry));

const statesBelow = function* (root: unknown): Generator<string | undefined> {
  const todo = [root];
  while (todo.length > 0) {
    const value = todo.pop();
    if (Array.isArray(value)) for (const item of value) todo.push(item);
    else if (isRecord(value)) {
      const read = stated(value);
      if (read) yield read.state;
      for (const item of Object.values(value)) todo.push(item);
    }
  }
};
