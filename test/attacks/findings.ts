/** The findings of the last hostile review, and the tests that hold each; and what held then and has to hold on. */

export interface Holding {
  /** From the root of the project. */
  readonly file: string;
  /** Its title or the title of what it stands in. */
  readonly test: string;
}

export interface Held {
  readonly says: string;
  readonly held: readonly Holding[];
}

export const FINDINGS: Readonly<Record<number, Held>> = {};
export const HELD: readonly Held[] = [];
export const HELD_ELSEWHERE: readonly string[] = [];
