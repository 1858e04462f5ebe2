/**
 * Combines changes of several sizes that belong together into one change, for example if the grade rule changed or a
 * size was added or removed.
 */

import { addToGroup } from '../platform/group-items.ts';
import { removeFractionZeros, subtractDecimals } from '../platform/json/decimals.ts';
import { toPayloadText } from '../platform/json/json-values.ts';
import type { ChangeWord } from './change-words.ts';
import type { ChangeContext, ComparisonContext, NodeIdentity } from './classify-change.ts';
import type { ComparableValue } from './comparable-value.ts';
import type { ValuePair } from './match-values.ts';
import {
  buildSizeChange,
  buildSizesChange,
  type CarriedValue,
  formatComparablePayload,
  toRelatedValue,
  type ValueChange,
} from './value-change.ts';

type BothSides = readonly [size: string, before: ComparableValue, after: ComparableValue];

const isZero = (number: string): boolean => /^-?0*(?:\.0*)?$/.test(number);

/** Returns the constant step between neighbouring numbers: `2` for 56, 58, 60; undefined if the steps differ. */
const findStep = (numbers: readonly string[]): string | undefined => {
  const steps = numbers.slice(1).map((number, at) => subtractDecimals(number, numbers[at] ?? ''));
  const [first] = steps;
  const isSame = steps.every((step) => isZero(subtractDecimals(step ?? '', first ?? '') ?? '1'));
  return first !== undefined && isSame ? first : undefined;
};

const formatSigned = (difference: string): string => {
  const plain = removeFractionZeros(difference);
  return plain.startsWith('-') ? plain : `+${plain}`;
};

/**
 * Returns the word and the text for a change that affects all sizes alike. Either each size changed by the same amount
 * (`all 5 sizes by +0.5 cm`), or the constant step from size to size changed (`step between 5 sizes +2 -> +2.5 cm`).
 * Returns undefined for any other change, and for fewer than three sizes.
 */
const describeGradedChange = (all: readonly BothSides[]): readonly [ChangeWord, string] | undefined => {
  const [first] = all;
  const isUniform = ([, a, b]: BothSides): boolean =>
    a.state === b.state &&
    a.state === first?.[1].state &&
    [a.unit, b.unit].every((unit) => String(unit ?? '') === String(first?.[1].unit ?? ''));
  if (first === undefined || all.length < 3 || !all.every(isUniform)) return undefined;
  if (!['asserted', 'inferred', undefined].includes(first[1].state)) return undefined;
  const [before, after] = ([1, 2] as const).map((side) =>
    all.map((each) => formatComparablePayload(each[side])),
  );
  const shifts = all.map((each) =>
    subtractDecimals(formatComparablePayload(each[2]), formatComparablePayload(each[1])),
  );
  if (shifts.includes(undefined)) return undefined;
  const [shift = '0'] = shifts;
  const unit = first[2].unit === undefined ? '' : ` ${toPayloadText(first[2].unit)}`;
  if (shifts.every((each) => isZero(subtractDecimals(each ?? '', shift) ?? '1')))
    return isZero(shift)
      ? undefined
      : ['REVISED', `all ${all.length} sizes by ${formatSigned(shift)}${unit}`];
  const [from, to] = [findStep(before ?? []), findStep(after ?? [])];
  if (from === undefined || to === undefined) return undefined;
  return [
    'GRADE RULE REVISED',
    `step between ${all.length} sizes ${formatSigned(from)} -> ${formatSigned(to)}${unit}`,
  ];
};

/**
 * A node that both bodies have, with pairs of its values. A pair has the two values at the same path. If the values
 * belong to no node, the id in `node` is empty.
 */
export interface MatchedNode {
  readonly node: NodeIdentity;
  readonly pairs: readonly ValuePair[];
}

/**
 * Changes that each combine the changes of several values. In the result of `joinGradedPairs`, each item of `changes`
 * describes one value in all its sizes. In the result of `joinSizePairs`, it describes all values of one size that was
 * added or removed. `joined` has the pairs of single values that are part of these combined changes.
 */
interface JoinedPairs {
  readonly changes: readonly ValueChange[];
  readonly joined: ReadonlySet<ValuePair>;
}

/**
 * Combines the changes of a graded value into one change if it has at least three sizes and all of them changed alike.
 * Either each size changed by the same amount, such as +0.5 cm, or the constant step from size to size became another
 * constant.
 */
export const joinGradedPairs = (pairs: readonly ValuePair[], context: ChangeContext): JoinedPairs => {
  const groups = new Map<string, ValuePair[]>();
  for (const pair of pairs)
    if (pair.size !== undefined && (pair.after ?? pair.before)?.role !== 'beside')
      addToGroup(groups, pair.base, pair);
  const joined = new Set<ValuePair>();
  const changes: ValueChange[] = [];
  for (const [base, own] of groups) {
    const sizes = own.flatMap(({ size, before, after }): readonly BothSides[] =>
      size !== undefined && before && after ? [[size, before, after]] : [],
    );
    const isOnce = new Set(sizes.map(([size]) => size)).size === own.length;
    const description = isOnce && sizes.length === own.length ? describeGradedChange(sizes) : undefined;
    if (description === undefined) continue;
    for (const pair of own) joined.add(pair);
    changes.push(buildSizesChange(base, sizes, description, context));
  }
  return { changes, joined };
};

/**
 * Finds the sizes that only one of two bodies has, and joins all values of such a size into one change, for example
 * `SIZE ADDED` for XXL. `from` and `to` are the sizes of the first and of the second body. If one of the bodies has no
 * sizes, joins nothing.
 */
export const joinSizePairs = (
  matched: readonly MatchedNode[],
  [from, to]: readonly [ReadonlySet<string>, ReadonlySet<string>],
  comparison: ComparisonContext,
): JoinedPairs => {
  const joined = new Set<ValuePair>();
  const carried = new Map<string, CarriedValue[]>();
  // If only one of the two bodies has sizes, no single size was added or removed. For example, one number for all sizes
  // was replaced by one number for each size. Each value is then listed as a separate change.
  const isGraded = from.size > 0 && to.size > 0;
  for (const { node, pairs } of isGraded ? matched : [])
    for (const pair of pairs) {
      const { size } = pair;
      const only = pair.after ?? pair.before;
      if (size === undefined || only === undefined || from.has(size) === to.has(size)) continue;
      joined.add(pair);
      for (const member of [only, ...only.beside.values()])
        addToGroup(carried, size, { role: member.role, node_id: node.id, ...toRelatedValue(member) });
    }
  const changes = [...carried].map(([size, values]) =>
    buildSizeChange(size, !from.has(size), values, comparison),
  );
  return { changes, joined };
};
