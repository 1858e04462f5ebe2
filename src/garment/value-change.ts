/** Builds the changes of `toile diff` from the differences that were found between two bodies. */

import { toPayloadText } from '../platform/json/json-values.ts';
import { type ChangeClass, type ChangeWord, WITHHELD_WORD } from './change-words.ts';
import {
  type ChangeContext,
  type ComparisonContext,
  classifyChange,
  classifyOneSided,
  classifyOtherMember,
  NO_COMPARED_NODE,
  type RankedWord,
} from './classify-change.ts';
import type { ComparableMember, ComparableNode, ComparableValue } from './comparable-value.ts';
import { type Department, findKindDepartment, isMaterialKind } from './departments.ts';

/** The value before or after a change. A unit, provenance or payload that the body does not have is null. */
export interface ChangeSide {
  readonly state: string | null;
  readonly value: unknown;
  readonly unit: unknown;
}

/** Another value that is printed with a change, such as the tolerance of a measurement. */
export interface RelatedValue extends ChangeSide {
  readonly field: string;
}

/**
 * A value that was added or removed together with its node, its size, or the value that it explains. For example, the
 * basis of a value is removed together with the value.
 */
export interface CarriedValue extends RelatedValue {
  readonly role: ComparableMember['role'];
  /** The id of the node that has this value. Present only for the values of an added or removed size. */
  readonly node_id?: string;
}

/** One change between two bodies, as `toile diff --json` prints it. */
export interface ValueChange {
  readonly class: ChangeClass;
  /**
   * The word that is printed for the change, such as `REVISED`. The words are the keys of `CHANGE_WORDS`. If a profile
   * does not contain the value, the word is for example `not in factory profile`.
   */
  readonly word: string;
  readonly department: Department;
  /** The id of the node. For a value that belongs to no node, `node_id`, `kind` and `label` are empty. */
  readonly node_id: string;
  readonly kind: string;
  readonly label: string;
  /**
   * The thing that changed: `node` for a whole node, `size` for an added or removed size, `sizes` for a value that
   * changed in the same way in all sizes, `order` for a list in another order. For any other change, it is the role of
   * the changed value, for example `label`.
   */
  readonly role: ComparableMember['role'] | 'node' | 'size' | 'sizes' | 'order';
  readonly field: string;
  readonly before: ChangeSide | null;
  readonly after: ChangeSide | null;
  /**
   * True if the second body lacks the value and has another profile than the first body. The value may then be missing
   * only because the other profile does not contain it.
   */
  readonly withheld?: true;
  /**
   * The values that were added or removed as a part of this change. For an added or removed node or size, these are its
   * values. For an added or removed value, these are its basis and its other members.
   */
  readonly values?: readonly CarriedValue[];
  /**
   * A description of a change that is the same in all sizes. Examples: `all 5 sizes by +0.5 cm`, `step between 5 sizes
   * +2 -> +2.5 cm`.
   */
  readonly by?: string;
}

type ComparedStatement = Pick<ComparableMember, 'state' | 'value' | 'unit'>;

const toChangeSide = ({ state, value, unit }: ComparedStatement): ChangeSide => ({
  state: state ?? null,
  value: value ?? null,
  unit: unit ?? null,
});

/** Converts a value to its printed form: `field` (the path), provenance, value and unit. */
export const toRelatedValue = (member: ComparableMember): RelatedValue => ({
  field: member.path,
  ...toChangeSide(member),
});

const listCarriedValues = (values: readonly ComparableValue[]): readonly CarriedValue[] =>
  values.flatMap((value) =>
    [value, ...value.beside.values()].map((each) => ({ role: each.role, ...toRelatedValue(each) })),
  );

const buildChange = (
  [rank, word]: RankedWord,
  { node: { id, kind, label }, profile }: ChangeContext,
  subject: Pick<ValueChange, 'role' | 'field' | 'before' | 'after' | 'values' | 'by'>,
): ValueChange => {
  const withheld = profile !== undefined && subject.after === null;
  return {
    class: rank,
    word: withheld ? WITHHELD_WORD[0].replace('PROFILE', profile) : word,
    department: findKindDepartment(kind),
    node_id: id,
    kind,
    label,
    ...subject,
    ...(withheld && { withheld }),
  };
};

/**
 * Returns a list with one change of a member, from `a` in the first body to `b` in the second. `a` is undefined for an
 * added member, `b` for a removed one. `ranked` is the rank and the printed word of the change; if it is undefined,
 * this function determines them. `values` are further values that were added or removed together with the member.
 */
const buildMemberChange = (
  ranked: RankedWord | undefined,
  a: ComparableMember | undefined,
  b: ComparableMember | undefined,
  context: ChangeContext,
  values: readonly CarriedValue[] = [],
): readonly ValueChange[] => {
  const member = b ?? a;
  if (member === undefined) return [];
  return [
    buildChange(ranked ?? classifyOneSided(member, b !== undefined), context, {
      role: member.role,
      field: member.path,
      before: a ? toChangeSide(a) : null,
      after: b ? toChangeSide(b) : null,
      ...(values.length > 0 && { values }),
    }),
  ];
};

/**
 * Builds the changes between two bodies for one value and its members such as `basis`. Equal values give no change. A
 * value in only one body gives one change. A value in both bodies gives a change for itself, if it changed, and one for
 * each changed member.
 */
export const buildValueChanges = (
  a: ComparableValue | undefined,
  b: ComparableValue | undefined,
  context: ChangeContext,
): readonly ValueChange[] => {
  if (a === undefined || b === undefined) {
    const carried = [a, b].flatMap((value) => (value ? listCarriedValues([value]).slice(1) : []));
    return buildMemberChange(undefined, a, b, context, carried);
  }
  if (a.whole === b.whole) return [];
  const isSame = a.state === b.state && a.written === b.written && a.role === b.role;
  const own = isSame ? [] : buildMemberChange(classifyChange(a, b, context), a, b, context);
  const names = new Set([...a.beside.keys(), ...b.beside.keys()]);
  const beside = [...names].flatMap((name) => {
    const [from, to] = [a.beside.get(name), b.beside.get(name)];
    if (from?.written === to?.written) return [];
    return buildMemberChange(from && to && classifyOtherMember(from, to, b, context), from, to, context);
  });
  return [...own, ...beside];
};

/** Builds the change for a node that was added or removed, with all its values. */
export const buildNodeChange = (
  node: ComparableNode,
  isAdded: boolean,
  comparison: ComparisonContext,
): ValueChange => {
  const whole = toChangeSide({ state: node.state, value: node.label, unit: undefined });
  const rank = !comparison.isGraph ? 9 : isMaterialKind(node.kind) ? 2 : 3;
  return buildChange(
    [rank, isAdded ? 'added' : 'removed'],
    { ...comparison, node },
    {
      role: 'node',
      field: '',
      before: isAdded ? null : whole,
      after: isAdded ? whole : null,
      values: listCarriedValues(node.values),
    },
  );
};

/**
 * Builds the change for a list that has the same items in another order. The change word is `REVISED` for a list of
 * numbers (`isNumbers`), because the order of numbers has a meaning. For any other list it is `written otherwise`.
 */
export const buildOrderChange = (
  path: string,
  before: readonly ComparableValue[],
  after: readonly ComparableValue[],
  isNumbers: boolean,
  context: ChangeContext,
): ValueChange => {
  const toSide = (values: readonly ComparableValue[]): ChangeSide => {
    const states = new Set(values.map(({ state }) => state));
    const [state = null] = states.size === 1 ? states : [];
    return { state, value: values.map(({ value }) => value ?? null), unit: values[0]?.unit ?? null };
  };
  return buildChange(isNumbers ? [1, 'REVISED'] : [10, 'written otherwise'], context, {
    role: 'order',
    field: path,
    before: toSide(before),
    after: toSide(after),
  });
};

/**
 * Builds one change for a value that changed in the same way in all sizes. `by` is the text that describes the change,
 * for example `all 5 sizes by +0.5 cm`.
 */
export const buildSizesChange = (
  field: string,
  sizes: readonly (readonly [string, ComparableValue, ComparableValue])[],
  [word, by]: readonly [ChangeWord, string],
  context: ChangeContext,
): ValueChange => {
  const buildSide = (at: 1 | 2): ChangeSide => ({
    ...toChangeSide(sizes[0]?.[at] ?? { state: undefined, value: undefined, unit: undefined }),
    value: Object.fromEntries(sizes.map((each) => [each[0], each[at].value])),
  });
  const rank = sizes[0]?.[2].state === 'inferred' ? 7 : 1;
  return buildChange([rank, rank === 7 ? 'moved' : word], context, {
    role: 'sizes',
    field,
    before: buildSide(1),
    after: buildSide(2),
    by,
  });
};

/**
 * Builds the entry of a comparison for a size that was added or removed. `values` are the values for this size in all
 * nodes.
 */
export const buildSizeChange = (
  size: string,
  isAdded: boolean,
  values: readonly CarriedValue[],
  comparison: ComparisonContext,
): ValueChange => {
  const side = { state: null, value: size, unit: null };
  const context = { ...comparison, node: NO_COMPARED_NODE };
  return {
    ...buildChange([3, isAdded ? 'SIZE ADDED' : 'SIZE REMOVED'], context, {
      role: 'size',
      field: '',
      before: isAdded ? null : side,
      after: isAdded ? side : null,
      values,
    }),
    department: 'measuring',
  };
};

/** Returns the payload of a value as text, for example `56.0`. Returns the text `null` if the value has no payload. */
export const formatComparablePayload = ({ value }: ComparableValue): string => toPayloadText(value ?? null);
