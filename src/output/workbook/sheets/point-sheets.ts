/** The sheets in which samples are measured. Their deviations and the column `beyond tolerance by` are formulas. */

import { countLeftOut } from '../../../garment/left-out.ts';
import { findTableLeftOut } from '../../../garment/table-left-out.ts';
import type { Value } from '../../../garment/value.ts';
import { toPayloadText } from '../../../platform/json/json-values.ts';
import { formatColumnName } from '../cell-layout.ts';
import { createMarkCell, createStatedCells, isExactNumber, MARK_COLUMN } from '../provenance-cells.ts';
import {
  createTextCell,
  EMPTY_CELL,
  EMPTY_ROW_SUBJECT,
  HATCHED_CELL,
  type RowSubject,
  type SheetColumn,
  type WorkbookCell,
  type WorkbookSheet,
} from '../workbook-model.ts';
import { formatRoundHead, PIECE_ROUND_PREFIX, POINT_FORMS, parseRoundHead } from './forms.ts';
import type { SheetWithLeftOut } from './left-out-sheet.ts';
import { listMeasurePoints, type MeasurePoint } from './measure-points.ts';
import type { WorkbookGarment } from './workbook-garment.ts';

const readUnit = (entry: Value | undefined): string => toPayloadText(entry?.unit ?? undefined);
/** Creates the cell of a specification or tolerance. It is a number if possible, so that formulas can use it. */
const createLimitCell = (entry: Value | undefined): WorkbookCell => {
  if (entry === undefined) return HATCHED_CELL;
  const [cell] = createStatedCells(entry);
  return { ...cell, isNumber: isExactNumber(cell.text) };
};
const listUnits = (points: readonly MeasurePoint[]): readonly string[] => [
  ...new Set(points.map(({ spec }) => readUnit(spec)).filter((unit) => unit !== '')),
];

const createFormulaCell = (formula: string): WorkbookCell => ({ text: '', look: 'formula', formula });

/** Creates the cell of the difference between the measured cell and the cell of the specification. */
const createDeviationCell = (measured: string, spec: string): WorkbookCell =>
  createFormulaCell(`IF(ISNUMBER(${measured}),ROUND(${measured}-${spec},6),"")`);

/** Creates a cell with the reason why a calculation is impossible, for example `record; no spec stated`. */
const createRecordCell = (entries: readonly (Value | undefined)[], what: string): WorkbookCell =>
  createTextCell(
    entries.some((entry) => (entry?.value ?? null) === null)
      ? `record; no ${what} stated`
      : `record; the ${what} is no number in the unit of the spec`,
    'hatched',
  );

/** Builds the columns that toile fills in on the sheets to measure on. Formulas refer to their positions. */
const buildGivenColumns = (points: readonly MeasurePoint[], several: boolean): readonly SheetColumn[] => {
  const units = listUnits(points);
  const unit = units.length === 1 ? ` (${units[0]})` : '';
  return POINT_FORMS.given.flatMap(([key, head]): readonly SheetColumn[] => {
    const isHidden =
      ['node_id', 'line'].includes(key) ||
      (key === 'garment_id' && !several) ||
      (key === 'size' && points.every(({ subject }) => subject.size === ''));
    const column = { key, head: key === 'spec' ? `${head}${unit}` : head, isHidden };
    if (key !== 'spec' && !key.startsWith('tol')) return [column];
    const marked = [column, { ...MARK_COLUMN, key: `${key}_state` }];
    return key === 'spec' && units.length > 1
      ? [...marked, { key: 'spec_unit', head: 'unit', isAttached: true, least: 2 }]
      : marked;
  });
};

const createGivenCells = (point: MeasurePoint, columns: readonly SheetColumn[]): readonly WorkbookCell[] => {
  const { subject, naming, spec, minus, plus } = point;
  const limits = { spec, tol_minus: minus, tol_plus: plus };
  const cells = new Map<string, WorkbookCell>([
    ...(['garment_id', 'node_id', 'line', 'size'] as const).map(
      (key) => [key, createTextCell(subject[key])] as const,
    ),
    ['code', naming[0] ?? EMPTY_CELL],
    ['description', naming[1] ?? EMPTY_CELL],
    ['spec_unit', createTextCell(readUnit(spec))],
    ...Object.entries(limits).flatMap(([key, entry]) => [
      [key, createLimitCell(entry)] as const,
      [`${key}_state`, createMarkCell(entry)] as const,
    ]),
  ]);
  return columns.map(({ key = '' }) => cells.get(key) ?? EMPTY_CELL);
};

/** Creates a function that returns the address of a cell by the key of its column: `F7`. Column `A` has the row ids. */
const createCellNamer =
  (columns: readonly SheetColumn[], row: number) =>
  (key: string): string =>
    `${formatColumnName(columns.findIndex((column) => column.key === key) + 1)}${row + 2}`;

const hasNumber = (cells: readonly WorkbookCell[], columns: readonly SheetColumn[], key: string): boolean =>
  cells[columns.findIndex((column) => column.key === key)]?.isNumber === true;

/** Returns true if each tolerance has no unit or the unit of the specification. */
const hasMatchingUnits = ({ spec, minus, plus }: MeasurePoint): boolean =>
  [minus, plus].every((entry) => readUnit(entry) === '' || readUnit(entry) === readUnit(spec));

const fillIn = (key: string, head: string, more: Partial<SheetColumn> = {}): SheetColumn => ({
  ...{ key, head, fillIn: true },
  ...more,
});

const createBoxRow = (
  columns: readonly SheetColumn[],
  label: string,
  cell: (column: SheetColumn) => WorkbookCell | undefined,
): readonly WorkbookCell[] =>
  columns.map((column) =>
    column.key === 'description' ? createTextCell(label, 'name') : (cell(column) ?? HATCHED_CELL),
  );

const createBoxSubject = (description: string): RowSubject => ({ ...EMPTY_ROW_SUBJECT, description });

/**
 * Builds the sheet of sample rounds: for each round the measurements of factory and buyer, their deviations, a revised
 * value and a comment. Boxes to fill in follow.
 */
const buildRoundsSheet = (
  points: readonly MeasurePoint[],
  rounds: readonly string[],
  several: boolean,
): WorkbookSheet => {
  const given = buildGivenColumns(points, several);
  const blocks = (rounds.length === 0 ? [''] : rounds).map((round) => {
    const of = (words: string): string => [round, words].filter((part) => part !== '').join(', ');
    return ['factory', 'buyer']
      .flatMap((who): readonly SheetColumn[] => [
        fillIn(formatRoundHead(of(who)), formatRoundHead(of(who))),
        {
          key: `deviation ${of(who)}`,
          head: 'deviation',
          isFormula: true,
          isAttached: true,
          least: 7,
          most: 12,
        },
      ])
      .concat([
        fillIn(`revised ${round}`, `revised ${round}`.trim()),
        fillIn(`comment ${round}`, `comment ${round}`.trim(), { least: 20 }),
      ]);
  });
  const columns = [...given, ...blocks.flat()];
  const rows = points.map((point, at) => {
    const cells = createGivenCells(point, given);
    const name = createCellNamer(columns, at);
    const hasSpec = hasNumber(cells, columns, 'spec');
    return [
      ...cells,
      ...blocks.flat().map(({ key = '', isFormula }): WorkbookCell => {
        if (isFormula !== true)
          return createTextCell('', key.startsWith('comment') ? 'fill-in-text' : 'fill-in');
        if (!hasSpec) return createRecordCell([point.spec], 'spec');
        const measured = name(key.replace('deviation', 'measured'));
        return createDeviationCell(measured, name('spec'));
      }),
    ];
  });
  const labels = ['Sample stage', 'Size', 'Colour', 'Date', 'Name'];
  return {
    name: POINT_FORMS.names.rounds,
    columns,
    rows: [
      ...rows,
      ...labels.map((label) =>
        createBoxRow(columns, label, ({ key = '' }) =>
          key.startsWith('measured') ? createTextCell('', 'fill-in-text') : undefined,
        ),
      ),
    ],
    subjects: [...points.map(({ subject }) => subject), ...labels.map(createBoxSubject)],
    footRows: labels.length,
    fixed: given.findIndex(({ key }) => key === 'description') + 1,
  };
};

/**
 * Builds the inspection sheet: for each size the measurement and deviation of each piece, and by how much the worst
 * piece is beyond the tolerance. Sums and boxes to fill in follow.
 */
const buildInspectionSheet = (
  all: readonly MeasurePoint[],
  { pieces, isBlind }: PointSheetOptions,
  several: boolean,
): WorkbookSheet => {
  const sizes = [...new Set(all.map(({ subject }) => subject.size))];
  const points = all.toSorted(
    (one, other) => sizes.indexOf(one.subject.size) - sizes.indexOf(other.subject.size),
  );
  const given = buildGivenColumns(points, several);
  const numbers = Array.from({ length: pieces }, (_, at) => String(at + 1));
  const measuredKey = (piece: string): string => formatRoundHead(`${PIECE_ROUND_PREFIX}${piece}`);
  const columns: readonly SheetColumn[] = [
    ...given,
    ...numbers.flatMap((piece) => [
      fillIn(measuredKey(piece), measuredKey(piece)),
      { key: `deviation ${piece}`, head: 'dev.', isFormula: true, isAttached: true, least: 6, most: 12 },
    ]),
    { key: 'beyond', head: 'beyond tolerance by', isFormula: true, least: 9, most: 12 },
    fillIn('remark', 'remark', { least: 12 }),
  ];
  const rows = points.map((point, at) => {
    const cells = createGivenCells(point, given);
    const name = createCellNamer(columns, at);
    const hasSpec = hasNumber(cells, columns, 'spec');
    const isLimited =
      hasSpec &&
      ['tol_minus', 'tol_plus'].every((key) => hasNumber(cells, columns, key)) &&
      hasMatchingUnits(point);
    const measured = numbers.map((piece) => name(measuredKey(piece)));
    const list = measured.join(',');
    return [
      ...cells,
      ...measured.flatMap((cell): readonly WorkbookCell[] => [
        createTextCell('', 'fill-in'),
        hasSpec ? createDeviationCell(cell, name('spec')) : HATCHED_CELL,
      ]),
      isLimited
        ? createFormulaCell(
            `IF(COUNT(${list})=0,"",ROUND(MAX(0,MAX(${list})-${name('spec')}-ABS(${name('tol_plus')}),${name('spec')}-ABS(${name('tol_minus')})-MIN(${list})),6))`,
          )
        : hasSpec
          ? createRecordCell([point.minus, point.plus], 'limit')
          : createRecordCell([point.spec], 'spec'),
      createTextCell('', 'fill-in-text'),
    ];
  });
  const range = (key: string): string => {
    const first = createCellNamer(columns, 0)(key);
    return `${first}:${createCellNamer(columns, Math.max(0, points.length - 1))(key)}`;
  };
  const counts = numbers.map((piece) => `(COUNT(${range(measuredKey(piece))})>0)`).join('+');
  const sums: readonly (readonly [string, string])[] = isBlind
    ? []
    : [
        ['Pieces measured', `0+${counts}`],
        ['Points beyond tolerance', `COUNTIF(${range('beyond')},">0")`],
      ];
  const boxes = ['Lot', 'AQL', 'Level', 'Decision', 'Date', 'Name'];
  return {
    name: POINT_FORMS.names.inspection,
    columns,
    rows: [
      ...rows,
      ...sums.map(([label, formula]) =>
        createBoxRow(columns, label, ({ key }) =>
          key === 'beyond' ? createFormulaCell(formula) : undefined,
        ),
      ),
      ...boxes.map((label) =>
        createBoxRow(columns, label, ({ key }) =>
          key === measuredKey('1') ? createTextCell('', 'fill-in-text') : undefined,
        ),
      ),
    ],
    subjects: [
      ...points.map(({ subject }) => subject),
      ...[...sums.map(([label]) => label), ...boxes].map(createBoxSubject),
    ],
    footRows: sums.length + boxes.length,
    markAboveZero: [columns.findIndex(({ key }) => key === 'beyond')],
    fixed: given.findIndex(({ key }) => key === 'description') + 1,
  };
};

const LIMIT_COLUMN = /^(?:spec|tol_minus|tol_plus)(?:_state)?$/;

/**
 * Marks specifications, tolerances and formulas as withheld, so that only the baseline has them. The unit moves to the
 * heads of the measured columns.
 */
const markLimitsWithheld = (sheet: WorkbookSheet, points: readonly MeasurePoint[]): WorkbookSheet => {
  const [unit, ...others] = listUnits(points);
  const suffix = unit === undefined || others.length > 0 ? '' : ` (${unit})`;
  return {
    ...sheet,
    columns: sheet.columns.map((column) => {
      const { key = '', head, isFormula } = column;
      if (isFormula === true || LIMIT_COLUMN.test(key)) return { ...column, isWithheld: true };
      return parseRoundHead(key) === undefined ? column : { ...column, head: `${head}${suffix}` };
    }),
    markAboveZero: [],
  };
};

interface PointSheetOptions {
  readonly rounds: readonly string[];
  readonly pieces: number;
  /** True if specifications and tolerances are left off the sheets. */
  readonly isBlind: boolean;
}

/**
 * Builds the sheet of sample rounds with the points in the sample size, and the sheet of the inspection with the points
 * in every size. With `isBlind`, specifications and tolerances are withheld.
 */
export const buildPointSheets = (
  garments: readonly WorkbookGarment[],
  options: PointSheetOptions,
): readonly SheetWithLeftOut[] => {
  const { points, tables } = listMeasurePoints(garments);
  const several = garments.length > 1;
  const seen = new Set(options.isBlind ? [] : points.flatMap(({ spec, minus, plus }) => [spec, minus, plus]));
  for (const { rows } of tables)
    for (const { cells } of rows)
      for (const key of ['code', 'label', 'description']) seen.add(cells.get(key));
  const list = [
    ...countLeftOut(
      'kind of a node',
      tables.flatMap(({ rows }) => [...new Set(rows.map(({ node }) => node))].map(({ kind }) => kind)),
    ),
    ...findTableLeftOut(tables, (entry) => (seen.has(entry) ? ['value'] : [])),
  ];
  return [
    buildRoundsSheet(
      points.filter(({ isSample }) => isSample),
      options.rounds,
      several,
    ),
    buildInspectionSheet(points, options, several),
  ]
    .map((sheet) => (options.isBlind ? markLimitsWithheld(sheet, points) : sheet))
    .map((sheet) => ({ sheet, leftOut: { sheet: sheet.name, list } }));
};
