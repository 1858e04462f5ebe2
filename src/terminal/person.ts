/** Whoever may sit at the terminal: whether somebody can be asked, and what can be shown while work goes on. */

import type { Io } from './io.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Said on the command line, or by the environment. */
export interface Wishes {
  readonly noInput?: boolean;
  readonly accessible?: boolean;
}

export interface Person {
  /** Somebody can answer a question. */
  readonly answers: boolean;
  /** Lines can be drawn over. */
  readonly redraws: boolean;
  /** A screen reader reads it: whole sentences, one after the other, and words for signs. */
  readonly accessible: boolean;
}

const isSet = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());

export const isAccessible = (env: Environment, { accessible }: Wishes): boolean =>
  accessible === true || isSet(env.TOILE_ACCESSIBLE ?? env.ACCESSIBLE);

/**
 * A CI job may have a terminal, and nobody at it. A dumb one cannot be drawn over, as prompts do; those of a screen
 * reader only write lines, so whoever asks for them is asked.
 */
export const personAt = (
  { input, err }: Pick<Io, 'input' | 'err'>,
  env: Environment,
  wishes: Wishes,
): Person => {
  const accessible = isAccessible(env, wishes);
  const isAlone = isSet(env.CI);
  const isDumb = env.TERM === 'dumb';
  const noInput = wishes.noInput === true || isSet(env.TOILE_NO_INPUT);
  return {
    answers: input.terminal && err.terminal && !noInput && !isAlone && (!isDumb || accessible),
    redraws: err.terminal && !accessible && !isAlone && !isDumb,
    accessible,
  };
};
