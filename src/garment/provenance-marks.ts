/**
 * The marks that show the provenance of a value, such as `~` for an inferred value, with the name and meaning of each.
 */

import { isProvenanceWord, type ProvenanceWord } from './stated-value.ts';

interface ProvenanceMark {
  readonly sign: string;
  /** The provenance word as printed for readers, for example `not stated`. */
  readonly name: string;
  readonly meaning: string;
}

/** The signs, names and meanings of the three provenance words: `=` asserted, `~` inferred, `?` unstated. */
export const PROVENANCE_MARKS: Readonly<Record<ProvenanceWord, ProvenanceMark>> = {
  asserted: { sign: '=', name: 'asserted', meaning: 'stated by the designer' },
  inferred: { sign: '~', name: 'inferred', meaning: 'worked out, ask before bulk' },
  unstated: { sign: '?', name: 'not stated', meaning: 'it has not been stated' },
};

/** Returns the sign of a provenance word: a space for undefined, and `!` for an unknown word. */
export const findProvenanceSign = (state: string | undefined): string =>
  state === undefined ? ' ' : isProvenanceWord(state) ? PROVENANCE_MARKS[state].sign : '!';
