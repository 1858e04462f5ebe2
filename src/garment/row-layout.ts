/** Assigns the values of a table row to columns. */

import { isObjectOrList } from '../platform/json/json-values.ts';
import { type CellPosition, placeValues } from './cell-positions.ts';
import { takeFirstSegment } from './split-records.ts';
import { type CellDraft, type RowCells, type RowLayout, SELF_COLUMN } from './table-columns.ts';
import { splitTolerance } from './tolerances.ts';
import type { TableSpec } from './trade-tables.ts';
import type { Value } from './value.ts';

const LABEL_COLUMN = 'label';
const TOLERANCE = 'tolerance';
const LINE_LABELS: readonly string[] = [LABEL_COLUMN, 'name', 'title'];

const nameColumn = ({ column, line, value: { role } }: CellPosition): string => {
  if (role === 'label' || (line !== '' && LINE_LABELS.includes(column))) return LABEL_COLUMN;
  return column === '' ? (role === 'self' && line === '' ? SELF_COLUMN : 'value') : column;
};

/**
 * Assigns each value of a row to a column. Different spellings of a field belong to the same column. If a row has a
 * field in two spellings, the value with the preferred spelling gets the column, and the other value gets a column with
 * its own name. A second value with the same name gets the column `name#2`.
 */
export const assignColumns = (places: readonly CellPosition[], { findField }: TableSpec): RowCells => {
  const matches = places.map((place) => {
    const { size, base, line } = place;
    const columnName = nameColumn(place);
    const match = findField(size === undefined ? columnName : base, size !== undefined);
    const key = match && (size === undefined ? match.field.key : `${match.field.key}.${size}`);
    return {
      place,
      columnName,
      match,
      key,
      isListed: place.value.path.slice(line.length).includes('['),
    };
  });
  const bestRanks = new Map<string, number>();
  for (const { key, match } of matches)
    if (key !== undefined && match)
      bestRanks.set(key, Math.min(match.rank, bestRanks.get(key) ?? match.rank));
  const hasField = (field: string): boolean =>
    [...bestRanks.keys()].some((key) => key === field || key.startsWith(`${field}.`));
  const names = new Set<string>();
  const layout: CellDraft[] = [];
  const values: Value[] = [];
  const putCell = (value: Value, cell: CellDraft): void => {
    let { name, role } = cell;
    for (let at = 2; names.has(name); at++) [name, role] = [`${cell.name}#${at}`, undefined];
    names.add(name);
    layout.push({ ...cell, name, role });
    values.push(value);
  };
  for (const { place, columnName, match, key, isListed } of matches) {
    const { size, base, value } = place;
    const isBest = key !== undefined && match && bestRanks.get(key) === match.rank && !names.has(key);
    if (!isBest) {
      putCell(value, { name: columnName, role: undefined, size, base, isListed });
      continue;
    }
    const role = match.field.key;
    const parts =
      role !== TOLERANCE || hasField('tol_plus') || hasField('tol_minus') ? undefined : splitTolerance(value);
    const sizeSuffix = size === undefined ? '' : `.${size}`;
    for (const [field, each] of parts ? Object.entries(parts) : [[role, value] as const])
      putCell(each, { name: `${field}${sizeSuffix}`, role: field, size, base: field, isListed });
  }
  return { layout, values };
};

/** The limits of the cache, because a tool server runs for days. A garment of 2,000 nodes has 128 layouts. */
const MAX_CACHED_LAYOUTS = 500;
const MAX_KEY_LENGTH = 500;
/**
 * The layouts of rows with one cell for each value, by key, for each function that finds the fields of a table. Garments
 * of a season repeat most layouts.
 */
const LAYOUT_CACHE = new WeakMap<TableSpec['findField'], Map<string, RowLayout>>();

/**
 * Returns a key of the paths and roles of the values. Returns undefined if a value is nested, has further members, or
 * may be split into several cells.
 */
const formatLayoutKey = (entries: readonly Value[]): string | undefined => {
  let key = '';
  for (const { role, path, parent, value, otherMembers } of entries) {
    if (parent !== undefined) return undefined;
    if (role === 'link') continue;
    if (isObjectOrList(value) || otherMembers.length > 0 || takeFirstSegment(path) !== path) return undefined;
    key += `${role} ${path.length} ${path} `;
  }
  return key;
};

/**
 * Assigns the values of a node to columns. The layout of nodes with the same members is computed once. Returns undefined
 * if the node may have other cells than one for each value.
 */
export const assignFlatColumns = (entries: readonly Value[], spec: TableSpec): RowCells | undefined => {
  const key = formatLayoutKey(entries);
  if (key === undefined) return undefined;
  const values = entries.filter(({ role }) => role !== 'link');
  const layouts = LAYOUT_CACHE.get(spec.findField) ?? new Map<string, RowLayout>();
  LAYOUT_CACHE.set(spec.findField, layouts);
  const cached = layouts.get(key);
  if (cached) return { layout: cached, values };
  const { positions } = placeValues(values, () => false);
  const cells = assignColumns(positions, spec);
  // A tolerance such as `+1/-0.5` becomes two cells, so the layout of a row with a tolerance depends on its value.
  const hasTolerance =
    cells.values.length !== values.length || cells.layout.some(({ role }) => role === TOLERANCE);
  if (!hasTolerance && layouts.size < MAX_CACHED_LAYOUTS && key.length <= MAX_KEY_LENGTH)
    layouts.set(key, cells.layout);
  return cells;
};
