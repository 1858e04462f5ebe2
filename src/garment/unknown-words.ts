import { isRecord, own } from '../json/values.ts';
import { readGraph } from './graph.ts';
import { wanted } from './kinds.ts';
import { type Choice, isChoice, namesOf } from './narrow-graph.ts';

/** Words of a choice that fit nothing in a graph, and what there is instead. */
export interface Unknown {
  readonly what: 'kind' | 'node' | 'state' | 'field';
  readonly words: readonly string[];
  readonly there: readonly string[];
}

export const unknownText = ({ what, words, there }: Unknown): string =>
  `nothing here has the ${what} ${words.map((word) => JSON.stringify(word)).join(' or ')}; there are ${there.join(', ') || 'none'}`;

/** So that nobody takes the answer to a misspelling for an answer. Undefined where every word fits something. */
export const unknownIn = (body: unknown, choice: Choice): Unknown | undefined => {
  if (!isChoice(choice)) return undefined;
  const { nodes, facts, rest } = readGraph(body);
  const some = nodes.filter(({ kind }) => wanted(kind, choice.kinds));
  const entries = [...some.flatMap((node) => node.entries), ...facts, ...rest];
  const raws = isRecord(body) ? Object.values(Object(own(body, 'nodes'))).filter(isRecord) : [];
  const distinct = (words: Iterable<string | undefined>): readonly string[] =>
    [...new Set(words)].filter((word): word is string => word !== undefined && word !== '');
  const looked: readonly [Unknown['what'], readonly string[] | undefined, () => readonly string[]][] = [
    ['kind', choice.kinds, () => distinct(nodes.map(({ kind }) => kind))],
    ['node', choice.nodes, () => distinct(some.map(({ id }) => id))],
    // The three of the service are states even where no value has them.
    [
      'state',
      choice.states,
      () => distinct(['asserted', 'inferred', 'unstated', ...entries.map(({ state }) => state)]),
    ],
    ['field', choice.fields, () => distinct(entries.map(({ field }) => namesOf(field)[1]))],
  ];
  const members = (): ReadonlySet<string> =>
    new Set([...entries.flatMap(({ field }) => namesOf(field)), ...raws.flatMap((raw) => Object.keys(raw))]);
  for (const [what, words, find] of looked) {
    if (words === undefined) continue;
    const there = find();
    const names = what === 'field' ? members() : new Set(there);
    const lost = words.filter((word) =>
      what === 'kind'
        ? !there.some((kind) => wanted(kind, [word]))
        : !names.has(what === 'field' ? word.toLowerCase() : word),
    );
    if (lost.length > 0) return { what, words: lost, there };
  }
  return undefined;
};
