/** Recognizes by its name what a field holds: a tolerance, a grade rule, a default, a size range. */

import { FIELD_NAMES_BY_MEANING } from './change-vocabulary.ts';
import { cacheByWord } from './trade-kinds.ts';

/** What a field holds, where a change of it has a word of its own. */
export type FieldMeaning = keyof typeof FIELD_NAMES_BY_MEANING;

/** Writes a path in snake case between underscores: `tolPlus` and `tol.plus` become `_tol_plus_`. */
const toSnakePath = (path: string): string =>
  `_${path
    .normalize('NFC')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')}_`;

/** Returns what a path names; undefined for a field without a special meaning. */
export const findFieldMeaning: (path: string) => FieldMeaning | 'other' = cacheByWord((path) => {
  const whole = toSnakePath(path);
  const last = toSnakePath(path.slice(path.lastIndexOf('.') + 1));
  const names = Object.entries(FIELD_NAMES_BY_MEANING) as readonly [FieldMeaning, readonly string[]][];
  // A range of sizes is the whole field: `sizes.XS` is the value of one size.
  const isNamed = ([meaning, spellings]: readonly [FieldMeaning, readonly string[]]): boolean =>
    spellings.some((each) =>
      meaning === 'sizeRange' || meaning === 'measuring' ? last === `_${each}_` : whole.includes(`_${each}_`),
    );
  return names.find(isNamed)?.[0] ?? 'other';
});
