/** Classifies a change by what it costs when it is overlooked, and chooses the word for it. */

import { toNumberText } from '../platform/json/json-values.ts';
import type { ComparableNode, ComparableValue } from './comparable-value.ts';
import { type Department, findKindDepartment, isMaterialKind } from './departments.ts';

/**
 * Classes of changes, ranked by what it costs when the change is overlooked. Class 1 is the most expensive.
 */
export const CHANGE_CLASSES = {
  1: 'a stated value was revised',
  2: 'a material or trim was replaced, added or removed',
  3: 'another part was added or removed',
  4: 'a state went down: less is promised than before',
  5: 'an inferred value was confirmed as it stood',
  6: 'a value that was not stated was filled',
  7: 'an inferred value moved',
  8: 'a relation came or went',
  9: 'wording, and what carries no state',
  10: 'reasons, order and spelling alone; shown by --all',
} as const;

/** A class of changes, from 1 (most expensive when overlooked) to 10. */
export type ChangeClass = keyof typeof CHANGE_CLASSES;

/** The meaning of each word for a change. Words in capitals cost most when they are overlooked. */
export const CHANGE_WORDS = {
  REVISED: 'it was stated, and is stated otherwise now',
  'REVISED, now stated': 'it was inferred, and is stated otherwise now',
  confirmed: 'it was inferred, and the same is stated now',
  filled: 'it was not stated, and is stated now',
  'worked out': 'it was not stated, and is inferred now',
  'now inferred': 'it was stated, and is inferred now',
  'no longer stated': 'it was stated or inferred, and is not stated now',
  'state changed': 'from or to a state that toile does not know; the word stands beside the value',
  moved: 'it was inferred, and is inferred otherwise now',
  reworded: 'a text says it in other words',
  changed: 'a member without a state, or one that was not stated, has changed',
  'written otherwise': 'the same, in another spelling or order (--all)',
  reason: 'the basis or confidence is another (--all)',
  added: 'it was not there',
  removed: 'it is not there any more',
  'link added': 'a relation that was not there',
  'link removed': 'a relation that is not there any more',
} as const;

type ChangeWord = keyof typeof CHANGE_WORDS;

/** The word and its explanation for a value that the profile of the second body leaves out. */
export const WITHHELD_WORD = ['not in PROFILE profile', 'kept back: that profile does not hold it'] as const;

/** A value on one side of a change. A member that the body does not give is null. */
export interface ChangeSide {
  /** The provenance word as the body wrote it. */
  readonly state: string | null;
  readonly value: unknown;
  readonly unit: unknown;
}

/** Another value of the same node that is printed with the change, such as a tolerance. */
export interface RelatedValue extends ChangeSide {
  readonly field: string;
}

/** One change between two bodies, as `toile diff --json` prints it. */
export interface ValueChange {
  readonly class: ChangeClass;
  readonly word: string;
  readonly department: Department;
  /** The id of the node. It is empty for a value outside all nodes; then kind and label are empty too. */
  readonly node_id: string;
  readonly kind: string;
  readonly label: string;
  /** `node` for a whole node that was added or removed. */
  readonly role: ComparableValue['role'] | 'node';
  readonly field: string;
  /** Null for a value that was added. */
  readonly before: ChangeSide | null;
  readonly after: ChangeSide | null;
  /** The value is in one profile and not in the other: it was not removed. */
  readonly withheld?: true;
  /** All values of a node that was added or removed. */
  readonly values?: readonly (RelatedValue & { readonly role: ComparableValue['role'] })[];
}

const PROVENANCE_RANKS: Readonly<Record<string, number>> = { unstated: 0, inferred: 1, asserted: 2 };
const WORDING_FIELDS =
  /(?:^|[._])(?:text|notes?|instructions?|how_to_measure|wording|description|comments?|title|name|question)$/;
const LEGAL_FIELDS = /care|content|fibre|fiber|composition/i;

/** The properties of two compared bodies that influence the class of a change. */
export interface ComparisonContext {
  /** The profile of the second body, when it differs from the profile of the first. */
  readonly profile: string | undefined;
  /** True when every value is a text, as in a brief. */
  readonly texts: boolean;
}

type NodeIdentity = Pick<ComparableNode, 'id' | 'kind' | 'label'>;

const isWording = ({ role, path, value }: ComparableValue, { texts }: ComparisonContext): boolean =>
  role === 'label' || WORDING_FIELDS.test(path) || (texts && typeof value === 'string');

const isLegalWording = ({ path }: ComparableValue, { id, kind, label }: NodeIdentity): boolean =>
  [path, id, kind, label].some((text) => LEGAL_FIELDS.test(text));

/** Returns class and word of a value that exists on both sides. */
const classifyChange = (
  a: ComparableValue,
  b: ComparableValue,
  node: NodeIdentity,
  setting: ComparisonContext,
): readonly [ChangeClass, ChangeWord] => {
  if (a.state === b.state && a.normalized === b.normalized) return [10, 'written otherwise'];
  if (b.role === 'beside')
    return /(?:^|\.)(?:basis|confidence)$/.test(b.path) ? [10, 'reason'] : [9, 'changed'];
  const [from, to] = [PROVENANCE_RANKS[a.state ?? ''], PROVENANCE_RANKS[b.state ?? '']];
  const same = a.normalized === b.normalized;
  if (a.state !== b.state) {
    if (from === undefined || to === undefined) return [4, 'state changed'];
    if (to < from) return [4, to === 1 ? 'now inferred' : 'no longer stated'];
    if (from === 0) return [6, to === 2 ? 'filled' : 'worked out'];
    return same ? [5, 'confirmed'] : [1, 'REVISED, now stated'];
  }
  if (a.state === 'asserted') {
    if (isMaterialKind(node.kind) && toNumberText(b.value) === undefined) return [2, 'REVISED'];
    if (!isWording(b, setting)) return [1, 'REVISED'];
    return isLegalWording(b, node) ? [1, 'REVISED'] : [9, 'reworded'];
  }
  if (a.state === 'inferred') return isWording(b, setting) ? [9, 'reworded'] : [7, 'moved'];
  return [9, 'changed'];
};

/** Returns class and word of a value that exists on one side only. */
const classifyOneSided = (it: ComparableValue, came: boolean): readonly [ChangeClass, ChangeWord] => {
  const word = came ? 'added' : 'removed';
  if (it.role === 'link') return [8, `link ${word}`];
  if (it.role === 'beside') return [/(?:^|\.)(?:basis|confidence)$/.test(it.path) ? 10 : 9, word];
  const known = (PROVENANCE_RANKS[it.state ?? ''] ?? 0) > 0;
  return known ? [came ? 6 : 4, word] : [9, word];
};

const toChangeSide = ({
  state,
  value,
  unit,
}: Pick<ComparableValue, 'state' | 'value' | 'unit'>): ChangeSide => ({
  state: state ?? null,
  value: value ?? null,
  unit: unit ?? null,
});

/** Returns a comparable value in the form that is printed with a change. */
export const toRelatedValue = (atom: ComparableValue): RelatedValue => ({
  field: atom.path,
  ...toChangeSide(atom),
});

const formatWithheldWord = ({ profile }: ComparisonContext): string =>
  WITHHELD_WORD[0].replace('PROFILE', profile ?? 'this');

/** Builds the change of one value; undefined when it exists on neither side. */
export const buildValueChange = (
  a: ComparableValue | undefined,
  b: ComparableValue | undefined,
  node: NodeIdentity,
  setting: ComparisonContext,
): ValueChange | undefined => {
  const it = b ?? a;
  if (it === undefined) return undefined;
  const [number, word] = a && b ? classifyChange(a, b, node, setting) : classifyOneSided(it, b !== undefined);
  const withheld = setting.profile !== undefined && b === undefined;
  return {
    class: number,
    word: withheld ? formatWithheldWord(setting) : word,
    department: findKindDepartment(node.kind),
    node_id: node.id,
    kind: node.kind,
    label: node.label,
    role: it.role,
    field: it.path,
    before: a ? toChangeSide(a) : null,
    after: b ? toChangeSide(b) : null,
    ...(withheld && { withheld }),
  };
};

/** Builds the change of a whole node that was added (`came` is true) or removed. */
export const buildNodeChange = (
  node: ComparableNode,
  came: boolean,
  setting: ComparisonContext,
): ValueChange => {
  const withheld = setting.profile !== undefined && !came;
  const whole = toChangeSide({ state: node.state, value: node.label, unit: undefined });
  return {
    class: isMaterialKind(node.kind) ? 2 : findKindDepartment(node.kind) === 'labels and packing' ? 9 : 3,
    word: withheld ? formatWithheldWord(setting) : came ? 'added' : 'removed',
    department: findKindDepartment(node.kind),
    node_id: node.id,
    kind: node.kind,
    label: node.label,
    role: 'node',
    field: '',
    before: came ? null : whole,
    after: came ? whole : null,
    ...(withheld && { withheld }),
    values: node.values.map((atom) => ({ role: atom.role, ...toRelatedValue(atom) })),
  };
};
