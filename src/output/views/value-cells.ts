/** Values as cells for pipes: the value first and, with `--all`, the members beside it. */

import { isEmptyNodeValue } from '../../garment/flatten-body.ts';
import { findLeftOut, formatLeftOut, type LeftOut } from '../../garment/left-out.ts';
import { listQualifiers } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';

/** The cells of one row of a value: its path, the value, its unit and its provenance. */
export interface ValueCells {
  readonly field: string;
  readonly value: unknown;
  readonly unit: unknown;
  readonly state: string | null;
}

/**
 * Builds the rows of a value: its own and, with `all`, one for each member beside it (`cut.basis`).
 * Qualifiers such as `sizes[0].size` have a row even without `all`; other members without provenance do
 * not. With `whyApart` basis and confidence have columns of their own and get no row.
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

/** Inputs of the note about left-out cells. */
interface CellNoteOptions {
  readonly whyApart?: boolean;
  /** Values that a filter removed; `--all` does not bring them back. */
  readonly filteredOut?: readonly LeftOut[];
  /** Nodes that have no row. */
  readonly rowlessNodes?: readonly LeftOut[];
}

/** Returns what the cells of these values leave out. */
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

/**
 * Returns a note on what the cells of these values leave out, or undefined where they leave out nothing.
 */
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
