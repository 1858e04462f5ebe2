import { isEmptyNodeValue } from '../../garment/flatten-body.ts';
import { findLeftOut, formatLeftOut, type LeftOut } from '../../garment/left-out.ts';
import { hasSelectedProvenance } from '../../garment/provenance-filter.ts';
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
 * Builds the rows of a value: the value, then its qualifiers (`sizes[0].size`), or with `all` all its other members
 * (`cut.basis`). A member without provenance has rows only with `all`. With `hasReasonColumns`, basis and confidence
 * have no rows, because the output has columns for them.
 */
export const buildValueCells = (
  entry: Value,
  all: boolean,
  hasReasonColumns = false,
): readonly ValueCells[] => {
  if (entry.role === 'plain' && !all) return [];
  const ownCells = {
    field: entry.path,
    value: entry.value ?? null,
    unit: entry.unit ?? null,
    state: entry.state ?? null,
  };
  const reasons = hasReasonColumns
    ? []
    : [['basis', entry.basis] as const, ['confidence', entry.confidence] as const];
  const members = all ? [...reasons, ...entry.otherMembers] : listQualifiers(entry);
  if (members.length === 0) return [ownCells];
  return [
    ownCells,
    ...members
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ({ field: `${entry.path}.${key}`, value, unit: null, state: null })),
  ];
};

/** The columns that are added if values are filtered by provenance. */
export const REASON_COLUMNS = ['basis', 'confidence'];

/**
 * Returns a label, or an empty text if `states` does not select it, because it would look like a selected value. An
 * asserted label is always returned.
 */
export const formatFilteredLabel = (
  states: readonly string[] | undefined,
  label: string,
  state: string | undefined,
): string => (state === 'asserted' || hasSelectedProvenance(states, { state }) ? label : '');

interface CellNoteOptions {
  /** True if the output has columns for basis and confidence. */
  readonly hasReasonColumns?: boolean;
  /** Values that a filter removed. `--all` does not show them. */
  readonly filteredOut?: readonly LeftOut[];
  /** Nodes without values, which have a row only with `--all`. */
  readonly rowlessNodes?: readonly LeftOut[];
}

/**
 * Finds what `buildValueCells` leaves out: members without provenance, reasons (unless `hasReasonColumns`) and other
 * members. Returns an empty list if `all` is true.
 */
export const findLeftOutOfCells = (
  entries: readonly Value[],
  all: boolean,
  hasReasonColumns = false,
): readonly LeftOut[] => {
  const parts = hasReasonColumns ? (['value', 'why'] as const) : (['value'] as const);
  if (all) return [];
  return findLeftOut(
    entries.filter((entry) => !isEmptyNodeValue(entry)),
    ({ role }) => (role === 'plain' ? [] : parts),
  );
};

/** Formats a note about the values that a filter removed and those that `--all` shows; undefined if there are none. */
export const formatLeftOutNote = (
  entries: readonly Value[],
  all: boolean,
  { hasReasonColumns = false, filteredOut = [], rowlessNodes = [] }: CellNoteOptions = {},
): string | undefined => {
  const leftOut = [...(all ? [] : rowlessNodes), ...findLeftOutOfCells(entries, all, hasReasonColumns)];
  const notes = [
    ...(filteredOut.length > 0 ? [formatLeftOut(filteredOut)] : []),
    ...(leftOut.length > 0 ? [`${formatLeftOut(leftOut)}; --all shows them`] : []),
  ];
  return notes.length > 0 ? notes.join('; ') : undefined;
};
