/** Which designs or garments a word means: one law, whoever holds them. */

import { type Typeable, typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { slips } from '../slips.ts';

/** What one goes by, as the list of designs gives it (specification 2.4). */
export interface Known {
  readonly id: string;
  readonly name?: unknown;
  readonly garment_category?: unknown;
  readonly created_at?: unknown;
  /** Its garment identity, once it is minted. */
  readonly sgg_garment_id?: unknown;
  /** The folder that a pull gave it. */
  readonly folder?: string | undefined;
}

/** Beginnings of an id are told from names by their form. */
const BEGINNING = /^[0-9a-f]{8}[0-9a-f-]*$/i;

export const isBeginning = (word: string): boolean => BEGINNING.test(word);

const fitting = (word: string, one: Known): 'is' | 'exactly' | 'begins' | undefined => {
  const { id, name, folder, sgg_garment_id: garment } = one;
  const [typed, known] = [word.toLowerCase(), id.toLowerCase()];
  if (known === typed) return 'is';
  if (typeof garment === 'string' && garment.toLowerCase() === typed) return 'exactly';
  if (name === word || folder === word) return 'exactly';
  return isBeginning(word) && known.startsWith(typed) ? 'begins' : undefined;
};

export const fits = (word: string, known: Known): boolean => fitting(word, known) !== undefined;

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Not what the word means, but perhaps what was meant: a part of the name, a name of a slip, too little of the id. */
export const isNear = (word: string, { id, name }: Known): boolean => {
  const typed = letters(word);
  if (typed.length < 3) return false;
  if (id.toLowerCase().startsWith(word.toLowerCase())) return true;
  const called = typeof name === 'string' ? letters(name) : '';
  return called !== '' && (called.includes(typed) || typed.includes(called) || slips(typed, called, 2));
};

/** Designs that share a name are told apart by the rest. */
const shown = ({ id, name, garment_category, created_at }: Known): string =>
  [id, name ?? '(unnamed)', garment_category, typeof created_at === 'string' && created_at.slice(0, 10)]
    .filter(Boolean)
    .join('  ');

const several = (word: string, found: readonly Known[], hint: Typeable): UsageError =>
  new UsageError(
    `${word} fits ${found.length} designs:\n${found.map((one) => `  ${shown(one)}`).join('\n')}`,
    {
      code: 'ambiguous',
      hint,
      details: { candidates: found.map(({ id }) => id) },
    },
  );

/**
 * All that the word means: what it names exactly, else what it is the beginning of. Several only where they share a
 * name; a beginning of several is a UsageError.
 */
export const matching = <T extends Known>(word: string, all: readonly T[]): readonly T[] => {
  const by = (kind: 'is' | 'exactly' | 'begins'): readonly T[] =>
    all.filter((one) => fitting(word, one) === kind);
  // A folder may hold a garment by its identity, and the design that was minted to it.
  const itself = by('is');
  const exactly = itself.length > 0 ? itself : by('exactly');
  if (exactly.length > 0) return exactly;
  const begun = by('begins');
  if (begun.length > 1) throw several(word, begun, typeable`type more of the id`);
  return begun;
};

/** The one that the word means; undefined for none. Throws a UsageError where it means several. */
export const onlyMatch = <T extends Known>(word: string, all: readonly T[]): T | undefined => {
  const [only, ...others] = matching(word, all);
  if (only === undefined || others.length === 0) return only;
  throw several(word, [only, ...others], typeable`type one of these ids`);
};
