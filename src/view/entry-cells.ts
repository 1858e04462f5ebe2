/** Entries as cells for pipes: a value first, then, where everything is asked for, what stands beside it. */

import type { Entry } from '../garment/entries.ts';
import { isBare } from '../garment/flatten-body.ts';
import { type LeftOut, leftOutText, notShown } from '../garment/left-out.ts';
import { qualifiers } from '../garment/stated.ts';

export interface Cells {
  readonly field: string;
  readonly value: unknown;
  readonly unit: unknown;
  readonly state: string | null;
}

/**
 * `cut.basis` and its like have no state of their own. Members without a state are left out unless `all`, but for
 * those that say which value it is: `sizes[0].size`.
 * `whyApart`: basis and confidence have columns of their own.
 */
export const cellsOf = (entry: Entry, all: boolean, whyApart = false): readonly Cells[] => {
  if (entry.role === 'plain' && !all) return [];
  const own = {
    field: entry.field,
    value: entry.value ?? null,
    unit: entry.unit ?? null,
    state: entry.state ?? null,
  };
  const why = whyApart ? [] : [['basis', entry.basis] as const, ['confidence', entry.confidence] as const];
  const beside = all ? [...why, ...entry.extras] : qualifiers(entry);
  if (beside.length === 0) return [own];
  return [
    own,
    ...beside
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ({ field: `${entry.field}.${key}`, value, unit: null, state: null })),
  ];
};

/** The cells of columns of their own: why a value is what it is. */
export const whyCells = ({ basis, confidence }: Pick<Entry, 'basis' | 'confidence'>): readonly unknown[] => [
  basis ?? null,
  confidence ?? null,
];

interface Beside {
  readonly whyApart?: boolean;
  readonly gone?: readonly LeftOut[];
  readonly nodes?: readonly LeftOut[];
}

/** What the cells of these entries leave out. */
export const notInCells = (entries: readonly Entry[], all: boolean, whyApart = false): readonly LeftOut[] => {
  const parts = whyApart ? (['value', 'why'] as const) : (['value'] as const);
  if (all) return [];
  return notShown(
    entries.filter((entry) => !isBare(entry)),
    ({ role }) => (role === 'plain' ? [] : parts),
  );
};

/**
 * What the cells of these entries leave out, as a word beside the rows; undefined where it is nothing. `gone` is what
 * was not asked for, and `--all` does not bring it back; `nodes` are those that have no row.
 */
export const leftOutOfCells = (
  entries: readonly Entry[],
  all: boolean,
  { whyApart = false, gone = [], nodes = [] }: Beside = {},
): string | undefined => {
  const left = [...(all ? [] : nodes), ...notInCells(entries, all, whyApart)];
  const notes = [
    ...(gone.length > 0 ? [leftOutText(gone)] : []),
    ...(left.length > 0 ? [`${leftOutText(left)}; --all has them`] : []),
  ];
  return notes.length > 0 ? notes.join('; ') : undefined;
};
