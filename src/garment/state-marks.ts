/** The marks of states: a sign for every screen, page and text, and what each asks of whoever makes the garment. */

import type { StateWord } from './stated.ts';

interface Mark {
  readonly sign: string;
  /** The state as people say it. */
  readonly name: string;
  readonly asks: string;
}

export const MARKS: Readonly<Record<StateWord, Mark>> = {
  asserted: { sign: '=', name: 'asserted', asks: 'stated by the designer' },
  inferred: { sign: '~', name: 'inferred', asks: 'worked out, ask before bulk' },
  unstated: { sign: '?', name: 'not stated', asks: 'nobody has stated it' },
};

const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries(MARKS).map(([state, { sign }]) => [state, sign] as const),
);

/** A body may say any word, also one that every object inherits: those have one sign, and the word beside it. */
export const signOf = (state: string | undefined): string =>
  state === undefined ? ' ' : (SIGNS.get(state) ?? '!');
