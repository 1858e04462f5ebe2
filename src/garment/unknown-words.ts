import { getOwnMember, isRecord } from '../platform/json/json-values.ts';
import { type GraphFilter, hasGraphFilter, listPathNames } from './filter-graph.ts';
import { readGraph } from './graph-model.ts';
import { isSelectedKind } from './node-kinds.ts';

/** Words of a filter that match nothing in a graph. */
export interface UnknownWords {
  readonly what: 'kind' | 'node' | 'state' | 'field';
  readonly words: readonly string[];
  /** Words that would match. */
  readonly available: readonly string[];
}

/** Formats unknown words as a sentence: `nothing here has the kind "peice"; there are piece, seam`. */
export const formatUnknownWords = ({ what, words, available }: UnknownWords): string =>
  `nothing here has the ${what} ${words.map((word) => JSON.stringify(word)).join(' or ')}; there are ${available.join(', ') || 'none'}`;

/**
 * Returns the first words of a filter that match nothing, so that a misspelling is not taken for an empty
 * result. Returns undefined when every word matches.
 */
export const findUnknownWords = (body: unknown, choice: GraphFilter): UnknownWords | undefined => {
  if (!hasGraphFilter(choice)) return undefined;
  const { nodes, facts, rest } = readGraph(body);
  const some = nodes.filter(({ kind }) => isSelectedKind(kind, choice.kinds));
  const entries = [...some.flatMap((node) => node.entries), ...facts, ...rest];
  const raws = isRecord(body) ? Object.values(Object(getOwnMember(body, 'nodes'))).filter(isRecord) : [];
  const distinct = (words: Iterable<string | undefined>): readonly string[] =>
    [...new Set(words)].filter((word): word is string => word !== undefined && word !== '');
  const looked: readonly [UnknownWords['what'], readonly string[] | undefined, () => readonly string[]][] = [
    ['kind', choice.kinds, () => distinct(nodes.map(({ kind }) => kind))],
    ['node', choice.nodes, () => distinct(some.map(({ id }) => id))],
    // The service's three provenance words are valid even when no value has them.
    [
      'state',
      choice.states,
      () => distinct(['asserted', 'inferred', 'unstated', ...entries.map(({ state }) => state)]),
    ],
    ['field', choice.fields, () => distinct(entries.map(({ path }) => listPathNames(path)[1]))],
  ];
  const members = (): ReadonlySet<string> =>
    new Set([
      ...entries.flatMap(({ path }) => listPathNames(path)),
      ...raws.flatMap((raw) => Object.keys(raw)),
    ]);
  for (const [what, words, find] of looked) {
    if (words === undefined) continue;
    const there = find();
    const names = what === 'field' ? members() : new Set(there);
    const lost = words.filter((word) =>
      what === 'kind'
        ? !there.some((kind) => isSelectedKind(kind, [word]))
        : !names.has(what === 'field' ? word.toLowerCase() : word),
    );
    if (lost.length > 0) return { what, words: lost, available: there };
  }
  return undefined;
};
