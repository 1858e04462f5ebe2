/** Values as cells of output rows: the value first, then with `--all` its other members. */

import { isEmptyNodeValue } from '../../garment/flatten-body.ts';
import { findLeftOut, formatLeftOut, type LeftOut } from '../../garment/left-out.ts';
import { listQualifiers } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';

/** The cells of one row: the path of a value, the value, its unit and its provenance. */
export interface ValueCells {
  readonly field: string;
  readonly value: unknown;
  readonly unit: unknown;
  readonly state: string | null;
}

/**
 * Builds the row of a value, and with `all` one row for each of its other members (`cut.basis`). Qualifiers such as
 * `sizes[0].size` have a row even without `all`. A member without provenance has a row only with `all`. With
 * `whyApart`, basis and confidence have columns and therefore no rows.
 */
export const buildValueCells = (entry: Value, all: boolean, whyApart = false): readonly ValueCells[] => {
  if (entry.role === 'plain' && !all) return [];
  const own = {
    field: entry.path,
    value: entry.value ?? null,
    unit: entry.unit ?? null,
    state: entry.state ?? null,
  };
  const why = whyApart ? [] : [['basis', entry.basis] as const, ['confidence', entry.confidence] as const];
  const beside = all ? [...why, ...entry.otherMembers] : listQualifiers(entry);
  if (beside.length === 0) return [own];
  return [
    own,
    ...beside
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ({ field: `${entry.path}.${key}`, value, unit: null, state: null })),
  ];
};

/** Builds the cells of the columns `basis` and `confidence`. */
export const buildReasonCells = ({
  basis,
  confidence,
}: Pick<Value, 'basis' | 'confidence'>): readonly unknown[] => [basis ?? null, confidence ?? null];

/** Options for the note about left-out values. */
interface CellNoteOptions {
  /** True if basis and confidence have columns of their own. */
  readonly whyApart?: boolean;
  /** Values that a filter removed. `--all` does not show them. */
  readonly filteredOut?: readonly LeftOut[];
  /** Nodes that have no row without `--all`. */
  readonly rowlessNodes?: readonly LeftOut[];
}

/** Finds what the cells of these values leave out. With `whyApart`, basis and confidence are shown in columns. */
export const findLeftOutOfCells = (
  entries: readonly Value[],
  all: boolean,
  whyApart = false,
): readonly LeftOut[] => {
  const parts = whyApart ? (['value', 'why'] as const) : (['value'] as const);
  if (all) return [];
  return findLeftOut(
    entries.filter((entry) => !isEmptyNodeValue(entry)),
    ({ role }) => (role === 'plain' ? [] : parts),
  );
};

/** Returns a note on what a filter removed and what needs `--all`, or undefined if nothing is left out. */
export const formatLeftOutNote = (
  entries: readonly Value[],
  all: boolean,
  { whyApart = false, filteredOut = [], rowlessNodes = [] }: CellNoteOptions = {},
): string | undefined => {
  const left = [...(all ? [] : rowlessNodes), ...findLeftOutOfCells(entries, all, whyApart)];
  const notes = [
    ...(filteredOut.length > 0 ? [formatLeftOut(filteredOut)] : []),
    ...(left.length > 0 ? [`${formatLeftOut(left)}; --all shows them`] : []),
  ];
  return notes.length > 0 ? notes.join('; ') : undefined;
};
