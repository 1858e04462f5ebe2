import type {
  RecordedPoint,
  WorkbookMeasurement,
  WorkbookRemark,
} from '../../../garment/workbook-answers.ts';
import {
  FRACTION_SIGNS,
  normalizeDecimal,
  subtractDecimals,
  toPlainFraction,
} from '../../../platform/json/decimals.ts';
import { appendAll } from '../../../platform/lists.ts';
import type { ImportedCell } from '../read-cells.ts';
import { PIECE_ROUND_PREFIX, parseRoundHead } from '../sheets/forms.ts';
import { createRemark, type ReturnedRow } from './returned-row.ts';
import type { ReturnedTable } from './returned-table.ts';

/**
 * The content of a cell for a measurement. `value` is the measurement as a decimal. If the text of the cell is not a
 * measurement, `why` is the reason, and the text becomes a remark.
 */
type MeasuredReading = { readonly value: string } | { readonly why: string };

const UNIT_SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  cm: ['cm', 'cm.', 'cms', 'centimetre', 'centimeter', 'centimetres', 'centimeters', '厘米', '公分', 'سم'],
  mm: ['mm', 'mm.', 'millimetre', 'millimeter', 'millimetres', 'millimeters', '毫米', 'مم'],
  inch: ['in', 'in.', 'ins', 'inch', 'inches', '"', '英寸', '英吋', '吋', 'بوصة'],
};

const normalizeUnit = (unit: string): string => {
  const spelling = toPlainNotation(unit).toLowerCase();
  return (
    Object.entries(UNIT_SPELLINGS).find(([, spellings]) => spellings.includes(spelling))?.[0] ?? spelling
  );
};

/** Converts digits, inch marks and fractions of other scripts to ASCII, for example `14¼″` to `14 1/4"`. */
const toPlainNotation = (text: string): string =>
  text
    .replace(FRACTION_SIGNS, (sign) => ` ${toPlainFraction(sign)}`)
    .replace(/[٠-٩]/g, (sign) => String(sign.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (sign) => String(sign.charCodeAt(0) - 0x6f0))
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[″”“„‟]|''|′′|’’/g, '"')
    .replaceAll('٫', '.')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/[\u2212\u2012\u2013]/g, '-')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();

const TICK = /^[✓✔☑√✗✘×xXvV]$/u;
const DEVIATION = 'it looks like a deviation, not a measurement';

/**
 * Returns true if a measured value is less than a quarter of the specification. Such a value is probably the deviation
 * from the specification.
 */
const isDeviationSized = (value: string, spec: string): boolean => {
  const target = Number(normalizeDecimal(toPlainNotation(spec)) ?? Number.NaN);
  return target > 0 && Number(value) * 4 < target;
};

/** The maximum length of a text that can be a number with its unit. */
const MAX_NOTATION = 60;

/**
 * Reads a cell with a measured value. Returns a reason instead of a value if the text is not a plain number or its unit
 * differs from the unit of the row. Also returns a reason if the number is so small that it is probably a deviation
 * from the specification.
 */
const readMeasuredCell = (cell: ImportedCell, unit: string, spec: string): MeasuredReading => {
  const text = toPlainNotation(cell.text.slice(0, MAX_NOTATION));
  if (cell.kind === 'date') return { why: 'a date, not a measurement' };
  if (cell.kind === 'truth' || TICK.test(text)) return { why: 'a mark, not a measurement' };
  if (cell.kind === 'error') return { why: 'an error of the spreadsheet program, not a measurement' };
  if (/^[-+±]/.test(text)) return { why: DEVIATION };
  let end = text.length;
  while (end > 0 && !/\d/.test(text[end - 1] ?? '')) end -= 1;
  const [suffix, rowUnit] = [normalizeUnit(text.slice(end)), normalizeUnit(unit)];
  const isUnit = suffix === '' || suffix === rowUnit || Object.hasOwn(UNIT_SPELLINGS, suffix);
  const value = isUnit && cell.text.length <= MAX_NOTATION ? normalizeDecimal(text.slice(0, end)) : undefined;
  if (value === undefined)
    return {
      why: /\d/.test(text) ? 'an ambiguous number' : 'a remark, not a measurement',
    };
  const isFraction = text.includes('/');
  const valueUnit = suffix === '' && isFraction && rowUnit !== '' ? 'inch' : suffix;
  if (valueUnit !== '' && valueUnit !== rowUnit)
    return {
      why: `in ${valueUnit}, and its row is in ${rowUnit === '' ? 'no stated unit' : rowUnit}; not converted`,
    };
  if (Number(value) === 0 || isDeviationSized(value, spec)) return { why: DEVIATION };
  return { value };
};

interface SentValue {
  readonly text: string;
  readonly unit: string;
  readonly state: string;
}
type MeasureLimits = Readonly<Record<'spec' | 'plus' | 'minus', SentValue>>;

/**
 * Returns the text, unit and provenance (for example `sent as inferred`) of a cell in the workbook that was sent to the
 * factory. If they were not recorded, returns those in the returned workbook.
 */
export const readSentValue = (row: ReturnedRow, key: string): SentValue => {
  const sent = row.findSentCell(key);
  if (sent === undefined)
    return { text: row.getText(key), unit: row.getText(`${key}_unit`), state: row.getText(`${key}_state`) };
  return { text: sent.text, unit: sent.unit, state: sent.state === '' ? '' : `sent as ${sent.state}` };
};

const formatMeasurementNote = (row: ReturnedRow, limits: MeasureLimits, hasSpec: boolean): string => {
  if (!hasSpec) return 'the file holds no spec';
  const { spec, plus, minus } = limits;
  const missing =
    plus.text === '' && minus.text === ''
      ? 'tolerance not stated'
      : plus.text === ''
        ? 'tolerance above not stated'
        : minus.text === ''
          ? 'tolerance below not stated'
          : '';
  const units = [...new Set([spec, plus, minus].map(({ unit }) => unit).filter((unit) => unit !== ''))];
  const currentSpec = row.getText('spec');
  const isChanged = row.sent !== undefined && currentSpec !== '' && currentSpec !== spec.text;
  const difference = subtractDecimals(currentSpec, spec.text);
  return [
    ...(spec.text === '' ? ['spec not stated'] : []),
    ...(missing === '' ? [] : [missing]),
    ...(units.length > 1 ? [`units differ: ${units.join(', ')}`] : []),
    ...(isChanged && !/^-?0(?:\.0+)?$/.test(difference ?? '')
      ? [`spec changed by the factory: ${spec.text} → ${currentSpec}`]
      : []),
  ].join('; ');
};

const isLess = (first: string, second: string): boolean =>
  subtractDecimals(first, second)?.startsWith('-') === true;

/**
 * Summarizes the measurements of a row without a specification or without a tolerance. Returns an empty list for any
 * other row, and for a row that was not measured.
 */
const recordPoint = (
  { subject }: ReturnedRow,
  { spec, plus, minus }: MeasureLimits,
  readings: readonly (readonly [text: string, value: string])[],
  noun: RecordedPoint['of'],
): readonly RecordedPoint[] => {
  const tolerances = [['tol_minus', minus] as const, ['tol_plus', plus] as const];
  const openLimits =
    spec.text === '' ? [['spec', spec] as const] : tolerances.filter(([, { text }]) => text === '');
  const sorted = readings.toSorted(([, a], [, b]) => (isLess(a, b) ? -1 : isLess(b, a) ? 1 : 0));
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (openLimits.length === 0 || least === undefined || most === undefined) return [];
  const state = openLimits.map(([, limit]) => limit.state).find((text) => text !== '') ?? '';
  return [
    {
      ...subject,
      fields: openLimits.map(([name]) => name).join(', '),
      state,
      spec: spec.text,
      unit: spec.unit,
      count: readings.length,
      of: noun,
      least: least[0],
      most: most[0],
    },
  ];
};

/**
 * Reads the measurements that people filled into a returned table. `measured` has each measurement with its difference
 * from the specification. `recorded` has the points for which the specification or a tolerance is not stated. `remarks`
 * has the texts that are not measurements.
 */
export const readMeasurements = ({ sheet, keys, rows }: ReturnedTable) => {
  const measured: WorkbookMeasurement[] = [];
  const recorded: RecordedPoint[] = [];
  const remarks: WorkbookRemark[] = [];
  for (const row of rows) {
    const { subject } = row;
    const hasSpec = row.sent !== undefined || keys.includes('spec');
    const readings: (readonly [text: string, value: string])[] = [];
    const rounds: string[] = [];
    const limits = {
      spec: readSentValue(row, 'spec'),
      plus: readSentValue(row, 'tol_plus'),
      minus: readSentValue(row, 'tol_minus'),
    };
    const { spec, plus, minus } = limits;
    for (const key of keys) {
      const [round, cell] = [parseRoundHead(key), row.cells.get(key)];
      if (round === undefined || cell === undefined || cell.text.trim() === '') continue;
      // A row without a node id is not a point of measure but a row below the table, for example for the date.
      if (row.sent !== undefined && subject.node_id === '') {
        remarks.push(createRemark(sheet.name, row, key, ''));
        continue;
      }
      const reading = readMeasuredCell(cell, spec.unit, spec.text);
      if ('why' in reading) remarks.push(createRemark(sheet.name, row, key, reading.why));
      else {
        readings.push([cell.text, reading.value]);
        rounds.push(round);
        measured.push({
          ...subject,
          round,
          spec: spec.text,
          spec_unit: spec.unit,
          spec_state: spec.state,
          tol_plus: plus.text,
          tol_plus_unit: plus.unit,
          tol_minus: minus.text,
          tol_minus_unit: minus.unit,
          measured: cell.text,
          difference: subtractDecimals(reading.value, normalizeDecimal(spec.text) ?? '') ?? '',
          note: formatMeasurementNote(row, limits, hasSpec),
        });
      }
    }
    const isInspected = rounds.every((round) => round.startsWith(PIECE_ROUND_PREFIX));
    if (hasSpec)
      appendAll(recorded, recordPoint(row, limits, readings, isInspected ? 'pieces' : 'measurements'));
  }
  return { measured, recorded, remarks };
};
