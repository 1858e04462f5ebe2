/** Defines the classes and words that describe changes. Every output form of a comparison uses them. */

/**
 * The classes of changes and their printed descriptions. Class 1 is the most important for the user, and class 10 the
 * least.
 */
export const CHANGE_CLASSES = {
  1: 'a stated value or an instruction was revised',
  2: 'a material or trim was replaced, added or removed',
  3: 'a size or another part was added or removed, or the sample size changed',
  4: 'a stated value became inferred, or a value became unstated',
  5: 'an inferred value was stated, with the same or another value',
  6: 'an unstated value was stated or inferred',
  7: 'an inferred value changed',
  8: 'a relation was added or removed',
  9: 'wording, questions, and values without a state',
  10: 'only reasons, order or spelling; shown with --all',
} as const;

/** The number of a change class: a key of `CHANGE_CLASSES`. */
export type ChangeClass = keyof typeof CHANGE_CLASSES;

/** The class of minor changes, such as a change of spelling. Changes of this class are printed only with `--all`. */
export const MINOR_CLASS: ChangeClass = 10;

/**
 * The printed words for changes, such as `REVISED`, each with its printed explanation. Words in capitals are for
 * changes that are costly to overlook.
 */
export const CHANGE_WORDS = {
  REVISED: 'one stated value replaced another',
  'NUMBER REVISED': 'a number, count or unit in a text changed',
  'SAYS THE OPPOSITE': 'a text gained or lost a "not", or a word became its opposite, such as left and right',
  'BASIS REVISED': 'the way of measuring changed, even if the number did not',
  'TOLERANCE TIGHTENED': 'less deviation is allowed than before',
  'TOLERANCE LOOSENED': 'more deviation is allowed than before',
  'TOLERANCE REVISED': 'plus was tightened and minus loosened, or the reverse, or it is unclear',
  'GRADE RULE REVISED': 'the step between sizes changed, so every size except the sample changes',
  'DEFAULT REVISED': 'another value is used wherever nothing else is stated',
  REPLACED: 'a stated material or trim was replaced by another',
  'SIZE ADDED': 'a new size, listed with its values',
  'SIZE REMOVED': 'a size was removed',
  'SIZE RANGE REVISED': 'the list of sizes changed',
  'SAMPLE SIZE REVISED': 'the sample size changed',
  'stated for the first time': 'inferred before; now stated as another value',
  confirmed: 'an inferred value is stated now, with the same value',
  filled: 'a value that was unstated is stated now',
  'worked out': 'a value that was unstated is inferred now',
  'now inferred': 'a stated value is only inferred now',
  'no longer stated': 'a value that was asserted or inferred is unstated now',
  'state changed': 'toile does not know one of the two states, and prints it as the service sent it',
  moved: 'the service infers another value now',
  reworded: 'other words, with the same numbers, counts and negations',
  changed: 'a value changed that is neither stated nor inferred',
  'written otherwise': 'the same value in another spelling or order (--all)',
  reason: 'the reason or the confidence changed (--all)',
  added: 'a new part or value',
  removed: 'a part or value was removed',
  'link added': 'a new relation',
  'link removed': 'a relation was removed',
} as const;

/** A key of `CHANGE_WORDS`: the printed word or words for what happened to a value, for example `REVISED`. */
export type ChangeWord = keyof typeof CHANGE_WORDS;

/**
 * The text that `toile diff` prints for a value that the profile of the second body does not contain, and the
 * explanation of this text. `PROFILE` stands for the name of the profile, for example `factory`.
 */
export const WITHHELD_WORD = [
  'not in PROFILE profile',
  'left out because that profile does not contain it',
] as const;
