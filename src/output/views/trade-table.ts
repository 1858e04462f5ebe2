/**
 * Renders one table of nodes for a terminal. Each value has a provenance mark before it, and units are in the column
 * heads. Columns of sizes that do not fit are printed as a further table. A value without a column is printed below its
 * row.
 */

import type { LeftOut, ValuePart } from '../../garment/left-out.ts';
import { countLeftOut } from '../../garment/left-out.ts';
import type { NodeColumn, NodeRow, NodeTable } from '../../garment/node-table.ts';
import { findTableLeftOut } from '../../garment/table-left-out.ts';
import { formatHeadWithUnit, joinUnbroken, joinWords } from '../../garment/table-text.ts';
import type { Value } from '../../garment/value.ts';
import { toPayloadText } from '../../platform/json/json-values.ts';
import {
  faint,
  heading,
  joinTextRuns,
  listOtherMembers,
  renderBareRuns,
  renderProvenanceMark,
  renderQualifierRuns,
  renderReasonRuns,
  renderValueRuns,
  strong,
  type TextRuns,
  toPlainText,
} from './value-runs.ts';
import { line, type OverflowTable, type RichText, type TextRun, type ViewBlock } from './view-model.ts';

/**
 * A column that shows content of nodes related to the node of the row. For example, the row of a piece shows its
 * material, and the row of a seam shows the seam allowances of the nodes that it joins or finishes.
 */
export interface ExtraColumn {
  readonly head: string;
  /**
   * The names of the relations that this column shows, for example `made_of`. The note on what the table leaves out
   * does not count these relations.
   */
  readonly relations: readonly string[];
  cell(row: NodeRow): RichText;
}

/** Options for rendering a table of nodes. */
export interface TradeTableOptions {
  /** True to show, below each row, the basis and confidence of its values. */
  readonly why?: boolean;
  /**
   * If true, the table also shows the members of values, such as `note`, for which it has no columns. They are printed
   * below the row of the value.
   */
  readonly all?: boolean;
  /** If true, the relations of each row, for example `joins`, are printed below the row. */
  readonly relations?: boolean;
  /**
   * If true, the ids of rows are left out, because a factory does not use ids. They are still printed if a row has no
   * label, or if two rows have the same label.
   */
  readonly isWithoutIds?: boolean;
  readonly extraColumns?: readonly ExtraColumn[];
  /**
   * If a table has more than `fold` + 2 rows, only its first `fold` rows are printed. The last line then names the flag
   * that prints all rows.
   */
  readonly fold?: number;
}

/** The blocks of a rendered table, and the counts of what these blocks leave out. */
export interface RenderedTable {
  readonly blocks: readonly ViewBlock[];
  readonly leftOut: readonly LeftOut[];
}

/** The maximum length of ids that are printed in a column. If any id is longer, each id is printed below its row. */
const MAX_ID_COLUMN = 20;

const formatRowId = ({ node, line: path }: NodeRow): string => (path === '' ? node.id : `${node.id} ${path}`);

/** Replaces the spaces in a number with its unit by no-break spaces, so that it stays on one line. */
const joinValueRuns = (runs: TextRuns): TextRuns => {
  const text = toPlainText(runs);
  if (joinUnbroken(text) === text) return runs;
  return runs.map((run) =>
    typeof run === 'string' ? joinWords(run) : { ...run, text: joinWords(run.text) },
  );
};

const renderNamedRuns = (name: string, entry: Value): TextRuns => [
  renderProvenanceMark(entry.state),
  faint(`\u00a0${name.replaceAll(' ', '\u00a0')}\u00a0`),
  ...joinValueRuns(renderValueRuns(entry)),
];

const renderCell = (entry: Value | undefined, { unit }: NodeColumn): RichText => {
  if (entry === undefined) return '';
  const isInHead = unit !== undefined && (entry.unit ?? null) !== null && toPayloadText(entry.unit) === unit;
  const shown = isInHead ? { ...entry, unit: undefined } : entry;
  return [renderProvenanceMark(entry.state), ' ', ...joinValueRuns(renderValueRuns(shown))];
};

/**
 * Renders the lines below a row: its id, the values without a column (`hidden`), the relations, the reason of each
 * value, and members without a place in the row, for example a note.
 */
const renderBelow = (
  row: NodeRow,
  hidden: readonly Value[],
  { why, all, relations }: TradeTableOptions,
  withId: boolean,
): readonly RichText[] => {
  const relationRuns = relations
    ? row.relations.map(
        ({ name, state, target, value }): TextRuns => [
          renderProvenanceMark(state),
          faint(`\u00a0${name}\u00a0`),
          target,
          ...renderQualifierRuns(value),
        ],
      )
    : [];
  const values: readonly (readonly [string, Value])[] = [
    ...row.cells,
    ...[
      ...(relations ? new Set(row.relations.map(({ value }) => value)) : []),
      ...row.nestedValues,
      ...row.leftover,
    ].map((entry) => [entry.path, entry] as const),
  ];
  const reasons = values.flatMap(([name, entry]): RichText[] => {
    const reason = why ? renderReasonRuns(entry) : [];
    const members = all ? listOtherMembers(entry) : [];
    return [
      ...(reason.length > 0 ? [[renderProvenanceMark(entry.state), ` ${name}  `, ...reason]] : []),
      ...members.map(([key, value]) => [faint(`${name}.${key} `), ...renderBareRuns(value)]),
    ];
  });
  const hiddenRuns = hidden.map((entry) => renderNamedRuns(entry.path, entry));
  const lines = [joinTextRuns(hiddenRuns, '   '), joinTextRuns(relationRuns, '   ')].filter(
    (runs) => runs.length > 0,
  );
  return [...(withId ? [[faint('id '), formatRowId(row)]] : []), ...lines, ...reasons];
};

/**
 * Returns the columns to print: those with a role (a known meaning such as quantity), and the column `itself`. If no
 * column has a role other than `label`, returns all columns.
 */
const chooseColumns = ({ columns }: NodeTable): readonly NodeColumn[] =>
  columns.some(({ role }) => role !== undefined && role !== 'label')
    ? columns.filter(({ role, name }) => role !== undefined || name === 'itself')
    : columns;

/**
 * The roles of columns that usually have long texts. If a table shows several sizes and all its rows have labels, these
 * texts are printed below the rows and not in columns.
 */
const TEXT_ROLES: readonly (string | undefined)[] = ['how_to_measure', 'description'];

const REPEATED: readonly (string | undefined)[] = ['code', 'label'];

/**
 * Returns the unit that all columns with a unit share, to be printed in the title of the table. Returns undefined if
 * fewer than two columns have a unit.
 */
const findTableUnit = (table: NodeTable): string | undefined => {
  const units = chooseColumns(table).flatMap(({ unit }) => unit ?? []);
  return units.length > 1 && new Set(units).size === 1 ? units[0] : undefined;
};

/**
 * Formats the head of a column, with its unit unless the title of the table shows this unit. The sample size is in
 * brackets: `[M]`.
 */
const formatHead = (column: NodeColumn, tableUnit: string | undefined): string => {
  const { head, isSampleSize, size = '' } = column;
  const marked = isSampleSize ? head.replace(size, `[${size}]`) : head;
  return column.unit === tableUnit ? marked : formatHeadWithUnit({ ...column, head: marked });
};

const isNamedByLabel = (rows: readonly NodeRow[], { isWithoutIds }: TradeTableOptions): boolean =>
  isWithoutIds === true &&
  rows.every(({ cells }) => cells.has('label')) &&
  new Set(rows.map(({ node }) => node.label)).size === rows.length;

const renderRows = (
  table: NodeTable,
  rows: readonly NodeRow[],
  options: TradeTableOptions,
): OverflowTable => {
  const unit = findTableUnit(table);
  const isNamed = rows.every(({ cells }) => cells.has('label'));
  const columns = chooseColumns(table).filter(
    ({ name, role }) =>
      (rows.some(({ cells }) => cells.has(name)) || name.startsWith('tol_') || name === 'spec') &&
      !(table.sizes.length > 1 && isNamed && TEXT_ROLES.includes(role)),
  );
  const shown = new Set(columns.map(({ name }) => name));
  const heads = new Map(chooseColumns(table).map(({ name, head }) => [name, head] as const));
  const hasIds = !isNamedByLabel(rows, options);
  const isIdColumn = hasIds && rows.every((row) => formatRowId(row).length <= MAX_ID_COLUMN);
  const hasKinds = new Set(rows.map(({ node }) => node.kind)).size > 1;
  const extraColumns = options.extraColumns ?? [];
  const firstColumn = Number(isIdColumn);
  const findPositions = (isWanted: (column: NodeColumn) => boolean): readonly number[] =>
    columns.flatMap((column, position) => (isWanted(column) ? [firstColumn + position] : []));
  const repeated = findPositions(({ role }) => REPEATED.includes(role));
  return {
    kind: 'spread',
    indent: 1,
    columns: [
      ...(isIdColumn ? [''] : []),
      ...columns.map((column) => formatHead(column, unit)),
      ...extraColumns.map(({ head }) => head),
      ...(hasKinds ? ['kind'] : []),
    ],
    repeated: repeated.length > 0 ? repeated : [0],
    blocks: findPositions(({ size }) => size !== undefined),
    rows: rows.map((row) => ({
      cells: [
        ...(isIdColumn ? [{ inside: strong(formatRowId(row)), below: '' }] : []),
        ...columns.map((column) => {
          const entry = row.cells.get(column.name);
          return {
            inside: renderCell(entry, column),
            below: entry ? renderNamedRuns(column.head, entry) : '',
          };
        }),
        ...extraColumns.map((column) => {
          const inside = column.cell(row);
          const isEmpty = inside === '' || (Array.isArray(inside) && inside.length === 0);
          const runs = Array.isArray(inside) ? (inside as TextRuns) : [inside as string | TextRun];
          return { inside, below: isEmpty ? '' : [faint(`${column.head}\u00a0`), ...runs] };
        }),
        ...(hasKinds
          ? [
              {
                inside: `  ${row.node.kind}`,
                below: row.node.kind === '' ? '' : [faint('kind\u00a0'), row.node.kind],
              },
            ]
          : []),
      ],
      below: renderBelow(
        row,
        [
          ...[...row.cells].flatMap(([name, entry]) =>
            shown.has(name) ? [] : [{ ...entry, path: heads.get(name) ?? name }],
          ),
          ...row.nestedValues,
          ...row.leftover,
        ],
        options,
        hasIds && !isIdColumn,
      ),
    })),
  };
};

const ALL_PARTS: readonly ValuePart[] = ['value', 'why', 'beside'];

/**
 * Counts what the printed table leaves out: relations, the basis and confidence of values, other members of values such
 * as `note`, ids, and the content of rows that are not printed.
 */
const findLeftOutOfRows = (
  table: NodeTable,
  shownRows: readonly NodeRow[],
  options: TradeTableOptions,
): readonly LeftOut[] => {
  const { why, all, relations, extraColumns = [] } = options;
  const shownRelations = extraColumns.flatMap((column) => column.relations);
  const parts: readonly ValuePart[] = all ? ALL_PARTS : why ? ['value', 'why'] : ['value'];
  const hidden = table.rows.slice(shownRows.length);
  const bareTable = { ...table, otherNodes: [], otherValues: [], bodyValues: [] };
  return [
    ...countLeftOut(
      'node',
      hidden.filter((row) => row.line === '').map(({ node }) => node.kind || 'no kind'),
    ),
    ...(isNamedByLabel(shownRows, options) ? countLeftOut('id', shownRows.map(formatRowId)) : []),
    ...findTableLeftOut([{ ...bareTable, rows: shownRows }], (entry) =>
      entry.role === 'link' && !relations && !shownRelations.includes(entry.path) ? [] : parts,
    ),
    ...findTableLeftOut([{ ...bareTable, rows: hidden }], () => []),
  ];
};

/**
 * Formats the flag that prints all rows of a table, for example `--kind seam`, or `--rows bom` if the nodes of the
 * table have several kinds.
 */
const formatWholeTableFlag = ({ name, rows }: NodeTable): string => {
  const kinds = new Set(rows.map(({ node }) => node.kind));
  const [kind = ''] = kinds;
  if (kinds.size > 1 || kind === '') return /^[a-z]+$/.test(name) ? `--rows ${name}` : '--all';
  return `--kind ${/^[\w-]+$/.test(kind) ? kind : JSON.stringify(kind)}`;
};

/**
 * Renders a table for a terminal: a title with the number of rows and the unit, then the rows. If the table has more
 * than `fold` + 2 rows, only the first `fold` rows are rendered. A last line then has the number of rows that were left
 * out.
 */
export const renderTradeTable = (table: NodeTable, options: TradeTableOptions = {}): RenderedTable => {
  const { fold = Number.POSITIVE_INFINITY } = options;
  // A table with one or two rows more than `fold` is printed whole, because the line with the number of left-out rows
  // would hardly save space.
  const rows = table.rows.length > fold + 2 ? table.rows.slice(0, fold) : table.rows;
  const hiddenCount = table.rows.length - rows.length;
  const kinds = new Set(table.rows.map(({ node }) => node.kind));
  const [kind = ''] = kinds;
  const kindText = kinds.size > 1 || kind === '' ? '' : `  ${kind}`;
  const unit = findTableUnit(table);
  const sample = table.columns.find(({ isSampleSize }) => isSampleSize)?.size;
  const notes = [
    ...(unit === undefined ? [] : [faint(`   unit ${unit}`)]),
    ...(sample === undefined ? [] : [faint(`   sample size [${sample}]`)]),
  ];
  return {
    blocks: [
      line([heading(table.title.toUpperCase()), faint(`  ${table.rows.length}`), kindText, ...notes], {
        indent: 1,
      }),
      ...(rows.length > 0 ? [renderRows(table, rows, options)] : []),
      ...(hiddenCount > 0
        ? [line(faint(`${hiddenCount} more: ${formatWholeTableFlag(table)}`), { indent: 3 })]
        : []),
    ],
    leftOut: findLeftOutOfRows(table, rows, options),
  };
};
