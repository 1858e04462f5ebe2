import { findLeftOut, type LeftOut } from '../../garment/left-out.ts';
import type { Value } from '../../garment/value.ts';
import {
  faint,
  listOtherMembers,
  renderBareRuns,
  renderProvenanceMark,
  renderReasonRuns,
  renderValueRuns,
} from './value-runs.ts';
import { type GridColumn, gap, grid, type RichText, type TextRun, type ViewBlock } from './view-model.ts';

/** The columns of a grid of values: path, value, and reason (basis and confidence). The grid has no header row. */
export const VALUE_GRID_COLUMNS: readonly GridColumn[] = [
  { fit: 'wrap', min: 14 },
  { fit: 'wrap', min: 16 },
  { fit: 'wrap', min: 16 },
];

const isHiddenValue = (entry: Value): boolean => entry.role === 'plain';

/**
 * Finds what a grid of values shows only with `--all`: each value without provenance, and each member of a shown value
 * for which the grid has no column.
 */
export const findLeftOutOfGrid = (entries: readonly Value[]): readonly LeftOut[] =>
  findLeftOut(entries, (entry) => (isHiddenValue(entry) ? [] : ['value', 'why']));

/**
 * Returns the path of a value without the path of its parent, because the row above already prints the parent. Returns
 * `(itself)` if both paths are equal.
 */
const formatRelativePath = ({ path, parent }: Value): string => {
  const inner =
    parent !== undefined && path.startsWith(parent) ? path.slice(parent.length).replace(/^\./, '') : path;
  return inner === '' ? '(itself)' : inner;
};

const VALUE_PREFIXES: Readonly<Partial<Record<Value['role'], string | TextRun>>> = {
  link: faint('-> '),
  deep: 'nested too deeply to split: ',
};

/**
 * Builds the grid rows of values: one row per value, with its provenance mark and path, the value itself, and its
 * reason. The spaces in `pad` come before the path. The path of a value inside another value gets two more spaces. If
 * `all` is true, members without provenance are included, and each further member of a value, for example a note, gets
 * its own row.
 */
export const buildValueGridRows = (
  entries: readonly Value[],
  pad: string,
  all: boolean,
): readonly (readonly RichText[])[] =>
  entries.flatMap((entry) => {
    if (isHiddenValue(entry) && !all) return [];
    const { role, state, parent } = entry;
    const ownPad = parent === undefined ? pad : `${pad}  `;
    const members = all ? listOtherMembers(entry) : [];
    const hasNoState = state === undefined && role !== 'plain' && VALUE_PREFIXES[role] === undefined;
    return [
      [
        [ownPad, renderProvenanceMark(state), ' ', formatRelativePath(entry)],
        [VALUE_PREFIXES[role] ?? '', ...renderValueRuns(entry)],
        [...renderReasonRuns(entry), ...(hasNoState ? [faint('without a state')] : [])],
      ],
      ...members.map(([key, value]) => [[`${ownPad}    `, faint(key)], renderBareRuns(value), '']),
    ];
  });

/** Renders an empty line and then the values as a grid. Renders nothing if the grid would have no row. */
export const renderValueGrid = (entries: readonly Value[], all: boolean): readonly ViewBlock[] => {
  const rows = buildValueGridRows(entries, '', all);
  return rows.length > 0 ? [gap, grid(VALUE_GRID_COLUMNS, rows, { indent: 1 })] : [];
};
