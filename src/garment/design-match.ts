/** Finds the designs or garments that the user selects with a typed word. All commands use the same rules. */

import { UsageError } from '../platform/errors.ts';
import { type ShellSafe, shellText } from '../platform/escape/shell.ts';
import { isLikelyTypo } from '../platform/typed-words.ts';

/**
 * The members of a design that a user can type to select the design, such as its name. Further members, such as the
 * creation time, help the user to distinguish designs with the same name (specification 2.4).
 */
export interface MatchableDesign {
  readonly id: string;
  readonly name?: unknown;
  readonly garment_category?: unknown;
  readonly created_at?: unknown;
  /** The permanent id of the garment, such as `GARM-101`. A design gets it when it is minted. */
  readonly sgg_garment_id?: unknown;
  /** The name of the folder of the design inside a pulled folder. */
  readonly folder?: string | undefined;
}

/**
 * Returns true for a design id, or for the beginning of one with at least eight hexadecimal digits. Hyphens are allowed
 * only after the eighth digit.
 */
export const isIdPrefix = (word: string): boolean => /^[0-9a-f]{8}[0-9a-f-]*$/i.test(word);

type MatchKind = 'same id' | 'same name' | 'id prefix';

const classifyMatch = (word: string, design: MatchableDesign): MatchKind | undefined => {
  const { id, name, folder, sgg_garment_id: garment } = design;
  const [typed, known] = [word.toLowerCase(), id.toLowerCase()];
  if (known === typed) return 'same id';
  if (typeof garment === 'string' && garment.toLowerCase() === typed) return 'same name';
  if (name === word || folder === word) return 'same name';
  return isIdPrefix(word) && known.startsWith(typed) ? 'id prefix' : undefined;
};

/** Returns true if the typed word is the id, garment id, name or folder of this design, or the beginning of its id. */
export const isDesignMatch = (word: string, design: MatchableDesign): boolean =>
  classifyMatch(word, design) !== undefined;

const normalizeLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Returns true for a design that the user may have meant: the typed word (at least three letters) begins its id, is a
 * part of its name, contains its name, or is a likely typo of its name.
 */
export const isSimilarDesign = (word: string, { id, name }: MatchableDesign): boolean => {
  const typed = normalizeLetters(word);
  if (typed.length < 3) return false;
  if (id.toLowerCase().startsWith(word.toLowerCase())) return true;
  const known = typeof name === 'string' ? normalizeLetters(name) : '';
  return known !== '' && (known.includes(typed) || typed.includes(known) || isLikelyTypo(typed, known, 2));
};

/** Formats a design with its category and date, which distinguish designs of the same name. */
const formatCandidate = ({ id, name, garment_category, created_at }: MatchableDesign): string =>
  [id, name ?? '(unnamed)', garment_category, typeof created_at === 'string' && created_at.slice(0, 10)]
    .filter(Boolean)
    .join('  ');

const createAmbiguousError = (word: string, found: readonly MatchableDesign[], hint: ShellSafe): UsageError =>
  new UsageError(
    `${word} matches ${found.length} designs:\n${found.map((design) => `  ${formatCandidate(design)}`).join('\n')}`,
    { code: 'ambiguous', hint, details: { candidates: found.map(({ id }) => id) } },
  );

/**
 * Returns the designs that the typed word selects. First searches for a design with this id. If there is none, searches
 * by garment id, name and folder. If there is none either, returns the only design with an id that begins with the
 * word.
 * @throws UsageError `ambiguous` if several ids begin with the word.
 */
export const findMatchingDesigns = <T extends MatchableDesign>(
  word: string,
  designs: readonly T[],
): readonly T[] => {
  const listMatches = (kind: MatchKind): readonly T[] =>
    designs.filter((design) => classifyMatch(word, design) === kind);
  // In a pulled folder, a typed garment id can be the `id` of one entry and only the garment id of another entry. Then
  // the entry with this `id` is selected.
  const sameId = listMatches('same id');
  if (sameId.length > 0) return sameId;
  const sameName = listMatches('same name');
  if (sameName.length > 0) return sameName;
  const byPrefix = listMatches('id prefix');
  if (byPrefix.length > 1)
    throw createAmbiguousError(word, byPrefix, shellText`give more characters of the id`);
  return byPrefix;
};

/**
 * Returns the only design that the typed word selects; undefined if it selects none.
 * @throws UsageError `ambiguous` if the word selects several designs.
 */
export const findOnlyDesign = <T extends MatchableDesign>(
  word: string,
  designs: readonly T[],
): T | undefined => {
  const [only, ...others] = findMatchingDesigns(word, designs);
  if (only === undefined || others.length === 0) return only;
  throw createAmbiguousError(word, [only, ...others], shellText`give one of these ids`);
};
