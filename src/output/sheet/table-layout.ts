/**
 * Computes the layout of a printed table: which columns are side by side, which values are printed below another value
 * in the same column, and which sizes are in each block of columns.
 */

import type { NodeColumn, NodeRow, NodeTable } from '../../garment/node-table.ts';
import { hasEqualTolerances } from '../../garment/table-text.ts';
import type { Value } from '../../garment/value.ts';
import { toPayloadText } from '../../platform/json/json-values.ts';
import { findLargest, findSmallest } from '../../platform/lists.ts';
import { measureWidth } from '../measure-width.ts';

/** One printed column of a table. */
export interface PaperColumn {
  readonly head: string;
  /**
   * The table column with the printed values. Undefined for a column of relations, and for a column of row names in a
   * table without a label column.
   */
  readonly column: NodeColumn | undefined;
  readonly relation: string | undefined;
  /**
   * Table columns that share this printed column. In each cell, their values are printed below the main value, each
   * after its column name.
   */
  readonly under: readonly NodeColumn[];
  /** The sign before each number of the column: `+`, `−` or `±`; empty if it has none. */
  readonly sign: string;
  /** True for a column of numbers, which are aligned and never wrapped. */
  readonly isGrid: boolean;
  readonly isName: boolean;
}

/** The layout of a table on paper: its columns, and the unit in its title. */
export interface TableLayout {
  /** The blocks of columns, printed one below the other. Each block repeats the columns of code and name. */
  readonly blocks: readonly (readonly PaperColumn[])[];
  /** The unit of all numbers of the table, printed once in its title; undefined without a common unit. */
  readonly unit: string | undefined;
}

/**
 * For each table, the columns that are printed below another column. For example, in the table `bom` the column
 * `article` is printed below the column `supplier`.
 */
const STACKED_ROLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bom: {
    ...{ section: 'label', type: 'label', composition: 'label', material: 'label', weight: 'label' },
    ...{ width: 'label', size: 'label', nap: 'label', article: 'supplier' },
    ...{ consumption: 'quantity', count: 'quantity', wastage: 'quantity', spare: 'quantity' },
  },
  pom: {
    ...{ description: 'label', how_to_measure: 'label', piece: 'label', position: 'label' },
    ...{ extent: 'label', tension: 'label' },
  },
  callouts: { text: 'label', placement: 'label', machine: 'label' },
};

const GRID_ROLES: readonly string[] = [
  'spec',
  'tol_minus',
  'tol_plus',
  'tolerance',
  'grade',
  'min',
  'max',
  'body',
];
const NAME_ROLE = 'label';
/**
 * A table that is too wide is cut into blocks, each with some of the sizes. Every block repeats the columns with the
 * code and the name of the row.
 */
const REPEATED_ROLES: readonly string[] = ['code', NAME_ROLE];
const SIGNS: Readonly<Record<string, string>> = { tol_plus: '+', tol_minus: '\u2212', tolerance: '±' };

/**
 * The width of a portrait A4 page between its margins, in millimetres. Letter paper is wider, so a table with this
 * width fits on it too.
 */
const PAGE_WIDTH = 184;
/** The mean width of a letter in a table, in millimetres. */
const LETTER_WIDTH = 1.7;
/** The space around the content of a cell, in millimetres. */
const CELL_SPACE = 2.9;
/** The minimum width of the column of names, in millimetres. */
const MIN_NAME_WIDTH = 34;
/** The maximum number of letters in one line of a text cell. */
const TEXT_COLUMNS = 16;

const readText = (value: Value): string => toPayloadText(value.value ?? undefined);

const countLongestWord = (text: string): number => findLargest(text.split(/[\s,/-]+/).map(measureWidth), 0);

const measureText = (columns: number): number => columns * LETTER_WIDTH + CELL_SPACE;

/** Estimates the width that a column needs, in millimetres. */
const measureColumn = (
  { head, column, relation, isGrid, isName }: PaperColumn,
  rows: readonly NodeRow[],
): number => {
  if (isName) return MIN_NAME_WIDTH;
  const least = Math.min(countLongestWord(head), TEXT_COLUMNS);
  if (relation !== undefined || column === undefined) return measureText(TEXT_COLUMNS);
  const lengths = rows.flatMap(({ cells }) => {
    const value = cells.get(column.name);
    if (value === undefined) return [];
    const text = readText(value);
    const mark = value.state === 'asserted' && isGrid ? 0 : 2;
    const unit = column.unit === undefined && value.unit ? toPayloadText(value.unit).length + 1 : 0;
    return isGrid
      ? [Math.min(measureWidth(text) + mark + unit, TEXT_COLUMNS)]
      : [
          Math.max(Math.min(measureWidth(text) + unit, TEXT_COLUMNS), Math.min(countLongestWord(text), 18)) +
            mark,
        ];
  });
  return measureText(findLargest(lengths, least));
};

const sumWidths = (columns: readonly PaperColumn[], rows: readonly NodeRow[]): number =>
  columns.reduce((sum, column) => sum + measureColumn(column, rows), 0);

const createValueColumn = (column: NodeColumn, under: readonly NodeColumn[]): PaperColumn => ({
  head: column.head,
  column,
  relation: undefined,
  under,
  sign: SIGNS[column.role ?? ''] ?? '',
  isGrid: column.size !== undefined || GRID_ROLES.includes(column.role ?? ''),
  isName: (column.role ?? column.name) === NAME_ROLE,
});

/**
 * Lists a column for each relation that most rows have. A relation that points only to the garment gets no column. A
 * table with several sizes gets no relation columns at all.
 */
const listRelationColumns = ({ relations, rows, sizes }: NodeTable): readonly PaperColumn[] =>
  sizes.length > 1
    ? []
    : relations
        .filter((name) => {
          const related = rows.filter((row) => row.relations.some((relation) => relation.name === name));
          const isOfGarment = related.every((row) =>
            row.relations.every((relation) => relation.name !== name || relation.to?.kind === 'garment'),
          );
          return related.length * 2 > rows.length && !isOfGarment;
        })
        .map((name) => ({
          head: name.replaceAll('_', ' '),
          column: undefined,
          relation: name,
          under: [],
          sign: '',
          isGrid: false,
          isName: false,
        }));

/** A column that shows the name of each row. It is printed only if the table has no column `label`. */
const BARE_NAME: PaperColumn = {
  head: 'name',
  column: undefined,
  relation: undefined,
  under: [],
  sign: '',
  isGrid: false,
  isName: true,
};

/**
 * Returns true if the column has the labels of the rows, or a field that more than half of the rows have. Always
 * returns false in a table with known fields, such as `critical`.
 */
const isCommonColumn = ({ name, size }: NodeColumn, { columns, rows }: NodeTable): boolean => {
  if (columns.some(({ role }) => role !== undefined) || size !== undefined || name === 'itself') return false;
  const values = rows.flatMap(({ cells }) => cells.get(name) ?? []);
  return (
    name === NAME_ROLE || (values.length * 2 > rows.length && values.some(({ role }) => role !== 'plain'))
  );
};

/**
 * Returns the mark that says whether a point of measure is critical: `!` for a word such as `yes`, a dash for a word
 * such as `no`, undefined for any other value.
 */
export const findCriticalMark = ({ value }: Value): string | undefined =>
  /^(?:true|yes|y|x)$/i.test(String(value)) ? '!' : /^(?:false|no|n)$/i.test(String(value)) ? '–' : undefined;

/**
 * Returns true for a column with the role `critical` that marks no row as critical. Each of its cells is missing, or is
 * a plain `no` or `false` without provenance.
 */
export const isEmptyCriticalColumn = ({ role, name }: NodeColumn, { rows }: NodeTable): boolean =>
  role === 'critical' &&
  rows
    .flatMap(({ cells }) => cells.get(name) ?? [])
    .every((value) => value.role === 'plain' && findCriticalMark(value) === '–');

/**
 * Lists the printed columns of a table. To save width, each cell of a column in `STACKED_ROLES` is printed below a cell
 * of another column. If `isWhole` is false, equal plus and minus tolerances are printed in one column, and the column
 * `critical` is left out if it marks no row.
 */
const listPaperColumns = (table: NodeTable, isWhole: boolean): readonly PaperColumn[] => {
  const printable = table.columns.filter((column) =>
    column.role !== undefined
      ? isWhole || !isEmptyCriticalColumn(column, table)
      : isCommonColumn(column, table),
  );
  const roles = new Set(printable.map(({ role }) => role));
  const hosts = STACKED_ROLES[table.name] ?? {};
  const findHost = ({ role = '', size }: NodeColumn): string | undefined => {
    const host = size === undefined ? hosts[role] : undefined;
    return host !== undefined && (host === NAME_ROLE || roles.has(host)) ? host : undefined;
  };
  // Equal plus and minus tolerances are printed in one column `tol ±`. If a tolerance changed since the earlier
  // version, both columns stay, because the letter of the revision is printed at the tolerance that changed.
  const isMerged =
    !isWhole &&
    roles.has('tol_plus') &&
    roles.has('tol_minus') &&
    hasEqualTolerances(table) &&
    !table.rows.some(({ cells }) =>
      ['tol_plus', 'tol_minus'].some((name) => 'changed' in (cells.get(name) ?? {})),
    );
  const isShown = ({ role, size }: NodeColumn): boolean =>
    !(isMerged && role === 'tol_minus' && size === undefined);
  const columns = printable
    .filter((column) => findHost(column) === undefined && isShown(column))
    .map((column) => {
      const under = printable.filter((other) => findHost(other) === column.role && column.size === undefined);
      const paperColumn = createValueColumn(column, under);
      return isMerged && column.role === 'tol_plus' && column.size === undefined
        ? { ...paperColumn, head: 'tol ±', sign: '±' }
        : paperColumn;
    });
  if (columns.some(({ isName }) => isName)) return [...columns, ...listRelationColumns(table)];
  const nameIndex =
    columns.findLastIndex(({ column }) =>
      ['critical', 'sequence', 'code', 'callout'].includes(column?.role ?? ''),
    ) + 1;
  const under = printable.filter((other) => findHost(other) === NAME_ROLE);
  return [
    ...columns.slice(0, nameIndex),
    { ...BARE_NAME, under },
    ...columns.slice(nameIndex),
    ...listRelationColumns(table),
  ];
};

/** Counts the values of a column that `fitColumns` may remove; Infinity for names, numbers and relations. */
const countRemovableValues = ({ column, isName, isGrid }: PaperColumn, rows: readonly NodeRow[]): number =>
  column === undefined || isName || isGrid
    ? Number.POSITIVE_INFINITY
    : rows.filter(({ cells }) => cells.has(column.name)).length;

/**
 * Removes columns until the table fits the page. First it removes the columns with the fewest values; these values are
 * then printed below the name of their row. Then it removes relation columns. Names and numbers stay.
 */
const fitColumns = (columns: readonly PaperColumn[], rows: readonly NodeRow[]): readonly PaperColumn[] => {
  const measured = columns.map((column) => ({
    column,
    width: measureColumn(column, rows),
    count: countRemovableValues(column, rows),
  }));
  const removed = new Set<PaperColumn>();
  const moved: NodeColumn[] = [];
  while (true) {
    const shown = measured.filter(({ column }) => !removed.has(column));
    if (shown.reduce((sum, { width }) => sum + width, 0) <= PAGE_WIDTH) break;
    const least = findSmallest(shown.map(({ count }) => count));
    const next = Number.isFinite(least)
      ? shown.findLast(({ count }) => count === least)
      : shown.findLast(({ column }) => column.relation !== undefined);
    if (next === undefined) break;
    removed.add(next.column);
    if (next.column.column !== undefined) moved.push(next.column.column, ...next.column.under);
  }
  return columns
    .filter((column) => !removed.has(column))
    .map((column) => (column.isName ? { ...column, under: [...column.under, ...moved] } : column));
};

/** Distributes the columns of sizes over as few blocks as possible. Each block fits the width of the page. */
const splitSizes = (
  columns: readonly PaperColumn[],
  rows: readonly NodeRow[],
): readonly (readonly PaperColumn[])[] => {
  const sized = columns.filter(({ column }) => column?.size !== undefined);
  const [first, last] = [
    columns.indexOf(sized[0] as PaperColumn),
    columns.lastIndexOf(sized.at(-1) as PaperColumn),
  ];
  const leading = columns.slice(0, first);
  const trailing = columns.slice(last + 1);
  const repeated = leading.filter(
    ({ column, isName }) => isName || REPEATED_ROLES.includes(column?.role ?? ''),
  );
  const width = findLargest(sized.map((column) => measureColumn(column, rows)));
  const countFitting = (...around: readonly (readonly PaperColumn[])[]): number =>
    Math.max(1, Math.floor((PAGE_WIDTH - sumWidths(around.flat(), rows)) / width));
  if (countFitting(leading, trailing) >= sized.length) return [columns];
  const roomInFirst = countFitting(leading);
  const roomInMiddle = countFitting(repeated);
  const roomInLast = countFitting(repeated, trailing);
  let count = 2;
  while (roomInFirst + (count - 2) * roomInMiddle + roomInLast < sized.length) count += 1;
  const blocks: (readonly PaperColumn[])[] = [];
  for (let [at, block] = [0, 0]; block < count; block += 1) {
    const isLast = block === count - 1;
    const room = block === 0 ? roomInFirst : isLast ? roomInLast : roomInMiddle;
    const roomLater = isLast ? 0 : (count - 2 - block) * roomInMiddle + roomInLast;
    const left = sized.length - at;
    const take = Math.min(room, Math.max(Math.ceil(left / (count - block)), left - roomLater));
    const part = sized.slice(at, at + take);
    blocks.push([...(block === 0 ? leading : repeated), ...part, ...(isLast ? trailing : [])]);
    at += take;
  }
  return blocks;
};

/**
 * Builds the layout of a table on portrait A4. Columns that do not fit are printed below the name of the row. Sizes
 * that do not fit continue in a further block. If `isWhole` is true, the plus and minus tolerances have two columns
 * even if they are equal, and the column `critical` is printed even if it marks no row.
 */
export const buildTableLayout = (table: NodeTable, isWhole: boolean): TableLayout => {
  const columns = listPaperColumns(table, isWhole);
  const units = new Set(
    columns.flatMap(({ column, isGrid }) => {
      const hasValues = column && table.rows.some(({ cells }) => cells.has(column.name));
      return isGrid && hasValues ? [column.unit] : [];
    }),
  );
  const [unit] = units.size === 1 ? units : [];
  const isGraded = columns.filter(({ column }) => column?.size !== undefined).length > 1;
  return {
    blocks: isGraded ? splitSizes(columns, table.rows) : [fitColumns(columns, table.rows)],
    unit,
  };
};
