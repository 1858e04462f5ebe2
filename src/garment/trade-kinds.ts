/** Kinds of nodes as the trade names them, and what it reads first of each. */

/** What the trade reads first, by kind; a kind that is not here keeps one line per value. */
export const READ_FIRST: Readonly<Record<string, readonly string[]>> = {
  material: ['role', 'composition', 'weight', 'width'],
  piece: ['cut', 'cut_quantity', 'on_fold', 'grain'],
  seam: ['seam_class', 'stitch_class', 'spi'],
  closure: ['type', 'count', 'spacing'],
  trim: ['material', 'quantity', 'size'],
  measurement: ['code', 'spec', 'tol_plus', 'tol_minus', 'grade'],
  edge: ['seam_allowance', 'length'],
  label: ['placement', 'attachment'],
  construction_note: ['callout'],
  colourway: ['shell', 'lining', 'trim', 'thread'],
  packaging: ['quantity', 'size', 'material'],
};

const SAME: Readonly<Record<string, string>> = {
  panel: 'piece',
  part: 'piece',
  pom: 'measurement',
  point: 'measurement',
  point_of_measure: 'measurement',
  note: 'construction_note',
  remark: 'construction_note',
  colorway: 'colourway',
  fabric: 'material',
};

const plainly = (kind: string): string => kind.toLowerCase().replace(/[-\s]/g, '_');

/** The name that the trade has for a kind, whichever of its names a body uses. */
export const tradeKind = (kind: string): string =>
  (Object.hasOwn(SAME, plainly(kind)) ? SAME[plainly(kind)] : undefined) ?? plainly(kind);
