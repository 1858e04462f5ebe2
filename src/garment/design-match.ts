/** Finds the designs or garments that the user selects with a typed word. All commands use the same rules. */

import { UsageError } from '../platform/errors.ts';
import { type ShellSafe, shellText } from '../platform/escape/shell.ts';
import { isLikelyTypo } from '../platform/typed-words.ts';

/** The members of a design that a user may type to select it, or that distinguish it (specification 2.4). */
export interface MatchableDesign {
  readonly id: string;
  readonly name?: unknown;
  readonly garment_category?: unknown;
  readonly created_at?: unknown;
  /** The permanent garment id, once the design is minted. */
  readonly sgg_garment_id?: unknown;
  /** The name of the folder of the design inside a pulled folder. */
  readonly folder?: string | undefined;
}

/** Matches a shortened design id, for example `3f9a12c4`. */
const ID_PREFIX = /^[0-9a-f]{8}[0-9a-f-]*$/i;

/** Returns true for a word that may be a shortened design id: eight or more hexadecimal digits. */
export const isIdPrefix = (word: string): boolean => ID_PREFIX.test(word);

const classifyMatch = (word: string, one: MatchableDesign): 'is' | 'exactly' | 'begins' | undefined => {
  const { id, name, folder, sgg_garment_id: garment } = one;
  const [typed, known] = [word.toLowerCase(), id.toLowerCase()];
  if (known === typed) return 'is';
  if (typeof garment === 'string' && garment.toLowerCase() === typed) return 'exactly';
  if (name === word || folder === word) return 'exactly';
  return isIdPrefix(word) && known.startsWith(typed) ? 'begins' : undefined;
};

/** Returns true if the typed word selects this design: by its id, garment id, name, folder or shortened id. */
export const isDesignMatch = (word: string, known: MatchableDesign): boolean =>
  classifyMatch(word, known) !== undefined;

const normalizeLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Returns true for a design that the user may have meant: the typed word (at least three letters) begins its id, is a
 * part of its name, contains its name, or is a likely typo of it.
 */
export const isSimilarDesign = (word: string, { id, name }: MatchableDesign): boolean => {
  const typed = normalizeLetters(word);
  if (typed.length < 3) return false;
  if (id.toLowerCase().startsWith(word.toLowerCase())) return true;
  const called = typeof name === 'string' ? normalizeLetters(name) : '';
  return (
    called !== '' && (called.includes(typed) || typed.includes(called) || isLikelyTypo(typed, called, 2))
  );
};

/** Formats a design for a list of candidates. Category and date distinguish designs of the same name. */
const formatCandidate = ({ id, name, garment_category, created_at }: MatchableDesign): string =>
  [id, name ?? '(unnamed)', garment_category, typeof created_at === 'string' && created_at.slice(0, 10)]
    .filter(Boolean)
    .join('  ');

const createAmbiguousError = (word: string, found: readonly MatchableDesign[], hint: ShellSafe): UsageError =>
  new UsageError(
    `${word} matches ${found.length} designs:\n${found.map((one) => `  ${formatCandidate(one)}`).join('\n')}`,
    {
      code: 'ambiguous',
      hint,
      details: { candidates: found.map(({ id }) => id) },
    },
  );

/**
 * Returns the designs that the typed word selects: designs with this id; if there are none, designs with this garment
 * id, name or folder; if there are none, the design with an id that begins with the word.
 * @throws UsageError `ambiguous` if several ids begin with the word.
 */
export const findMatchingDesigns = <T extends MatchableDesign>(
  word: string,
  all: readonly T[],
): readonly T[] => {
  const by = (kind: 'is' | 'exactly' | 'begins'): readonly T[] =>
    all.filter((one) => classifyMatch(word, one) === kind);
  // A folder can contain a house garment and a design with the same garment id. That id is the `id` of the house
  // garment, so the word selects only the house garment.
  const itself = by('is');
  const exactly = itself.length > 0 ? itself : by('exactly');
  if (exactly.length > 0) return exactly;
  const begun = by('begins');
  if (begun.length > 1) throw createAmbiguousError(word, begun, shellText`give more characters of the id`);
  return begun;
};

/**
 * Returns the only design that the typed word selects; undefined if it selects none.
 * @throws UsageError `ambiguous` if the word selects several designs.
 */
export const findOnlyDesign = <T extends MatchableDesign>(word: string, all: readonly T[]): T | undefined => {
  const [only, ...others] = findMatchingDesigns(word, all);
  if (only === undefined || others.length === 0) return only;
  throw createAmbiguousError(word, [only, ...others], shellText`give one of these ids`);
};
