import { findLeftOut, type LeftOut } from '../../garment/left-out.ts';
import type { Value } from '../../garment/value.ts';
import {
  faint,
  listOtherMembers,
  renderBareRuns,
  renderProvenanceMark,
  renderReasonRuns,
  renderValueRuns,
  type TextRuns,
} from './value-runs.ts';
import { type GridColumn, gap, grid, type RichText, type ViewBlock } from './view-model.ts';

/** The widths of the columns of a grid of values: path, value and reason. They have no heads. */
export const VALUE_GRID_COLUMNS: readonly GridColumn[] = [
  { fit: 'wrap', min: 14 },
  { fit: 'wrap', min: 16 },
  { fit: 'wrap', min: 16 },
];

const isHiddenValue = (entry: Value): boolean => entry.role === 'plain';

/** Finds what the grid rows leave out without `--all`: members without provenance, and other members of values. */
export const findLeftOutOfGrid = (entries: readonly Value[]): readonly LeftOut[] =>
  findLeftOut(entries, (entry) => (isHiddenValue(entry) ? [] : ['value', 'why']));

const buildGridRow = (pad: string, entry: Value, first: TextRuns, second: TextRuns): readonly RichText[] => [
  [pad, renderProvenanceMark(entry.state), ' ', ...first],
  second,
  renderReasonRuns(entry),
];

const buildOtherMemberRows = (pad: string, entry: Value): readonly (readonly RichText[])[] =>
  listOtherMembers(entry).map(([key, value]) => [[`${pad}    `, faint(key)], renderBareRuns(value), '']);

/** Returns a path without the path of the parent, which the row above shows; `(itself)` if nothing remains. */
const formatRelativePath = ({ path, parent }: Value): string => {
  const inner =
    parent !== undefined && path.startsWith(parent) ? path.slice(parent.length).replace(/^\./, '') : path;
  return inner === '' ? '(itself)' : inner;
};

/**
 * Builds the grid rows of values: mark and path, value, reason. `pad` has the spaces before the path; a value inside
 * another value gets two more. `all` adds members without provenance and a row for each other member.
 */
export const buildValueGridRows = (
  entries: readonly Value[],
  pad: string,
  all: boolean,
): readonly (readonly RichText[])[] =>
  entries.flatMap((entry) => {
    if (isHiddenValue(entry) && !all) return [];
    const step = entry.parent === undefined ? pad : `${pad}  `;
    const extra = all ? buildOtherMemberRows(step, entry) : [];
    const field = formatRelativePath(entry);
    if (entry.role === 'link')
      return [buildGridRow(step, entry, [field], [faint('-> '), ...renderValueRuns(entry)]), ...extra];
    if (entry.role === 'deep')
      return [
        buildGridRow(step, entry, [field], ['nested too deeply to split: ', ...renderValueRuns(entry)]),
        ...extra,
      ];
    const noState = entry.state === undefined && entry.role !== 'plain' ? [faint('without a state')] : [];
    const [first, second, why] = buildGridRow(step, entry, [field], renderValueRuns(entry));
    return [[first ?? '', second ?? '', [...(why as TextRuns), ...noState]], ...extra];
  });

/** Renders an empty line and the grid of values; nothing if no value has a row. */
export const renderValueGrid = (entries: readonly Value[], all: boolean): readonly ViewBlock[] => {
  const rows = buildValueGridRows(entries, '', all);
  return rows.length > 0 ? [gap, grid(VALUE_GRID_COLUMNS, rows, { indent: 1 })] : [];
};
