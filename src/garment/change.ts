/** What kind of change it is, ranked by what it costs when it is overlooked, and in which word it is told. */

import { lexeme } from '../json/values.ts';
import type { Atom, AtomNode } from './comparable.ts';
import { type Department, departmentOf, isBought } from './departments.ts';

/** By what it costs when it is overlooked, the dearest first. */
export const CLASSES = {
  1: 'a stated value was revised',
  2: 'a material or trim was replaced, added or removed',
  3: 'another part was added or removed',
  4: 'a state went down: less is promised than before',
  5: 'an inferred value was confirmed as it stood',
  6: 'what nobody had stated was filled',
  7: 'an inferred value moved',
  8: 'a relation came or went',
  9: 'wording, and what carries no state',
  10: 'reasons, order and spelling alone; shown by --all',
} as const;

export type ChangeClass = keyof typeof CLASSES;

/** What each word says of a change. Those in capitals cost most when they are overlooked. */
export const WORDS = {
  REVISED: 'it was stated, and is stated otherwise now',
  'REVISED, now stated': 'it was inferred, and is stated otherwise now',
  confirmed: 'it was inferred, and the same is stated now',
  filled: 'nobody had stated it, and now it is stated',
  'worked out': 'nobody had stated it, and now it is inferred',
  'now inferred': 'it was stated, and is inferred now',
  'no longer stated': 'it was stated or inferred, and nobody states it now',
  'state changed': 'from or to a state that toile does not know; the word stands beside the value',
  moved: 'it was inferred, and is inferred otherwise now',
  reworded: 'a text says it in other words',
  changed: 'a member without a state, or one that nobody stated, is another now',
  'written otherwise': 'the same, in another spelling or order (--all)',
  reason: 'the basis or confidence is another (--all)',
  added: 'it was not there',
  removed: 'it is not there any more',
  'link added': 'a relation that was not there',
  'link removed': 'a relation that is not there any more',
} as const;

type ChangeWord = keyof typeof WORDS;

/** The word for what the profile of the second body leaves out. */
export const KEPT_BACK = ['not in PROFILE profile', 'kept back: that profile does not hold it'] as const;

/** Null is for what the body does not give. */
export interface Side {
  /** As the body wrote it. */
  readonly state: string | null;
  readonly value: unknown;
  readonly unit: unknown;
}

/** A value of a node that is told with it. */
export interface Beside extends Side {
  readonly field: string;
}

/** As `toile diff --json` prints it. */
export interface Change {
  readonly class: ChangeClass;
  readonly word: string;
  readonly department: Department;
  /** Of the node it stands in; all three empty for what stands in none. */
  readonly node_id: string;
  readonly kind: string;
  readonly label: string;
  /** `node` for a whole node that came or went. */
  readonly role: Atom['role'] | 'node';
  readonly field: string;
  /** Null for what was not there. */
  readonly before: Side | null;
  readonly after: Side | null;
  /** It is in one profile and not in the other: kept back, not removed. */
  readonly withheld?: true;
  /** All that a node held which came or went. */
  readonly values?: readonly (Beside & { readonly role: Atom['role'] })[];
}

const RANK: Readonly<Record<string, number>> = { unstated: 0, inferred: 1, asserted: 2 };
const TEXTS =
  /(?:^|[._])(?:text|notes?|instructions?|how_to_measure|wording|description|comments?|title|name|question)$/;
const LEGAL = /care|content|fibre|fiber|composition/i;

/** Two bodies under comparison, as far as they decide how a change is called. */
export interface Setting {
  /** The profile of the second body, where it is another than that of the first. */
  readonly profile: string | undefined;
  /** Every value is a text, as in a brief. */
  readonly texts: boolean;
}

type Named = Pick<AtomNode, 'id' | 'kind' | 'label'>;

const isText = ({ role, field, value }: Atom, { texts }: Setting): boolean =>
  role === 'label' || TEXTS.test(field) || (texts && typeof value === 'string');

const isLegal = ({ field }: Atom, { id, kind, label }: Named): boolean =>
  [field, id, kind, label].some((text) => LEGAL.test(text));

/** Class and word of a value that is there on both sides. */
const moved = (a: Atom, b: Atom, node: Named, setting: Setting): readonly [ChangeClass, ChangeWord] => {
  if (a.state === b.state && a.meaning === b.meaning) return [10, 'written otherwise'];
  if (b.role === 'beside')
    return /(?:^|\.)(?:basis|confidence)$/.test(b.field) ? [10, 'reason'] : [9, 'changed'];
  const [from, to] = [RANK[a.state ?? ''], RANK[b.state ?? '']];
  const same = a.meaning === b.meaning;
  if (a.state !== b.state) {
    if (from === undefined || to === undefined) return [4, 'state changed'];
    if (to < from) return [4, to === 1 ? 'now inferred' : 'no longer stated'];
    if (from === 0) return [6, to === 2 ? 'filled' : 'worked out'];
    return same ? [5, 'confirmed'] : [1, 'REVISED, now stated'];
  }
  if (a.state === 'asserted') {
    if (isBought(node.kind) && lexeme(b.value) === undefined) return [2, 'REVISED'];
    if (!isText(b, setting)) return [1, 'REVISED'];
    return isLegal(b, node) ? [1, 'REVISED'] : [9, 'reworded'];
  }
  if (a.state === 'inferred') return isText(b, setting) ? [9, 'reworded'] : [7, 'moved'];
  return [9, 'changed'];
};

/** Class and word of a value that is there on one side only. */
const lone = (it: Atom, came: boolean): readonly [ChangeClass, ChangeWord] => {
  const word = came ? 'added' : 'removed';
  if (it.role === 'link') return [8, `link ${word}`];
  if (it.role === 'beside') return [/(?:^|\.)(?:basis|confidence)$/.test(it.field) ? 10 : 9, word];
  const known = (RANK[it.state ?? ''] ?? 0) > 0;
  return known ? [came ? 6 : 4, word] : [9, word];
};

const side = ({ state, value, unit }: Pick<Atom, 'state' | 'value' | 'unit'>): Side => ({
  state: state ?? null,
  value: value ?? null,
  unit: unit ?? null,
});

export const besideOf = (atom: Atom): Beside => ({ field: atom.field, ...side(atom) });

const kept = ({ profile }: Setting): string => KEPT_BACK[0].replace('PROFILE', profile ?? 'this');

export const valueChange = (
  a: Atom | undefined,
  b: Atom | undefined,
  node: Named,
  setting: Setting,
): Change | undefined => {
  const it = b ?? a;
  if (it === undefined) return undefined;
  const [number, word] = a && b ? moved(a, b, node, setting) : lone(it, b !== undefined);
  const withheld = setting.profile !== undefined && b === undefined;
  return {
    class: number,
    word: withheld ? kept(setting) : word,
    department: departmentOf(node.kind),
    node_id: node.id,
    kind: node.kind,
    label: node.label,
    role: it.role,
    field: it.field,
    before: a ? side(a) : null,
    after: b ? side(b) : null,
    ...(withheld && { withheld }),
  };
};

export const nodeChange = (node: AtomNode, came: boolean, setting: Setting): Change => {
  const withheld = setting.profile !== undefined && !came;
  const whole = side({ state: node.state, value: node.label, unit: undefined });
  return {
    class: isBought(node.kind) ? 2 : departmentOf(node.kind) === 'labels and packing' ? 9 : 3,
    word: withheld ? kept(setting) : came ? 'added' : 'removed',
    department: departmentOf(node.kind),
    node_id: node.id,
    kind: node.kind,
    label: node.label,
    role: 'node',
    field: '',
    before: came ? null : whole,
    after: came ? whole : null,
    ...(withheld && { withheld }),
    values: node.atoms.map((atom) => ({ role: atom.role, ...besideOf(atom) })),
  };
};
