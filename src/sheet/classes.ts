/** Classes of stitches and seams, by the code of one. */

/** ISO 4915: the first of three figures. */
const STITCHES: Readonly<Record<string, string>> = {
  1: 'chain stitch',
  2: 'hand stitch',
  3: 'lockstitch',
  4: 'multi-thread chain stitch',
  5: 'overedge chain stitch',
  6: 'covering chain stitch',
};

/** ISO 4916: the first of five figures. */
const SEAMS: Readonly<Record<string, string>> = {
  1: 'superimposed seam',
  2: 'lapped seam',
  3: 'bound seam',
  4: 'flat seam',
  5: 'decorative stitching',
  6: 'edge finishing',
  7: 'attached edging',
  8: 'single-ply construction',
};

/** The letters of ASTM D6193 for the same. */
const LETTERS: Readonly<Record<string, string>> = { SS: '1', LS: '2', BS: '3', FS: '4', OS: '5', EF: '6' };

export const CLASS_NAMES: readonly string[] = [...Object.values(STITCHES), ...Object.values(SEAMS)];

const distinct = (names: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(names.filter((name) => name !== undefined)),
];

/** What the codes in a value are called; nothing where the field holds none, or the code is of no class. */
export const classesIn = (field: string, value: string): readonly string[] => {
  if (/stitch_?class|stitch_?type/i.test(field))
    return distinct(
      [...value.matchAll(/(?<![\d.])([1-6])\d\d(?![\d.])/g)].map(([, first = '']) => STITCHES[first]),
    );
  if (!/seam_?class|seam_?type/i.test(field)) return [];
  const figures = [...value.matchAll(/(?<![\d.])([1-8])\.?\d\d\.?\d\d(?![\d.])/g)].map(([, first]) => first);
  const letters = [...value.matchAll(/(?<!\p{L})(SS|LS|BS|FS|OS|EF)[a-z]{1,2}(?!\p{L})/gu)].map(
    ([, word = '']) => LETTERS[word],
  );
  return distinct([...figures, ...letters].map((first = '') => SEAMS[first]));
};
