/** Who in a factory works from a node, asks about it, and has to act on a change in it. */

import { tradeWords } from './trade-kinds.ts';

export const DEPARTMENTS = [
  'cutting',
  'sewing',
  'materials',
  'measuring',
  'labels and packing',
  'other',
] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** As a column has it: one word. */
export const shortName = (department: Department): string => department.split(' ')[0] ?? department;

/** By what a kind is called, or one word of it; of several words the first department here has it. */
const WORDS: Readonly<Record<Exclude<Department, 'other'>, readonly string[]>> = {
  cutting: ['piece', 'edge', 'pattern', 'marker', 'notch'],
  sewing: ['seam', 'hem', 'stitch', 'closure', 'construction', 'callout', 'quilt', 'process', 'pocket'],
  // Colourways say in what colour it is bought.
  materials: ['material', 'cloth', 'trim', 'colourway', 'thread', 'interlining', 'lining'],
  measuring: ['measurement', 'measure', 'grade'],
  'labels and packing': ['label', 'packaging', 'packing', 'care'],
};

export const departmentOf = (kind: string): Department => {
  const words = tradeWords(kind);
  return (
    DEPARTMENTS.find((name) => name !== 'other' && WORDS[name].some((known) => words.includes(known))) ??
    'other'
  );
};

/** Material and trims are bought, and may have been bought already. */
export const isBought = (kind: string): boolean => departmentOf(kind) === 'materials';

export const isMeasured = (kind: string): boolean => departmentOf(kind) === 'measuring';

/** What a measurement can be taken on. */
export const isPiece = (kind: string): boolean => tradeWords(kind).includes('piece');

/** First words of node ids, as graphs tend to shorten them; a body of questions has no kinds. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['mat', 'material'],
  ['cw', 'colourway'],
  ['pack', 'packaging'],
]);

const FIELDS: readonly (readonly [RegExp, Department])[] = [
  [/^(cut|cut_quantity|grain|on_fold|mirrored|seam_allowance|nap|notches)$/, 'cutting'],
  [/^(spi|stitch_class|seam_class|topstitch|spacing|reinforcement)/, 'sewing'],
  [/^(composition|weight|width|supplier|consumption|role|quantity|colour)/, 'materials'],
  [/^(spec|tol_plus|tol_minus|grade)$/, 'measuring'],
];

/** Of a question about a field of a node: by the first word of the node's id, else by the field. */
export const departmentAsked = (node: string, field: string): Department => {
  const word = /^[a-z_]+/i.exec(node)?.[0] ?? '';
  const known = node.includes('.') ? departmentOf(PREFIXES.get(word) ?? word) : 'other';
  return known === 'other' ? (FIELDS.find(([pattern]) => pattern.test(field))?.[1] ?? 'other') : known;
};
