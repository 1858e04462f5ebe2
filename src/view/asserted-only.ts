/** For whoever cannot take a state along: only what the designer stated, and how much that leaves out. */

import type { Rows } from './model.ts';

export interface AssertedOnly {
  readonly rows: Rows;
  /** Rows left out; to be said where it cannot be mistaken for data. */
  readonly leftOut: number;
}

/** Rows whose every state column says `asserted`. Rows without such a column stay whole. */
export function assertedOnly({ columns, rows }: Rows): AssertedOnly {
  const states = columns.flatMap((name, at) => (name === 'state' || name.endsWith('_state') ? [at] : []));
  const all = [...rows];
  const kept = all.filter((row) => states.every((at) => row[at] === 'asserted' || row[at] === null));
  const stated =
    states.length === 0 ? all : kept.filter((row) => states.some((at) => row[at] === 'asserted'));
  return { rows: { columns, rows: stated }, leftOut: all.length - stated.length };
}
