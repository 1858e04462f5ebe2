/** Kinds of nodes as the trade names them, and what it reads first of each. */

/** What the trade reads first, by kind; a kind that is not here, or has nothing here, keeps one line per value. */
const READ_FIRST: Readonly<Record<string, readonly string[]>> = {
  piece: ['cut', 'cut_quantity', 'on_fold', 'grain'],
  edge: ['seam_allowance', 'length'],
  seam: ['seam_class', 'stitch_class', 'spi'],
  quilt_line: [],
  closure: ['type', 'count', 'spacing'],
  construction_note: ['callout'],
  process: [],
  material: ['role', 'composition', 'weight', 'width'],
  trim: ['material', 'quantity', 'size'],
  measurement: ['code', 'spec', 'tol_plus', 'tol_minus', 'grade'],
  label: ['placement', 'attachment'],
  packaging: ['quantity', 'size', 'material'],
  colourway: ['shell', 'lining', 'trim', 'thread'],
};

/** The kinds that the trade has a name for; a graph may have others. */
export const KINDS: readonly string[] = Object.keys(READ_FIRST);

/** Without a tolerance a factory may deliver anything: that there is none has to show. */
const NEVER_LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  measurement: ['code', 'spec', 'tol_plus', 'tol_minus'],
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

/** Kinds by each of their names, and what is read first of them. */
export const TRADE_NAMES: readonly string[] = [
  ...Object.keys(READ_FIRST),
  ...Object.keys(SAME),
  ...Object.values(READ_FIRST).flat(),
  ...Object.values(NEVER_LEFT_OUT).flat(),
];

/** A body may name a kind after what every object inherits. */
const of = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** `BOMLine` and `pointOfMeasure` are words written together. */
const plainly = (kind: string): string =>
  kind
    .replaceAll(/(?<=\p{Ll}|\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_')
    .toLowerCase()
    .replace(/[-\s]/g, '_');

const MOST_KNOWN = 2_000;

/** Works a word out once: a body says few kinds, each of many nodes, and every table asks after all of them. */
export const onceEach = <T>(of: (word: string) => T): ((word: string) => T) => {
  const known = new Map<string, T>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const found = of(word);
    if (known.size < MOST_KNOWN) known.set(word, found);
    return found;
  };
};

/** The name that the trade has for a kind, whichever of its names a body uses. */
export const tradeKind = onceEach((kind) => {
  const plain = plainly(kind);
  return of(SAME, plain) ?? plain;
});

/** The kind itself and each of its words, by the names of the trade: a `front panel` is a piece. */
export const tradeWords: (kind: string) => readonly string[] = onceEach((kind) => [
  tradeKind(kind),
  ...tradeKind(kind)
    .split(/[^\p{L}]+/u)
    .map(tradeKind),
]);

export const readFirst = (kind: string): readonly string[] => of(READ_FIRST, tradeKind(kind)) ?? [];
export const neverLeftOut = (kind: string): readonly string[] => of(NEVER_LEFT_OUT, tradeKind(kind)) ?? [];
