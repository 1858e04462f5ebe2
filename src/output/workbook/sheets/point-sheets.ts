/**
 * The sheets in which factories record measurements: `Sample rounds` and `Inspection`. The deviations and the column
 * `beyond tolerance by` are formulas.
 */

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

const createFormulaCell = (formula: string): WorkbookCell => ({ text: '', style: 'formula', formula });

const createDeviationCell = (measured: string, spec: string): WorkbookCell =>
  createFormulaCell(`IF(ISNUMBER(${measured}),ROUND(${measured}-${spec},6),"")`);

/**
 * Creates the cell that stands where a formula cannot be calculated. It says why, for example `record; no spec stated`.
 */
const createNoFormulaCell = (entries: readonly (Value | undefined)[], noun: string): WorkbookCell =>
  createTextCell(
    entries.some((entry) => (entry?.value ?? null) === null)
      ? `record; no ${noun} stated`
      : `record; the ${noun} is no number in the unit of the spec`,
    'hatched',
  );

/**
 * Builds the columns that toile fills in on the two measurement sheets, such as the code and the specification. The
 * positions of the columns matter, because formulas refer to them.
 */
const buildGivenColumns = (
  points: readonly MeasurePoint[],
  hasSeveralGarments: boolean,
): readonly SheetColumn[] => {
  const units = listUnits(points);
  const unit = units.length === 1 ? ` (${units[0]})` : '';
  return POINT_FORMS.given.flatMap(([key, head]): readonly SheetColumn[] => {
    const isHidden =
      ['node_id', 'line'].includes(key) ||
      (key === 'garment_id' && !hasSeveralGarments) ||
      (key === 'size' && points.every(({ subject }) => subject.size === ''));
    const column = { key, head: key === 'spec' ? `${head}${unit}` : head, isHidden };
    if (key !== 'spec' && !key.startsWith('tol')) return [column];
    const withMark = [column, { ...MARK_COLUMN, key: `${key}_state` }];
    return key === 'spec' && units.length > 1
      ? [...withMark, { key: 'spec_unit', head: 'unit', isAttached: true, minWidth: 2 }]
      : withMark;
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

/**
 * Creates a function that returns the address of a cell, for example `F7`, for the key of a column. `row` is the index
 * of the row below the head. Column `A` contains the row ids, so the addresses begin with column `B`.
 */
const createCellNamer =
  (columns: readonly SheetColumn[], row: number) =>
  (key: string): string =>
    `${formatColumnName(columns.findIndex((column) => column.key === key) + 1)}${row + 2}`;

const hasNumber = (cells: readonly WorkbookCell[], columns: readonly SheetColumn[], key: string): boolean =>
  cells[columns.findIndex((column) => column.key === key)]?.isNumber === true;

const hasMatchingUnits = ({ spec, minus, plus }: MeasurePoint): boolean =>
  [minus, plus].every((entry) => readUnit(entry) === '' || readUnit(entry) === readUnit(spec));

const createFillInColumn = (key: string, head: string, options: Partial<SheetColumn> = {}): SheetColumn => ({
  key,
  head,
  isFillIn: true,
  ...options,
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
 * Builds the sheet `Sample rounds`. For each round of samples, for example `proto`, it has columns for the measurements
 * of factory and buyer, their deviations, a revised value and a comment. Boxes to fill in are below the table.
 */
const buildRoundsSheet = (
  points: readonly MeasurePoint[],
  rounds: readonly string[],
  hasSeveralGarments: boolean,
): WorkbookSheet => {
  const given = buildGivenColumns(points, hasSeveralGarments);
  const blocks = (rounds.length === 0 ? [''] : rounds).map((round) => {
    const joinWords = (words: string): string => [round, words].filter((part) => part !== '').join(', ');
    return ['factory', 'buyer']
      .flatMap((measurer): readonly SheetColumn[] => [
        createFillInColumn(formatRoundHead(joinWords(measurer)), formatRoundHead(joinWords(measurer))),
        {
          key: `deviation ${joinWords(measurer)}`,
          head: 'deviation',
          isFormula: true,
          isAttached: true,
          minWidth: 7,
          maxWidth: 12,
        },
      ])
      .concat([
        createFillInColumn(`revised ${round}`, `revised ${round}`.trim()),
        createFillInColumn(`comment ${round}`, `comment ${round}`.trim(), { minWidth: 20 }),
      ]);
  });
  const columns = [...given, ...blocks.flat()];
  const rows = points.map((point, at) => {
    const cells = createGivenCells(point, given);
    const nameCell = createCellNamer(columns, at);
    const hasSpec = hasNumber(cells, columns, 'spec');
    return [
      ...cells,
      ...blocks.flat().map(({ key = '', isFormula }): WorkbookCell => {
        if (isFormula !== true)
          return createTextCell('', key.startsWith('comment') ? 'fill-in-text' : 'fill-in');
        if (!hasSpec) return createNoFormulaCell([point.spec], 'spec');
        const measured = nameCell(key.replace('deviation', 'measured'));
        return createDeviationCell(measured, nameCell('spec'));
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
    fixedColumns: given.findIndex(({ key }) => key === 'description') + 1,
  };
};

/**
 * Builds the inspection sheet, with one row per size and point of measure. Its columns are the measurement and
 * deviation of each piece, and the largest amount by which a piece is beyond the tolerance. Sums and boxes to fill in
 * are below the table.
 */
const buildInspectionSheet = (
  allPoints: readonly MeasurePoint[],
  { pieces, isBlind }: PointSheetOptions,
  hasSeveralGarments: boolean,
): WorkbookSheet => {
  const sizes = [...new Set(allPoints.map(({ subject }) => subject.size))];
  const points = allPoints.toSorted((a, b) => sizes.indexOf(a.subject.size) - sizes.indexOf(b.subject.size));
  const given = buildGivenColumns(points, hasSeveralGarments);
  const numbers = Array.from({ length: pieces }, (_, at) => String(at + 1));
  const formatMeasuredKey = (piece: string): string => formatRoundHead(`${PIECE_ROUND_PREFIX}${piece}`);
  const columns: readonly SheetColumn[] = [
    ...given,
    ...numbers.flatMap((piece) => [
      createFillInColumn(formatMeasuredKey(piece), formatMeasuredKey(piece)),
      {
        key: `deviation ${piece}`,
        head: 'dev.',
        isFormula: true,
        isAttached: true,
        minWidth: 6,
        maxWidth: 12,
      },
    ]),
    { key: 'beyond', head: 'beyond tolerance by', isFormula: true, minWidth: 9, maxWidth: 12 },
    createFillInColumn('remark', 'remark', { minWidth: 12 }),
  ];
  const rows = points.map((point, at) => {
    const cells = createGivenCells(point, given);
    const nameCell = createCellNamer(columns, at);
    const hasSpec = hasNumber(cells, columns, 'spec');
    const isLimited =
      hasSpec &&
      ['tol_minus', 'tol_plus'].every((key) => hasNumber(cells, columns, key)) &&
      hasMatchingUnits(point);
    const measuredCells = numbers.map((piece) => nameCell(formatMeasuredKey(piece)));
    const cellList = measuredCells.join(',');
    return [
      ...cells,
      ...measuredCells.flatMap((cell): readonly WorkbookCell[] => [
        createTextCell('', 'fill-in'),
        hasSpec ? createDeviationCell(cell, nameCell('spec')) : HATCHED_CELL,
      ]),
      isLimited
        ? createFormulaCell(
            `IF(COUNT(${cellList})=0,"",ROUND(MAX(0,MAX(${cellList})-${nameCell('spec')}-ABS(${nameCell('tol_plus')}),${nameCell('spec')}-ABS(${nameCell('tol_minus')})-MIN(${cellList})),6))`,
          )
        : hasSpec
          ? createNoFormulaCell([point.minus, point.plus], 'limit')
          : createNoFormulaCell([point.spec], 'spec'),
      createTextCell('', 'fill-in-text'),
    ];
  });
  const formatRange = (key: string): string => {
    const first = createCellNamer(columns, 0)(key);
    return `${first}:${createCellNamer(columns, Math.max(0, points.length - 1))(key)}`;
  };
  const counts = numbers.map((piece) => `(COUNT(${formatRange(formatMeasuredKey(piece))})>0)`).join('+');
  const sums: readonly (readonly [string, string])[] = isBlind
    ? []
    : [
        ['Pieces measured', `0+${counts}`],
        ['Points beyond tolerance', `COUNTIF(${formatRange('beyond')},">0")`],
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
          key === formatMeasuredKey('1') ? createTextCell('', 'fill-in-text') : undefined,
        ),
      ),
    ],
    subjects: [
      ...points.map(({ subject }) => subject),
      ...[...sums.map(([label]) => label), ...boxes].map(createBoxSubject),
    ],
    footRows: sums.length + boxes.length,
    markAboveZero: [columns.findIndex(({ key }) => key === 'beyond')],
    fixedColumns: given.findIndex(({ key }) => key === 'description') + 1,
  };
};

const LIMIT_COLUMN = /^(?:spec|tol_minus|tol_plus)(?:_state)?$/;

/**
 * Withholds the columns with specifications, tolerances and formulas, so that only the hidden baseline sheet contains
 * them. If all points have the same unit, the columns for measurements get this unit in their heads.
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
  const hasSeveralGarments = garments.length > 1;
  const shownValues = new Set(
    options.isBlind ? [] : points.flatMap(({ spec, minus, plus }) => [spec, minus, plus]),
  );
  for (const { rows } of tables)
    for (const { cells } of rows)
      for (const key of ['code', 'label', 'description']) shownValues.add(cells.get(key));
  const leftOutValues = [
    ...countLeftOut(
      'kind of a node',
      tables.flatMap(({ rows }) => [...new Set(rows.map(({ node }) => node))].map(({ kind }) => kind)),
    ),
    ...findTableLeftOut(tables, (entry) => (shownValues.has(entry) ? ['value'] : [])),
  ];
  return [
    buildRoundsSheet(
      points.filter(({ isSample }) => isSample),
      options.rounds,
      hasSeveralGarments,
    ),
    buildInspectionSheet(points, options, hasSeveralGarments),
  ]
    .map((sheet) => (options.isBlind ? markLimitsWithheld(sheet, points) : sheet))
    .map((sheet) => ({ sheet, leftOut: { sheet: sheet.name, list: leftOutValues } }));
};
