/**
 * Determines the class and the word of each change, for example class 1 and the word `REVISED`. A low class number
 * means that it is costly to overlook the change.
 */

import { subtractDecimals } from '../platform/json/decimals.ts';
import { toNumberText, toScalarText } from '../platform/json/json-values.ts';
import { compareTexts, findFieldMeaning, isDefaultText, type TextDifference } from './change-meaning.ts';
import type { ChangeClass, ChangeWord } from './change-words.ts';
import type { ComparableMember, ComparableNode, ComparableValue } from './comparable-value.ts';
import { isMaterialKind, isMeasurementKind } from './departments.ts';

const PROVENANCE_RANKS: Readonly<Record<string, number>> = { unstated: 0, inferred: 1, asserted: 2 };
const WORDING_FIELDS =
  /(?:^|[._])(?:text|notes?|instructions?|how_to_measure|wording|description|comments?|title|name|question)$/;
const LEGAL_FIELDS = /care|content|fibre|fiber|composition/i;
const REASON_FIELDS = /(?:^|\.)(?:basis|confidence)$/;

/**
 * Facts about two compared bodies. They are needed to choose the class of a change (a number that ranks changes) and
 * its printed word, for example `REVISED`.
 */
export interface ComparisonContext {
  /** The profile of the second body if it differs from the profile of the first one; otherwise undefined. */
  readonly profile: string | undefined;
  /**
   * True if neither of the two bodies has nodes, for example if both are briefs. All values of the two bodies then
   * count as texts.
   */
  readonly hasNoNodes: boolean;
  /**
   * True if at least one of the two bodies is a graph. An item that was added to a graph or removed from it is a part
   * of the garment. In another body, it is for example a question, and the change matters less.
   */
  readonly isGraph: boolean;
}

/** The id, kind and label of a node that has changes. */
export type NodeIdentity = Pick<ComparableNode, 'id' | 'kind' | 'label'>;

/** Empty texts as the id, kind and label of a node. They are used for a change of a value that belongs to no node. */
export const NO_COMPARED_NODE: NodeIdentity = { id: '', kind: '', label: '' };

/**
 * The node to which a change belongs, and the facts about the two compared bodies that are needed to classify the
 * change.
 */
export interface ChangeContext extends ComparisonContext {
  readonly node: NodeIdentity;
}

/**
 * The class of a change (a number that ranks changes) and the word for the change, for example `[1, 'BASIS REVISED']`.
 */
export type RankedWord = readonly [ChangeClass, ChangeWord];

const isWording = ({ role, path, value }: ComparableMember, { hasNoNodes }: ComparisonContext): boolean =>
  role === 'label' || WORDING_FIELDS.test(path) || (hasNoNodes && typeof value === 'string');

const isLegalWording = ({ path }: ComparableMember, { id, kind, label }: NodeIdentity): boolean =>
  [path, id, kind, label].some((text) => LEGAL_FIELDS.test(text));

const listNumbers = (value: unknown): readonly string[] =>
  (toScalarText(value) ?? '').replaceAll(',', '.').match(/(?<!\d)\d+(?: \d+\/\d+|\/\d+|\.\d+)?/g) ?? [];

/** Returns the word for the change of a tolerance. Signs are ignored, because `-1` allows as much as `1`. */
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

const findTextDifference = (a: ComparableMember, b: ComparableMember): TextDifference | undefined =>
  typeof a.value === 'string' && typeof b.value === 'string' && a.normalized !== b.normalized
    ? compareTexts(a.value, b.value)
    : undefined;

const isMeasuringText = ({ path, value }: ComparableMember, { kind }: NodeIdentity): boolean =>
  typeof value === 'string' && isMeasurementKind(kind) && WORDING_FIELDS.test(path);

/**
 * Returns the class of a change in a field with a special meaning, and the word that is printed for the change. For
 * example, a change of a tolerance has class 1 and a word such as `TOLERANCE TIGHTENED`. Returns undefined for any
 * other change, and if only the spelling of a text changed.
 */
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

const classifyInstruction = (difference: TextDifference | undefined): ChangeWord | undefined =>
  difference === 'number' ? 'NUMBER REVISED' : difference === 'opposite' ? 'SAYS THE OPPOSITE' : undefined;

/** Classifies the change of a value, if both bodies assert it or neither body has a provenance for it. */
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

/**
 * Compares two versions of one value. Returns the rank of the change and the word that is printed for it, for example
 * `REVISED`.
 */
export const classifyChange = (
  a: ComparableMember,
  b: ComparableMember,
  context: ChangeContext,
): RankedWord => {
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

/**
 * Returns the change class and the printed word for a changed member of a value, for example for its basis. The value
 * itself exists in both compared bodies.
 */
export const classifyOtherMember = (
  a: ComparableMember,
  b: ComparableMember,
  owner: ComparableValue,
  context: ChangeContext,
): RankedWord => {
  if (a.normalized === b.normalized) return [10, 'written otherwise'];
  if (REASON_FIELDS.test(b.path)) {
    // `basis` usually gives the reason for a value. In a measurement, it may instead describe how to measure, for
    // example relaxed or fully stretched.
    const isMeasured = b.path.endsWith('basis') && isMeasurementKind(context.node.kind);
    return isMeasured && findTextDifference(a, b) === 'basis' ? [1, 'BASIS REVISED'] : [10, 'reason'];
  }
  const [rank, word] = classifyRevision(a, b, context);
  // A member of an inferred value, for example a note, counts as inferred too. Its change therefore gets class 7 (an
  // inferred value changed) instead of class 1 (a stated value was revised).
  return owner.state === 'inferred' && rank === 1 ? [7, 'moved'] : [rank, word];
};

/** Returns the change class and the printed word, such as `added`, for a value that only one of the two bodies has. */
export const classifyOneSided = ({ role, path, state }: ComparableMember, isAdded: boolean): RankedWord => {
  const word = isAdded ? 'added' : 'removed';
  if (role === 'link') return [8, `link ${word}`];
  if (role === 'beside' && REASON_FIELDS.test(path)) return [10, word];
  const isKnown = (PROVENANCE_RANKS[state ?? ''] ?? 0) > 0 || findFieldMeaning(path) !== 'other';
  return isKnown ? [isAdded ? 6 : 4, word] : [9, word];
};
