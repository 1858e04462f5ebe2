/** The classes and words of changes. Every form of a comparison takes them from here. */

/**
 * Classes of changes, ranked by what it costs when the change is overlooked. Class 1 is the most expensive.
 */
export const CHANGE_CLASSES = {
  1: 'a stated value or an instruction was revised',
  2: 'a material or trim was replaced, added or removed',
  3: 'another part or a size was added or removed, or the sample size is another',
  4: 'a state went down: less is promised than before',
  5: 'an inferred value was stated, as it stood or otherwise',
  6: 'a value that was not stated was filled',
  7: 'an inferred value moved',
  8: 'a relation came or went',
  9: 'wording, questions, and what carries no state',
  10: 'reasons, order and spelling alone; shown by --all',
} as const;

/** A class of changes, from 1 (most expensive when overlooked) to 10. */
export type ChangeClass = keyof typeof CHANGE_CLASSES;

/** Changes of this class are shown only with `--all`. */
export const MINOR_CLASS: ChangeClass = 10;

/** The meaning of each word for a change. Words in capitals cost most when they are overlooked. */
export const CHANGE_WORDS = {
  REVISED: 'it was stated, and is stated otherwise now',
  'NUMBER REVISED': 'a text says another number, count or unit than before',
  'SAYS THE OPPOSITE': 'a text says not or without where it did not, or left for right',
  'BASIS REVISED': 'measured in another way, though the number may be the same',
  'TOLERANCE TIGHTENED': 'less deviation is allowed than before',
  'TOLERANCE LOOSENED': 'more deviation is allowed than before',
  'TOLERANCE REVISED': 'another deviation is allowed, neither only more nor only less',
  'GRADE RULE REVISED': 'the step between sizes is another, so all sizes but the sample change',
  'DEFAULT REVISED': 'it holds for everything that has no statement of its own',
  REPLACED: 'a material or trim is stated, and is another one now',
  'SIZE ADDED': 'a size that was not there; its values are listed with it',
  'SIZE REMOVED': 'a size that is not there any more',
  'SIZE RANGE REVISED': 'other sizes are made',
  'SAMPLE SIZE REVISED': 'the sample is made in another size',
  'stated for the first time': 'it was inferred, and is stated otherwise now',
  confirmed: 'it was inferred, and the same is stated now',
  filled: 'it was not stated, and is stated now',
  'worked out': 'it was not stated, and is inferred now',
  'now inferred': 'it was stated, and is inferred now',
  'no longer stated': 'it was stated or inferred, and is not stated now',
  'state changed': 'from or to a state that toile does not know; the word stands beside the value',
  moved: 'it was inferred, and is inferred otherwise now',
  reworded: 'a text says it in other words; numbers, counts and negations are the same',
  changed: 'a member without a state, or one that was not stated, has changed',
  'written otherwise': 'the same, in another spelling or order (--all)',
  reason: 'the basis or confidence is another (--all)',
  added: 'it was not there',
  removed: 'it is not there any more',
  'link added': 'a relation that was not there',
  'link removed': 'a relation that is not there any more',
} as const;

/** A word for a change. */
export type ChangeWord = keyof typeof CHANGE_WORDS;

/** The word and its explanation for a value that the profile of the second body leaves out. */
export const WITHHELD_WORD = ['not in PROFILE profile', 'kept back: that profile does not hold it'] as const;
