/** Determines the class and the word of each change. The class ranks the cost of overlooking the change. */

import { subtractDecimals } from '../platform/json/decimals.ts';
import { toNumberText, toPayloadText, toScalarText } from '../platform/json/json-values.ts';
import { compareTexts, findFieldMeaning, isDefaultText, type TextDifference } from './change-meaning.ts';
import { type ChangeClass, type ChangeWord, WITHHELD_WORD } from './change-words.ts';
import type { ComparableMember, ComparableNode, ComparableValue } from './comparable-value.ts';
import { type Department, findKindDepartment, isMaterialKind, isMeasurementKind } from './departments.ts';

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

/** A value that was added or removed together with its node, its size, or the value that it explains. */
export interface CarriedValue extends RelatedValue {
  readonly role: ComparableMember['role'];
  /** The id of the node of this value, if the change has values of several nodes. */
  readonly node_id?: string;
}

/** One change between two bodies, as `toile diff --json` prints it. */
export interface ValueChange {
  readonly class: ChangeClass;
  /** A key of `CHANGE_WORDS`, such as `REVISED`, or for a withheld value `not in factory profile` (`WITHHELD_WORD`). */
  readonly word: string;
  readonly department: Department;
  /** The id of the node. It is empty for a value outside all nodes; then kind and label are empty too. */
  readonly node_id: string;
  readonly kind: string;
  readonly label: string;
  /**
   * The subject of the change: the role of the value, or `node` for a whole node, `size` for an added or removed size,
   * `sizes` for a value that changed alike in all sizes, `order` for a list in another order.
   */
  readonly role: ComparableMember['role'] | 'node' | 'size' | 'sizes' | 'order';
  readonly field: string;
  /** The old value; null if the value was added. */
  readonly before: ChangeSide | null;
  /** The new value; null if the value was removed. */
  readonly after: ChangeSide | null;
  /** True if the value is missing only because the profile of the second body does not contain it. */
  readonly withheld?: true;
  /** For an added or removed node or size, its values; for an added or removed value, its basis and other members. */
  readonly values?: readonly CarriedValue[];
  /** Only if a value changed alike in all sizes: `all 5 sizes by +0.5 cm`, `step between 5 sizes +2 -> +2.5 cm`. */
  readonly by?: string;
}

const PROVENANCE_RANKS: Readonly<Record<string, number>> = { unstated: 0, inferred: 1, asserted: 2 };
const WORDING_FIELDS =
  /(?:^|[._])(?:text|notes?|instructions?|how_to_measure|wording|description|comments?|title|name|question)$/;
const LEGAL_FIELDS = /care|content|fibre|fiber|composition/i;
const REASON_FIELDS = /(?:^|\.)(?:basis|confidence)$/;

/** The properties of two compared bodies that influence the class and word of a change. */
export interface ComparisonContext {
  /** The profile of the second body if it differs from the profile of the first one; otherwise undefined. */
  readonly profile: string | undefined;
  /** True if neither body has nodes, for example for two briefs. All their values then count as texts. */
  readonly hasNoNodes: boolean;
  /** False for lists of questions, because a question is not a part of the garment. */
  readonly isGraph: boolean;
}

/** The identity of a node that has changes. */
export type NodeIdentity = Pick<ComparableNode, 'id' | 'kind' | 'label'>;

/** The empty identity for changes of values outside all nodes. */
export const NO_COMPARED_NODE: NodeIdentity = { id: '', kind: '', label: '' };

/** The node of a change, and the properties of the two bodies. */
export interface ChangeContext extends ComparisonContext {
  readonly node: NodeIdentity;
}

type RankedWord = readonly [ChangeClass, ChangeWord];

const isWording = ({ role, path, value }: ComparableMember, { hasNoNodes }: ComparisonContext): boolean =>
  role === 'label' || WORDING_FIELDS.test(path) || (hasNoNodes && typeof value === 'string');

const isLegalWording = ({ path }: ComparableMember, { id, kind, label }: NodeIdentity): boolean =>
  [path, id, kind, label].some((text) => LEGAL_FIELDS.test(text));

const listNumbers = (value: unknown): readonly string[] =>
  (toScalarText(value) ?? '').replaceAll(',', '.').match(/(?<!\d)\d+(?: \d+\/\d+|\/\d+|\.\d+)?/g) ?? [];

/** Returns the word for a changed tolerance. Signs are ignored, because `-1` allows as much as `1`. */
const classifyTolerance = (a: ComparableMember, b: ComparableMember): ChangeWord => {
  const [from, to] = [listNumbers(a.value), listNumbers(b.value)];
  const steps = from.map((number, at) => subtractDecimals(to[at] ?? '', number));
  const isComparable =
    from.length > 0 && from.length === to.length && toScalarText(a.unit) === toScalarText(b.unit);
  const isLess = steps.some((step) => step?.startsWith('-'));
  const isMore = steps.some((step) => step !== undefined && /^[^-]*[1-9]/.test(step));
  if (!isComparable || steps.includes(undefined) || isLess === isMore) return 'TOLERANCE REVISED';
  return isLess ? 'TOLERANCE TIGHTENED' : 'TOLERANCE LOOSENED';
};

const listSizes = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((item) => toScalarText(item) ?? []) : [];

const classifySizeRange = (a: ComparableMember, b: ComparableMember): ChangeWord => {
  const [from, to] = [listSizes(a.value), listSizes(b.value)];
  const isAdded = to.some((size) => !from.includes(size));
  const isRemoved = from.some((size) => !to.includes(size));
  if (from.length === 0 || to.length === 0 || isAdded === isRemoved) return 'SIZE RANGE REVISED';
  return isAdded ? 'SIZE ADDED' : 'SIZE REMOVED';
};

/** Returns how two texts differ; undefined if one of the values is not a text or they are equal. */
const findTextDifference = (a: ComparableMember, b: ComparableMember): TextDifference | undefined =>
  typeof a.value === 'string' && typeof b.value === 'string' && a.normalized !== b.normalized
    ? compareTexts(a.value, b.value)
    : undefined;

/** Returns true for a text field of a measurement, which may describe how to measure. */
const isMeasuringText = ({ path, value }: ComparableMember, { kind }: NodeIdentity): boolean =>
  typeof value === 'string' && isMeasurementKind(kind) && WORDING_FIELDS.test(path);

/** Returns class and word of a change if the meaning of the field decides them, as for a tolerance; else undefined. */
const classifyByMeaning = (
  a: ComparableMember,
  b: ComparableMember,
  node: NodeIdentity,
): RankedWord | undefined => {
  const difference = findTextDifference(a, b);
  if (difference === 'spelling') return undefined;
  const meaning = findFieldMeaning(b.path, node.kind);
  if (meaning === 'sampleSize') return [3, 'SAMPLE SIZE REVISED'];
  if (meaning === 'sizeRange') return [3, classifySizeRange(a, b)];
  if (meaning === 'tolerance') return [1, classifyTolerance(a, b)];
  if (meaning === 'default' || [a, b].some(({ value }) => isDefaultText(value)))
    return [1, 'DEFAULT REVISED'];
  if (meaning === 'grade' && !isMaterialKind(node.kind)) return [1, 'GRADE RULE REVISED'];
  if (meaning === 'measuring' || isMeasuringText(b, node))
    return difference === 'number' ? [1, 'NUMBER REVISED'] : [1, 'BASIS REVISED'];
  return undefined;
};

/** Returns the word for a text that now has another number or the opposite meaning; otherwise undefined. */
const classifyInstruction = (difference: TextDifference | undefined): ChangeWord | undefined =>
  difference === 'number' ? 'NUMBER REVISED' : difference === 'opposite' ? 'SAYS THE OPPOSITE' : undefined;

/** Returns class and word for a changed value that is asserted, or that has no provenance, in both bodies. */
const classifyRevision = (a: ComparableMember, b: ComparableMember, context: ChangeContext): RankedWord => {
  const meaningRank = classifyByMeaning(a, b, context.node);
  if (meaningRank) return meaningRank;
  const difference = findTextDifference(a, b);
  const instructionWord = classifyInstruction(difference);
  const isText = isWording(b, context);
  if (b.state === undefined)
    return instructionWord !== undefined && isText ? [1, instructionWord] : [9, 'changed'];
  if (instructionWord !== undefined && (isText || isMaterialKind(context.node.kind)))
    return [1, instructionWord];
  if (isMaterialKind(context.node.kind) && toNumberText(b.value) === undefined) {
    const isNote = isText && b.role !== 'label';
    return difference === 'spelling' || isNote ? [9, 'reworded'] : [2, 'REPLACED'];
  }
  if (!isText) return [1, 'REVISED'];
  return isLegalWording(b, context.node) && difference !== 'spelling' ? [1, 'REVISED'] : [9, 'reworded'];
};

/** Returns class and word for a value that both bodies have. */
const classifyChange = (a: ComparableMember, b: ComparableMember, context: ChangeContext): RankedWord => {
  const isSame = a.normalized === b.normalized;
  if (a.state === b.state && isSame) return [10, 'written otherwise'];
  const [from, to] = [PROVENANCE_RANKS[a.state ?? ''], PROVENANCE_RANKS[b.state ?? '']];
  if (a.state !== b.state) {
    if (from === undefined || to === undefined) return [4, 'state changed'];
    if (to < from) return [4, to === 1 ? 'now inferred' : 'no longer stated'];
    if (from === 0) return [6, to === 2 ? 'filled' : 'worked out'];
    return [5, isSame ? 'confirmed' : 'stated for the first time'];
  }
  if (a.state === 'asserted' || a.state === undefined) return classifyRevision(a, b, context);
  if (a.state !== 'inferred') return [9, 'changed'];
  const isReworded = isWording(b, context) && classifyInstruction(findTextDifference(a, b)) === undefined;
  return isReworded && classifyByMeaning(a, b, context.node) === undefined ? [9, 'reworded'] : [7, 'moved'];
};

/** Returns class and word for a basis, confidence or other member that both bodies have and that changed. */
const classifyOtherMember = (
  a: ComparableMember,
  b: ComparableMember,
  owner: ComparableValue,
  context: ChangeContext,
): RankedWord => {
  if (a.normalized === b.normalized) return [10, 'written otherwise'];
  if (REASON_FIELDS.test(b.path)) {
    // In a measurement, `basis` may describe how to measure, for example relaxed or fully stretched.
    const isMeasured = b.path.endsWith('basis') && isMeasurementKind(context.node.kind);
    return isMeasured && findTextDifference(a, b) === 'basis' ? [1, 'BASIS REVISED'] : [10, 'reason'];
  }
  const [rank, word] = classifyRevision(a, b, context);
  // Members of an inferred value are inferred too, so a change of them revises no statement.
  return owner.state === 'inferred' && rank === 1 ? [7, 'moved'] : [rank, word];
};

/** Returns class and word for a value that only one body has. */
const classifyOneSided = ({ role, path, state }: ComparableMember, isAdded: boolean): RankedWord => {
  const word = isAdded ? 'added' : 'removed';
  if (role === 'link') return [8, `link ${word}`];
  if (role === 'beside' && REASON_FIELDS.test(path)) return [10, word];
  const isKnown = (PROVENANCE_RANKS[state ?? ''] ?? 0) > 0 || findFieldMeaning(path) !== 'other';
  return isKnown ? [isAdded ? 6 : 4, word] : [9, word];
};

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
 * Returns a list with the change from `a` to `b`; an empty list if both are undefined. `ranked` is the class and word
 * of the change; undefined if only `a` or `b` is given. `values` are the values that were added or removed too.
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
 * Builds the changes of a value and its other members. Equal values give no change. A value in only one body gives one
 * change. A value in both bodies gives a change for itself, if it changed, and one for each changed member.
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
 * Builds the change for a list in another order. The change word is `REVISED` if the order has a meaning (`isNumbers`),
 * else `written otherwise`.
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

/** Builds the change for a value that changed alike in all sizes. `by` describes it: `all 5 sizes by +0.5 cm`. */
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

/** Builds the change for a size that was added or removed, with its values in all nodes. */
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

/** Returns the payload of a value as text, for example `56.0`; `null` without a payload. */
export const formatComparablePayload = ({ value }: ComparableValue): string => toPayloadText(value ?? null);
