/** For whoever cannot take a state along: only what the designer stated, and how much that leaves out. */

import type { Rows } from './model.ts';

export interface AssertedOnly {
  readonly rows: Rows;
  /** Rows left out; to be said where it cannot be mistaken for data. */
  readonly leftOut: number;
  /** Values emptied in rows that stay: the row's own name is asserted, but they are not. */
  readonly emptied: number;
}

/**
 * Keeps rows whose `state` says `asserted`. Where each value has its own `<name>_state`, the first of them decides
 * for the row, and of the others what is not asserted is emptied. Rows without states stay as they are.
 */
export function assertedOnly({ columns, rows }: Rows): AssertedOnly {
  const states = columns.flatMap((name, at) => (name === 'state' || name.endsWith('_state') ? [at] : []));
  const [first] = states;
  const all = [...rows];
  if (first === undefined) return { rows: { columns, rows: all }, leftOut: 0, emptied: 0 };
  let emptied = 0;
  const kept = all
    .filter((row) => row[first] === 'asserted')
    .map((row) => {
      const away = states.filter((at) => row[at] !== 'asserted');
      const values = away.map((at) => columns.indexOf(valueName(columns[at])));
      emptied += values.filter((at) => row[at] !== null && row[at] !== undefined).length;
      return row.map((cell, at) => (away.includes(at) || values.includes(at) ? null : cell));
    });
  return { rows: { columns, rows: kept }, leftOut: all.length - kept.length, emptied };
}

const valueName = (state = ''): string => (state === 'state' ? 'value' : state.slice(0, -'_state'.length));
