/** Names of stitch classes (ISO 4915) and seam classes (ISO 4916), by their codes. */

/** The stitch classes of ISO 4915, by the first digit of a code such as `401`. */
const STITCH_CLASSES: Readonly<Record<string, string>> = {
  1: 'chain stitch',
  2: 'hand stitch',
  3: 'lockstitch',
  4: 'multi-thread chain stitch',
  5: 'overedge chain stitch',
  6: 'covering chain stitch',
};

/** The seam classes of ISO 4916, by the first digit of a code such as `1.01.01`. */
const SEAM_CLASSES: Readonly<Record<string, string>> = {
  1: 'superimposed seam',
  2: 'lapped seam',
  3: 'bound seam',
  4: 'flat seam',
  5: 'decorative stitching',
  6: 'edge finishing',
  7: 'attached edging',
  8: 'single-ply construction',
};

/** The letters that stand for a seam class in ASTM D6193, each with the first digit of that class in ISO 4916. */
const ASTM_LETTERS: Readonly<Record<string, string>> = {
  SS: '1',
  LS: '2',
  BS: '3',
  FS: '4',
  OS: '5',
  EF: '6',
};

/** The English names of all stitch and seam classes. Every dictionary translates them. */
export const STITCH_AND_SEAM_CLASSES: readonly string[] = [
  ...Object.values(STITCH_CLASSES),
  ...Object.values(SEAM_CLASSES),
];

const deduplicateNames = (names: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(names.filter((name) => name !== undefined)),
];

/**
 * Returns the names of the stitch or seam classes for the codes in a value, for example `multi-thread chain stitch` for
 * `401`. Returns an empty list for unknown codes, and for a field that is no stitch class, stitch type, seam class or
 * seam type.
 */
export const findStitchAndSeamClasses = (field: string, value: string): readonly string[] => {
  if (/stitch_?class|stitch_?type/i.test(field))
    return deduplicateNames(
      [...value.matchAll(/(?<![\d.])([1-6])\d\d(?![\d.])/g)].map(([, first = '']) => STITCH_CLASSES[first]),
    );
  if (!/seam_?class|seam_?type/i.test(field)) return [];
  const figures = [...value.matchAll(/(?<![\d.])([1-8])\.?\d\d\.?\d\d(?![\d.])/g)].map(([, first]) => first);
  const letters = [...value.matchAll(/(?<!\p{L})(SS|LS|BS|FS|OS|EF)[a-z]{1,2}(?!\p{L})/gu)].map(
    ([, word = '']) => ASTM_LETTERS[word],
  );
  return deduplicateNames([...figures, ...letters].map((first = '') => SEAM_CLASSES[first]));
};
