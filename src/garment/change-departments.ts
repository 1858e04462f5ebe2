/** Who has to act on a change, by the kind of node that it stands in. */

export const DEPARTMENTS = [
  'cutting',
  'sewing',
  'materials',
  'measuring',
  'labels and packing',
  'other',
] as const;
export type Department = (typeof DEPARTMENTS)[number];

const KINDS: Readonly<Record<Exclude<Department, 'other'>, readonly string[]>> = {
  cutting: ['piece', 'panel', 'part', 'edge', 'pattern', 'marker', 'notch'],
  sewing: [
    'seam',
    'hem',
    'stitch',
    'closure',
    'construction',
    'remark',
    'callout',
    'quilt',
    'process',
    'pocket',
  ],
  materials: [
    'material',
    'fabric',
    'cloth',
    'trim',
    'colourway',
    'colorway',
    'thread',
    'interlining',
    'lining',
  ],
  measuring: ['measurement', 'measure', 'point', 'pom', 'grade'],
  'labels and packing': ['label', 'packaging', 'packing', 'care'],
};

const wordsOf = (kind: string): readonly string[] => kind.toLowerCase().split(/[^a-z]+/);

export function departmentOf(kind: string): Department {
  const words = wordsOf(kind);
  return (
    DEPARTMENTS.find((name) => name !== 'other' && KINDS[name].some((known) => words.includes(known))) ??
    'other'
  );
}

/** Material and trims are bought, and may have been bought already. Colourways say in what colour. */
export const isBought = (kind: string): boolean => departmentOf(kind) === 'materials';

export const isMeasured = (kind: string): boolean => departmentOf(kind) === 'measuring';

/** What a measurement can be taken on. */
export const isPiece = (kind: string): boolean =>
  wordsOf(kind).some((word) => ['piece', 'panel', 'part'].includes(word));
