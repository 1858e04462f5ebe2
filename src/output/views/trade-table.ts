/**
 * One table of nodes for a terminal, with a mark before each value and units in the column heads. Sizes that do not fit
 * are in further blocks, and values without a column are below their row.
 */

import type { LeftOut, ValuePart } from '../../garment/left-out.ts';
import { countLeftOut } from '../../garment/left-out.ts';
import type { NodeColumn, NodeRow, NodeTable } from '../../garment/node-table.ts';
import { findTableLeftOut } from '../../garment/table-left-out.ts';
import { formatHeadWithUnit, joinUnbroken } from '../../garment/table-text.ts';
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

/** A column with content of other nodes, for example the material of a piece. */
export interface ExtraColumn {
  readonly head: string;
  /** The relations that the column shows. They are not counted as left out. */
  readonly relations: readonly string[];
  cell(row: NodeRow): RichText;
}

/** Options for rendering a table of nodes. */
export interface TradeTableOptions {
  /** Shows basis and confidence below the rows. */
  readonly why?: boolean;
  /** Shows all other members of the values below the rows. */
  readonly all?: boolean;
  /** Shows the relations of each row below it. */
  readonly relations?: boolean;
  /** Leaves out the ids of rows if all labels differ, because a factory does not use ids. */
  readonly isWithoutIds?: boolean;
  readonly extraColumns?: readonly ExtraColumn[];
  /**
   * The number of rows to show. A table of at most `fold` + 2 rows is shown whole. Otherwise the last line has the flag
   * that shows all rows.
   */
  readonly fold?: number;
}

/** The blocks of a table, and what the blocks leave out. */
export interface RenderedTable {
  readonly blocks: readonly ViewBlock[];
  readonly leftOut: readonly LeftOut[];
}

/** The maximum length of an id in a column. If an id is longer, all ids are printed below their rows. */
const MAX_ID_COLUMN = 20;

const formatRowId = ({ node, line: path }: NodeRow): string => (path === '' ? node.id : `${node.id} ${path}`);

/** Replaces spaces by no-break spaces if the text is a number with its unit. */
const joinValueRuns = (runs: TextRuns): TextRuns => {
  const text = toPlainText(runs);
  if (joinUnbroken(text) === text) return runs;
  return runs.map((run) =>
    typeof run === 'string'
      ? run.replaceAll(' ', '\u00a0')
      : { ...run, text: run.text.replaceAll(' ', '\u00a0') },
  );
};

/** Renders the mark, name and value, without a line break between them. */
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

/** Renders the lines below a row: its id, values without a column (`hidden`), relations, reasons and other members. */
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
 * Returns the columns with a known role, and `itself`. Returns all columns if no column besides the label has a known
 * role.
 */
const chooseColumns = ({ columns }: NodeTable): readonly NodeColumn[] =>
  columns.some(({ role }) => role !== undefined && role !== 'label')
    ? columns.filter(({ role, name }) => role !== undefined || name === 'itself')
    : columns;

/** The roles of long texts, which are printed below their rows if the table has columns of sizes. */
const TEXT_ROLES: readonly (string | undefined)[] = ['how_to_measure', 'description'];

const REPEATED: readonly (string | undefined)[] = ['code', 'label'];

/**
 * Returns the unit that the title shows: the unit of the columns, if at least two have one and all have the same one.
 * Returns undefined otherwise.
 */
const findTableUnit = (table: NodeTable): string | undefined => {
  const units = chooseColumns(table).flatMap(({ unit }) => unit ?? []);
  return units.length > 1 && new Set(units).size === 1 ? units[0] : undefined;
};

/** Formats the head of a column, with its unit unless the title has it. The sample size is in brackets: `[M]`. */
const formatHead = (column: NodeColumn, tableUnit: string | undefined): string => {
  const { head, isSampleSize, size = '' } = column;
  const marked = isSampleSize ? head.replace(size, `[${size}]`) : head;
  return column.unit === tableUnit ? marked : formatHeadWithUnit({ ...column, head: marked });
};

/** Returns true if rows are printed without ids: `isWithoutIds` is set, each row has a label, and all labels differ. */
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

/** Counts what the table leaves out: relations, reasons, other members, ids, and the content of hidden rows. */
const findLeftOutOfRows = (
  table: NodeTable,
  shownRows: readonly NodeRow[],
  options: TradeTableOptions,
): readonly LeftOut[] => {
  const { why, all, relations, extraColumns = [] } = options;
  const shownRelations = extraColumns.flatMap((column) => column.relations);
  const parts: readonly ValuePart[] = all ? ALL_PARTS : why ? ['value', 'why'] : ['value'];
  const hidden = table.rows.filter((row) => !shownRows.includes(row));
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

/** Formats the flag that shows a whole table: `--kind seam`, or `--rows bom` if the table has several kinds. */
const formatWholeTableFlag = ({ name, rows }: NodeTable): string => {
  const kinds = new Set(rows.map(({ node }) => node.kind));
  const [kind = ''] = kinds;
  if (kinds.size > 1 || kind === '') return /^[a-z]+$/.test(name) ? `--rows ${name}` : '--all';
  return `--kind ${/^[\w-]+$/.test(kind) ? kind : JSON.stringify(kind)}`;
};

/** Renders a table: a title with the number of rows and the unit, the first `fold` rows, and how many are hidden. */
export const renderTradeTable = (table: NodeTable, options: TradeTableOptions = {}): RenderedTable => {
  const { fold = Number.POSITIVE_INFINITY } = options;
  // One or two rows are not hidden, because the line that counts hidden rows needs the same space.
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
