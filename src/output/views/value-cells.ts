import { isEmptyNodeValue } from '../../garment/flatten-body.ts';
import { findLeftOut, formatLeftOut, type LeftOut } from '../../garment/left-out.ts';
import { hasSelectedProvenance } from '../../garment/provenance-filter.ts';
import { listQualifiers } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';

/** One output row: the path of a value (`field`), the value, its unit and its provenance (`state`). */
export interface ValueCells {
  readonly field: string;
  readonly value: unknown;
  readonly unit: unknown;
  readonly state: string | null;
}

/**
 * Builds the rows of a value: one for the value itself, and one for each qualifier, for example `sizes[0].size`. With
 * `all`, every other member has a row too, for example `cut.basis`. A value without provenance has rows only with
 * `all`. If `hasReasonColumns` is true, basis and confidence have columns instead of rows.
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

/**
 * The columns that give the reason for a value. The tables of `toile graph` and `toile brief` have them only if the
 * user filters the values by provenance, for example with `--state inferred`.
 */
export const REASON_COLUMNS = ['basis', 'confidence'];

/**
 * Returns the label of a node if it is asserted or if its provenance matches the filter `states`. Returns an empty text
 * for any other label, because a reader could take it for a value that matches the filter.
 */
export const formatFilteredLabel = (
  states: readonly string[] | undefined,
  label: string,
  state: string | undefined,
): string => (state === 'asserted' || hasSelectedProvenance(states, { state }) ? label : '');

interface CellNoteOptions {
  readonly hasReasonColumns?: boolean;
  /** Values that a filter such as `--state` excludes. They are not printed, even with `--all`. */
  readonly filteredOut?: readonly LeftOut[];
  /** The nodes without values. Only with `--all`, the table has a row for each of them. */
  readonly rowlessNodes?: readonly LeftOut[];
}

/**
 * Finds what the rows of `buildValueCells` leave out: values without provenance, and members of a value such as `note`.
 * If `hasReasonColumns` is false, basis and confidence are included. If `all` is true, the rows show everything and the
 * result is empty.
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

/**
 * Formats a note about what a table leaves out: first the values that a filter excludes, then what is printed only with
 * `--all`. Returns undefined if nothing is left out.
 */
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
