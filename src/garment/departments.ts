/** Who in a factory asks about what. */

import { tradeKind } from './trade-kinds.ts';

export const DEPARTMENTS = [
  'CUTTING',
  'SEWING',
  'MATERIALS',
  'MEASURING',
  'LABELS AND PACKING',
  'OTHER',
] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** The kinds of nodes that the trade has a place for; a graph may have others. */
export const KINDS: Readonly<Record<string, Department>> = {
  piece: 'CUTTING',
  edge: 'CUTTING',
  seam: 'SEWING',
  quilt_line: 'SEWING',
  closure: 'SEWING',
  construction_note: 'SEWING',
  process: 'SEWING',
  material: 'MATERIALS',
  trim: 'MATERIALS',
  measurement: 'MEASURING',
  label: 'LABELS AND PACKING',
  packaging: 'LABELS AND PACKING',
  colourway: 'LABELS AND PACKING',
};

export const departmentOf = (kind: string): Department =>
  (Object.hasOwn(KINDS, tradeKind(kind)) ? KINDS[tradeKind(kind)] : undefined) ?? 'OTHER';

/** First words of node ids, as graphs tend to write them; a body of questions has no kinds. */
const PREFIXES: Readonly<Record<string, string>> = {
  mat: 'material',
  pom: 'measurement',
  cw: 'colourway',
  pack: 'packaging',
  quilt: 'quilt_line',
};

const FIELDS: readonly (readonly [RegExp, Department])[] = [
  [/^(cut|cut_quantity|grain|on_fold|mirrored|seam_allowance|nap|notches)$/, 'CUTTING'],
  [/^(spi|stitch_class|seam_class|topstitch|spacing|reinforcement)/, 'SEWING'],
  [/^(composition|weight|width|supplier|consumption|role|quantity|colour)/, 'MATERIALS'],
  [/^(spec|tol_plus|tol_minus|grade)$/, 'MEASURING'],
];

/** Of a question about a field of a node: by the first word of the node's id, else by the field. */
export function departmentAsked(node: string, field: string): Department {
  const word = /^[a-z_]+/i.exec(node)?.[0] ?? '';
  const kind = Object.hasOwn(PREFIXES, word) ? (PREFIXES[word] ?? word) : word;
  const known = node.includes('.') ? departmentOf(kind) : 'OTHER';
  return known === 'OTHER' ? (FIELDS.find(([pattern]) => pattern.test(field))?.[1] ?? 'OTHER') : known;
}
