/**
 * Finds words of a filter that match nothing in the data. They are probably misspelled, and without an error the user
 * would see only an empty result.
 */

import { getOwnMember, isRecord } from '../platform/json/json-values.ts';
import { isLikelyTypo } from '../platform/typed-words.ts';
import { flattenBody, type OwnedValue } from './flatten-body.ts';
import { isSameKind } from './node-kinds.ts';
import { ABSENT_STATE, NO_PROVENANCE } from './provenance-filter.ts';
import { PROVENANCE_WORDS } from './stated-value.ts';
import { TRADE_KINDS } from './trade-kinds.ts';
import { listTradeFields, TABLE_NAMES, TRADE_TABLES } from './trade-tables.ts';
import {
  createNamePattern,
  createOwnerFilter,
  dropListPlaces,
  foldCase,
  listFieldNames,
  listOwnerNames,
  type ValueFilter,
} from './value-filter.ts';

/**
 * Words of a filter that match nothing in the data. All of them belong to the same member of the filter, for example to
 * `kinds`.
 */
export interface UnknownWords {
  readonly what:
    | 'kind'
    | 'table or kind'
    | 'node'
    | 'label'
    | 'state'
    | 'field'
    | 'category'
    | 'column'
    | 'department';
  readonly words: readonly string[];
  /** The words that would be valid. The error message suggests them in place of the unknown words. */
  readonly available: readonly string[];
}

/** The maximum number of words that are stored for suggestions, because a body may have a million names. */
const MAX_AVAILABLE = 5_000;
/** The maximum numbers of known words and of similar words in an error message. */
const [MAX_SHOWN, MAX_NEAR] = [12, 5];

const sortNearest = (typed: string, available: readonly string[]): readonly string[] => {
  const word = foldCase(typed).replaceAll('*', '');
  const rank = (name: string): number => {
    const known = foldCase(name);
    const parts = [known, ...known.split(/[^\p{L}\p{N}]+/u)];
    if (parts.some((part) => isLikelyTypo(word, part, 1))) return 0;
    if (word.length > 4 && parts.some((part) => isLikelyTypo(word, part, 2))) return 1;
    return word.length > 2 && known !== '' && (known.includes(word) || word.includes(known)) ? 2 : 3;
  };
  const ranked = available.map((name) => [rank(name), name] as const).filter(([order]) => order < 3);
  return ranked.toSorted(([one], [other]) => one - other).map(([, name]) => name);
};

/**
 * Formats the words that match nothing, with up to 5 similar words of the data:
 * `not found: kind "peice"; did you mean piece?` Without a similar word, it lists up to 12 words of the data.
 */
export const formatUnknownWords = ({ what, words, available }: UnknownWords): string => {
  const typed = words.map((word) => JSON.stringify(word)).join(' or ');
  const similar = [...new Set(words.flatMap((word) => sortNearest(word, available)))].slice(0, MAX_NEAR);
  if (similar.length > 0) return `not found: ${what} ${typed}; did you mean ${similar.join(' or ')}?`;
  const shown = available.slice(0, MAX_SHOWN);
  const more = available.length - shown.length;
  return `not found: ${what} ${typed}; known: ${shown.join(', ') || 'none'}${more > 0 ? ` and ${more} more` : ''}`;
};

/**
 * One condition of a filter, such as `kinds`. It has the words that the user typed for this condition, and the
 * functions that compare them with the values of a body.
 */
interface FilterPart {
  readonly what: UnknownWords['what'];
  readonly words: readonly string[] | undefined;
  /**
   * Words that are always accepted, even if no value has them. Any other word that no value has is reported as unknown.
   */
  readonly known: readonly string[];
  /** Returns the words of one value with which a typed word is compared, for example the kind of its node. */
  listWords(one: OwnedValue): readonly (string | undefined)[];
  /**
   * Returns the function that compares the words of a value with `word`, which the user typed. Without `createMatcher`,
   * the two words must be equal.
   */
  createMatcher?(word: string): (name: string, one?: OwnedValue) => boolean;
}

const matchExactly = (word: string) => (name: string) => name === word;

const listFilterParts = (filter: ValueFilter): readonly FilterPart[] => [
  {
    what: 'kind',
    words: filter.kinds,
    known: TRADE_KINDS,
    listWords: ({ kind }) => [kind],
    createMatcher: (word) => (name) => isSameKind(word, name),
  },
  { what: 'node', words: filter.nodes, known: [], listWords: ({ nodeId }) => [nodeId] },
  {
    what: 'label',
    words: filter.labels,
    known: [],
    listWords: (one) => (one.nodeId === '' ? [] : listOwnerNames(one)),
    createMatcher: (word) => {
      const isNamed = createOwnerFilter({ labels: [word] });
      return (_, one) => one !== undefined && isNamed(one);
    },
  },
  {
    what: 'state',
    words: filter.states,
    known: [...PROVENANCE_WORDS, NO_PROVENANCE, ABSENT_STATE],
    listWords: ({ value }) => [value.state],
  },
  {
    what: 'field',
    words: filter.fields,
    known: TABLE_NAMES.flatMap((name) => TRADE_TABLES[name].fields.map(({ key }) => key)),
    listWords: ({ kind, value: { path } }) => [
      dropListPlaces(path),
      ...listTradeFields(kind, dropListPlaces(path)),
    ],
    createMatcher: (word) => {
      const pattern = createNamePattern(word);
      return (name) => listFieldNames(name, '').some((each) => pattern.test(each));
    },
  },
];

/**
 * Finds the words of a filter that match nothing in any body. Call `add` with the values of each body, and then
 * `findUnknown`.
 */
export interface UnknownWordFinder {
  isComplete(): boolean;
  /** Searches `values` for the words of the filter. Words that an earlier call found are not searched again. */
  add(values: Iterable<OwnedValue>): void;
  /**
   * Returns the words of the filter that match nothing, or undefined if every word matches something. If several
   * members of the filter, for example `kinds` and `nodes`, have words without a match, returns only those of the first
   * member.
   */
  findUnknown(): UnknownWords | undefined;
}

/**
 * Creates an object that searches bodies for the words of `filter`, and returns those that it did not find. Words that
 * toile knows, such as `seam`, count as found. The members `departments` and `text` of the filter are not checked.
 */
export const createUnknownWordFinder = (filter: ValueFilter): UnknownWordFinder => {
  const parts = listFilterParts(filter).map((part) => {
    const { what, words = [], known, listWords, createMatcher = matchExactly } = part;
    const matchers = words.map((word) => [word, createMatcher(word)] as const);
    const missing = new Map(matchers.filter(([, matches]) => !known.some((name) => matches(name))));
    return { what, listWords, missing, available: new Set<string>(what === 'state' ? PROVENANCE_WORDS : []) };
  });
  return {
    isComplete: () => parts.every(({ missing }) => missing.size === 0),
    add(values) {
      const incomplete = parts.filter(({ missing }) => missing.size > 0);
      if (incomplete.length === 0) return;
      for (const owned of values)
        for (const { listWords, available, missing } of incomplete)
          for (const name of listWords(owned)) {
            if (name === undefined || name === '' || available.has(name)) continue;
            if (available.size < MAX_AVAILABLE) available.add(name);
            for (const [word, matches] of missing) if (matches(name, owned)) missing.delete(word);
          }
    },
    findUnknown() {
      const part = parts.find(({ missing }) => missing.size > 0);
      return part && { what: part.what, words: [...part.missing.keys()], available: [...part.available] };
    },
  };
};

/**
 * Searches one body for the words of a filter. Returns the words that match nothing, or undefined if all words match.
 * If several members of the filter have such words, for example `kinds` and `nodes`, returns only the words of the
 * first member.
 */
export const findUnknownWords = (body: unknown, filter: ValueFilter): UnknownWords | undefined => {
  const finder = createUnknownWordFinder(filter);
  if (!finder.isComplete()) finder.add(flattenBody(body));
  const unknown = finder.findUnknown();
  if (unknown?.what !== 'field') return unknown;
  // The condition `fields` of a filter can also name a member of a node that is not a value, such as `links`.
  const rawNodes = isRecord(body) ? Object.values(Object(getOwnMember(body, 'nodes'))).filter(isRecord) : [];
  const words = unknown.words.filter((word) => !rawNodes.some((raw) => Object.hasOwn(raw, word)));
  return words.length === 0 ? undefined : { ...unknown, words };
};
