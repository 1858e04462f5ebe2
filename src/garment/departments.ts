/** Assigns nodes, values and questions to the department of a factory that works with them. */

import { cacheByWord } from '../platform/cache-by-word.ts';
import { listTradeNames } from './trade-kinds.ts';
import { findKindTable, type TableName } from './trade-tables.ts';

/** The departments, in the order in which they are printed. */
export const DEPARTMENT_NAMES = [
  'cutting',
  'sewing',
  'materials',
  'measuring',
  'labels and packing',
  'other',
] as const;
/** A department of a factory, for example `cutting`. */
export type Department = (typeof DEPARTMENT_NAMES)[number];

/** Returns the first word of a department, for narrow columns: `labels` for `labels and packing`. */
export const shortenDepartment = (department: Department): string => department.split(' ')[0] ?? department;

const TABLE_DEPARTMENTS: Readonly<Record<TableName, Department>> = {
  ...{ cut: 'cutting', allowances: 'cutting', construction: 'sewing', callouts: 'sewing' },
  // Colourways are materials because they state the colour in which a material is bought.
  ...{ bom: 'materials', colourways: 'materials', pom: 'measuring', sizes: 'measuring' },
  labels: 'labels and packing',
};

/**
 * The departments for kinds that contain one of these words. For example, a `closure` is listed in the bill of
 * materials but belongs to `sewing`.
 */
const WORD_DEPARTMENTS = new Map<string, Department>([
  ['marker', 'cutting'],
  ['notch', 'cutting'],
  ['closure', 'sewing'],
]);

/**
 * Returns the department that works with nodes of a kind, for example `cutting` for `front panel`. Returns `other` for
 * a kind that belongs to no department.
 */
export const findKindDepartment = cacheByWord((kind: string): Department => {
  const [known] = listTradeNames(kind).flatMap((word) => WORD_DEPARTMENTS.get(word) ?? []);
  const table = findKindTable(kind);
  return known ?? (table === '' ? 'other' : TABLE_DEPARTMENTS[table]);
});

/**
 * Returns true if nodes of this kind belong to the materials department. These are materials, trims (except closures)
 * and colourways.
 */
export const isMaterialKind = (kind: string): boolean => findKindDepartment(kind) === 'materials';

/** Returns true if nodes of this kind belong to the measuring department. These are measurements and sizes. */
export const isMeasurementKind = (kind: string): boolean => findKindDepartment(kind) === 'measuring';

/** Returns true if `kind` is a kind of garment pieces, for example `front panel`. */
export const isPieceKind = (kind: string): boolean => listTradeNames(kind).includes('piece');

/**
 * Maps the first word of a node id to the kind of the node. For example, `mat` in `mat.shell` stands for `material`.
 * The map is needed for confirmations, which give only the ids of nodes.
 */
const ID_PREFIX_KINDS: ReadonlyMap<string, string> = new Map([
  ['mat', 'material'],
  ['cw', 'colourway'],
  ['pack', 'packaging'],
]);

const FIELD_DEPARTMENTS: readonly (readonly [RegExp, Department])[] = [
  [/^(cut|cut_quantity|grain|on_fold|mirrored|seam_allowance|nap|notches)$/, 'cutting'],
  [/^(spi|stitch_class|seam_class|topstitch|spacing|reinforcement)/, 'sewing'],
  [/^(composition|weight|width|supplier|consumption|role|quantity|colour)/, 'materials'],
  [/^(spec|tol_plus|tol_minus|grade)$/, 'measuring'],
];

/**
 * Returns the kind of a node from the first word of its id: `material` for `mat.shell`, `seam` for `seam.side`. Returns
 * an empty text for an id that does not start with a word.
 */
export const findNodeIdKind = (node: string): string => {
  const word = /^[a-z_]+/i.exec(node)?.[0] ?? '';
  return ID_PREFIX_KINDS.get(word) ?? word;
};

/**
 * The node and the field of a value or question. They decide which department works with it. `kind` is empty if only
 * the id of the node is known.
 */
export interface DepartmentSubject {
  readonly kind: string;
  readonly nodeId: string;
  readonly field: string;
}

/**
 * Returns the department that works with a value or a question. The kind of the node decides it. If the kind is not
 * known, the first word of a node id with a dot decides, for example `mat` in `mat.shell`. If that gives no department,
 * the name of the field decides.
 */
export const findDepartment = ({ kind, nodeId, field }: DepartmentSubject): Department => {
  if (kind !== '') return findKindDepartment(kind);
  const known = nodeId.includes('.') ? findKindDepartment(findNodeIdKind(nodeId)) : 'other';
  return known === 'other'
    ? (FIELD_DEPARTMENTS.find(([pattern]) => pattern.test(field))?.[1] ?? 'other')
    : known;
};
