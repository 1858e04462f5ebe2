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

/** The columns of a grid of values, without heads: path, value and reason (basis and confidence). */
export const VALUE_GRID_COLUMNS: readonly GridColumn[] = [
  { fit: 'wrap', min: 14 },
  { fit: 'wrap', min: 16 },
  { fit: 'wrap', min: 16 },
];

const isHiddenValue = (entry: Value): boolean => entry.role === 'plain';

/** Finds what the grid rows leave out without `--all`: members without provenance, and other members of values. */
export const findLeftOutOfGrid = (entries: readonly Value[]): readonly LeftOut[] =>
  findLeftOut(entries, (entry) => (isHiddenValue(entry) ? [] : ['value', 'why']));

/** Returns a path without the path of the parent, which the row above shows; `(itself)` if nothing remains. */
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

/** Renders an empty line and the grid of values; nothing if no value has a row. */
export const renderValueGrid = (entries: readonly Value[], all: boolean): readonly ViewBlock[] => {
  const rows = buildValueGridRows(entries, '', all);
  return rows.length > 0 ? [gap, grid(VALUE_GRID_COLUMNS, rows, { indent: 1 })] : [];
};
