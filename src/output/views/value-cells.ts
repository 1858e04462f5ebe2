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
 * Builds the rows of a value. The first row has the value itself, the next rows its qualifiers (`sizes[0].size`). With
 * `all`, these rows have all its other members (`cut.basis`). A member without provenance has rows only with `all`.
 * With `hasReasonColumns`, basis and confidence have no rows, because they have columns.
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
 * Returns a label if `states` is undefined or contains the provenance of the label, or if the label is asserted.
 * Otherwise returns an empty text, because the label could be read as one of the selected values.
 */
export const formatFilteredLabel = (
  states: readonly string[] | undefined,
  label: string,
  state: string | undefined,
): string => (state === 'asserted' || hasSelectedProvenance(states, { state }) ? label : '');

interface CellNoteOptions {
  /** True if the output has columns for basis and confidence. */
  readonly hasReasonColumns?: boolean;
  /**
   * Values that are not printed because a filter such as `--state` removed them. `--all` does not print them either.
   */
  readonly filteredOut?: readonly LeftOut[];
  /** Nodes without values, which have a row only with `--all`. */
  readonly rowlessNodes?: readonly LeftOut[];
}

/**
 * Finds the parts of values for which `buildValueCells` builds no row: members without provenance, basis and confidence
 * (unless `hasReasonColumns` is true), and other members of a value. Returns an empty list if `all` is true.
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
 * Formats a note that counts the values that do not match a filter, and then what only `--all` prints. Returns
 * undefined if there is nothing to count.
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
