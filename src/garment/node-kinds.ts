/** Groups, counts and filters the nodes of a graph by kind. Finds the kinds that the user means by a typed word. */

import { groupByKey } from '../platform/group-items.ts';
import { getOwnMember, isRecord } from '../platform/json/json-values.ts';
import { type GraphNode, readGraph } from './graph-model.ts';
import { toTradeKind } from './trade-kinds.ts';

const joinWords = (kind: string): string => kind.toLowerCase().replace(/[-_\s]/g, '');

/**
 * Returns true if the typed word means this kind. For example, `construction-note`, `Construction_Note` and
 * `constructionnotes` all mean `construction_note`; `piece` also means `panel`, and `measurement` also means `pom`.
 */
export const isSameKind = (typed: string, kind: string): boolean => {
  if (kind === '') return typed === '';
  const [word, name] = [joinWords(typed), joinWords(kind)];
  if (word === name || word === `${name}s`) return true;
  const meaning = toTradeKind(kind);
  return [typed, typed.replace(/s$/i, '')].some((each) => toTradeKind(each) === meaning);
};

/** Groups nodes by kind, in order of first appearance. */
export const groupNodesByKind = (nodes: readonly GraphNode[]): ReadonlyMap<string, readonly GraphNode[]> =>
  groupByKey(nodes, ({ kind }) => kind);

/**
 * Returns true if one of the words that the user typed means this kind. Also returns true if the user typed no words.
 */
export const isSelectedKind = (kind: string, typed: readonly string[] | undefined): boolean =>
  typed === undefined || typed.length === 0 || typed.some((word) => isSameKind(word, kind));

/**
 * Formats a kind as a heading: `CONSTRUCTION NOTE` for `construction_note`, `NO KIND GIVEN` for an empty kind. A kind
 * with other characters than `a` to `z`, `_`, spaces and hyphens is returned unchanged.
 */
export const formatKindHeading = (kind: string): string =>
  kind === '' ? 'NO KIND GIVEN' : /^[a-z_ -]+$/.test(kind) ? kind.toUpperCase().replaceAll('_', ' ') : kind;

/** Formats a kind as a title: `Construction note` for `construction_note`, `No kind given` for an empty kind. */
export const formatKindTitle = (kind: string): string => {
  const words = kind.replaceAll('_', ' ');
  return kind === '' ? 'No kind given' : words.charAt(0).toUpperCase() + words.slice(1);
};

/** Counts the nodes in the body of a graph by kind. Nodes without a kind are left out. */
export const countNodesByKind = (body: unknown): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const { kind } of readGraph(body).nodes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries([...counts].filter(([kind]) => kind !== ''));
};

/**
 * Returns the body of a graph with only the nodes of `kinds`. The kinds may be spelled in any way, for example
 * `side_seam` or `side-seam`. If `kinds` is empty, all nodes remain. A body without nodes is returned unchanged.
 */
export const filterNodesByKind = (body: unknown, kinds: readonly string[]): unknown => {
  if (!isRecord(body)) return body;
  const isSelected = readGraph(body).nodes.map(({ kind }) => isSelectedKind(kind, kinds));
  const nodes = getOwnMember(body, 'nodes');
  if (Array.isArray(nodes)) return { ...body, nodes: nodes.filter((_, at) => isSelected[at]) };
  if (!isRecord(nodes)) return body;
  return { ...body, nodes: Object.fromEntries(Object.entries(nodes).filter((_, at) => isSelected[at])) };
};
