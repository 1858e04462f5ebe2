/** The flag that filters values by provenance. */

import { NO_PROVENANCE } from '../../garment/provenance-filter.ts';
import { PROVENANCE_WORDS } from '../../garment/stated-value.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { FlagSpec, FlagValues } from '../argument-spec.ts';
import { readListFlag } from './parse-flags.ts';

/** The provenance words of `--state`, and the word for values without provenance. */
export const PROVENANCE_FILTER_WORDS: readonly string[] = [...PROVENANCE_WORDS, NO_PROVENANCE];

/** The flag `--state`. */
export const STATE_FLAG: FlagSpec = {
  value: 'STATES',
  about: 'only values in these states, for example inferred,unstated',
  suggests: PROVENANCE_FILTER_WORDS,
  commas: true,
  affects: 'rows',
};

const KNOWN_STATE = new RegExp(`^(?:${PROVENANCE_FILTER_WORDS.join('|')})$`, 'i');

/**
 * Returns the selected provenance words; undefined selects all. Words that toile does not know are
 * accepted, since a body may use any.
 */
export const readStateFlag = (flags: FlagValues): readonly string[] | undefined =>
  readListFlag(flags, 'state', shellText`--state inferred,unstated`)?.map((word) =>
    KNOWN_STATE.test(word) ? word.toLowerCase() : word,
  );
