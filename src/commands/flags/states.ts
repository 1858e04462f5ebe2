/** The flags that choose values by their state, read one way by every command that has them. */

import { typeable } from '../../border/shell.ts';
import { NO_STATE } from '../../garment/state-choice.ts';
import { STATE_WORDS } from '../../garment/stated.ts';
import type { FlagSpec, Given } from '../typed.ts';
import { list } from './parse-flags.ts';

export const STATES: readonly string[] = [...STATE_WORDS, NO_STATE];

export const STATE: FlagSpec = {
  value: 'STATES',
  about: 'only values of these states, with why and confidence: inferred,unstated; none for no state given',
  suggests: STATES,
  commas: true,
  acts: 'rows',
};

const KNOWN = new RegExp(`^(?:${STATES.join('|')})$`, 'i');

/** Undefined where every state is wanted. A body may say any word, so that any may be asked for. */
export const statesOf = (flags: Given): readonly string[] | undefined =>
  list(flags, 'state', typeable`--state inferred,unstated`)?.map((word) =>
    KNOWN.test(word) ? word.toLowerCase() : word,
  );
