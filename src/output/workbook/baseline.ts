/**
 * Writes and reads the baseline of a workbook: a hidden sheet that records what was sent. A returned workbook is
 * compared with it. Each row has an id in a hidden first column, so that rows can still be matched after a user sorts
 * them.
 */

import type { WorkbookRead } from '../../garment/workbook-answers.ts';
import { removeFractionZeros } from '../../platform/json/decimals.ts';
import { escapeJsonCharacter } from '../../platform/json/json-tokens.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import { parseJsonWithin } from '../../platform/json/parse-json.ts';
import { RESPONSE_LIMITS } from '../../platform/size-limits.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';
import { splitLongCells } from './cell-layout.ts';
import type { ImportedCell } from './read-cells.ts';
import type { ImportedSheet } from './read-xlsx.ts';
import {
  createRowSubject,
  createTextCell,
  EMPTY_ROW_SUBJECT,
  type RowSubject,
  SUBJECT_KEYS,
  type WorkbookCell,
  type WorkbookModel,
  type WorkbookSheet,
} from './workbook-model.ts';

/** The name of the hidden sheet that records the content of a workbook when it was sent. */
export const BASELINE_SHEET = 'toile baseline';
/** The head of the hidden column that has the id of each row. It is also the key of this column. */
export const ROW_ID_HEAD = 'toile row';

/** The content of one cell when the workbook was sent. */
export interface SentCell {
  readonly text: string;
  readonly isNumber: boolean;
  readonly unit: string;
  readonly state: string;
  /** The path of the value inside its node, for example `spec`. */
  readonly path: string;
}

const COLUMN_ROLES = ['given', 'filled', 'formula', 'withheld'] as const;

/** Describes a column of a sheet in the workbook that was sent to the factory. */
export interface SentColumn {
  /** The key of the column, for example `spec`. Unlike the head, it does not depend on the language of the workbook. */
  readonly key: string;
  readonly head: string;
  /**
   * The origin of the cells in the column. `given`: toile writes them and compares them in the returned file. `filled`:
   * the factory fills them in. `formula`: the spreadsheet program calculates them. `withheld`: the column is not on the
   * sheet, but its cells are recorded in the baseline.
   */
  readonly role: (typeof COLUMN_ROLES)[number];
}

/** A row of a worksheet, with the content that it had when the workbook was sent. */
export interface SentRow {
  readonly id: string;
  readonly subject: RowSubject;
  /**
   * The cells of the row in the order of `columns`. They include the cells of columns with the role `withheld`, which
   * are recorded here but are not printed on the sheet.
   */
  readonly cells: readonly SentCell[];
}

/**
 * The content of one sheet of a workbook, as it was when the workbook was sent. If the rows of the sheet are not about
 * single values, for example on the cover, only a digest of each row is recorded.
 */
export interface SentSheet {
  readonly name: string;
  readonly columns: readonly SentColumn[];
  readonly rows: readonly SentRow[];
  readonly digests: ReadonlySet<string> | undefined;
}

/** The baseline: the record of a workbook as it was sent. */
export interface WorkbookBaseline {
  /** The SHA-256 digest of the list `reads`. This list has the id of each garment and the digest of its data. */
  readonly digest: string;
  /** The id of each garment and the digest of its data. The list is empty in a workbook of an older version. */
  readonly reads: readonly WorkbookRead[];
  /**
   * The time when toile read the bodies of the garments in the workbook, as ISO 8601. Empty if the bodies came from
   * files.
   */
  readonly read: string;
  readonly profile: string;
  readonly sheets: readonly SentSheet[];
}

const MARK = 'toile baseline 1';
/** The maximum number of characters of JSON in one cell; a cell can contain 32,767. */
const CHUNK = 30_000;
/**
 * Characters that a spreadsheet program may lose, so they are escaped. Surrogates are escaped too, because a long text
 * may be split between the two surrogates of a pair.
 */
const UNSAFE_IN_CELL = /[\u007f-\u009f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufff0-\uffff]/g;
const EMPTY_SENT_CELL: SentCell = { text: '', isNumber: false, unit: '', state: '', path: '' };

/** Returns the text with `\n` for every line break. */
export const normalizeLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * Computes a digest of 12 characters from the texts of a row. The caller must leave out empty texts. The digest does
 * not depend on the kind of line breaks or on zeros at the end of a fraction: `56` and `56.0` give the same digest.
 */
export const computeRowDigest = (texts: readonly string[]): string =>
  computeSha256(JSON.stringify(texts.map((text) => removeFractionZeros(normalizeLineBreaks(text))))).slice(
    0,
    12,
  );

const listRowTexts = (cells: readonly { readonly text: string }[]): readonly string[] =>
  cells.map(({ text }) => text).filter((text) => text !== '');

const encodeCell = ({ text, isNumber, stated }: WorkbookCell): unknown =>
  isNumber !== true && stated === undefined
    ? text
    : [text, isNumber === true ? 1 : 0, stated?.unit ?? '', stated?.state ?? '', stated?.path ?? ''];

/** Yields the items of a JSON list one by one, with the brackets and commas. */
const listJsonItems = function* <T>(
  items: readonly T[],
  encode: (item: T, at: number) => unknown,
): Generator<string> {
  yield '[';
  for (const [at, item] of items.entries()) yield `${at === 0 ? '' : ','}${JSON.stringify(encode(item, at))}`;
  yield ']';
};

/** Yields the JSON of a sheet in pieces, because the JSON of a large sheet takes much memory. */
const listSheetJson = function* (sheet: WorkbookSheet, ids: readonly string[]): Generator<string> {
  const { name, columns, rows, subjects } = sheet;
  yield `{"name":${JSON.stringify(name)}`;
  if (subjects === undefined) {
    yield ',"digests":';
    yield* listJsonItems(rows, (row) => computeRowDigest(listRowTexts(row)));
  } else {
    yield ',"columns":';
    yield* listJsonItems(columns, ({ key, head, isFillIn, isFormula, isWithheld }) => [
      key ?? head,
      head,
      isWithheld ? 'withheld' : isFormula ? 'formula' : isFillIn ? 'filled' : 'given',
    ]);
    yield ',"rows":';
    yield* listJsonItems(rows, (row, at) => [
      ids[at] ?? '',
      SUBJECT_KEYS.map((key) => subjects[at]?.[key] ?? ''),
      row.map(encodeCell),
    ]);
  }
  yield '}';
};

/** Joins the pieces, escapes unsafe characters, and cuts the text into chunks of `CHUNK` characters. */
const cutIntoChunks = (pieces: Iterable<string>): readonly string[] => {
  const chunks: string[] = [];
  let rest = '';
  for (const piece of pieces) {
    rest += piece.replace(UNSAFE_IN_CELL, escapeJsonCharacter);
    for (; rest.length > CHUNK; rest = rest.slice(CHUNK)) chunks.push(rest.slice(0, CHUNK));
  }
  return [...chunks, rest];
};

/**
 * Splits each row with a text that is too long for a cell into several rows. This is done before rows get ids, so that
 * each of them gets its own id.
 */
const splitSheetRows = (sheet: WorkbookSheet): WorkbookSheet => {
  const { rows, subjects } = sheet;
  if (subjects === undefined) return { ...sheet, rows: [...splitLongCells(rows)] };
  const split = rows.map((row) => [...splitLongCells([row])]);
  return {
    ...sheet,
    rows: split.flat(),
    subjects: split.flatMap((parts, at) => parts.map(() => subjects[at] ?? EMPTY_ROW_SUBJECT)),
  };
};

const removeWithheldColumns = (sheet: WorkbookSheet): WorkbookSheet => {
  if (!sheet.columns.some(({ isWithheld }) => isWithheld)) return sheet;
  const isShown = (_: unknown, at: number): boolean => sheet.columns[at]?.isWithheld !== true;
  return {
    ...sheet,
    columns: sheet.columns.filter(isShown),
    rows: sheet.rows.map((row) => row.filter(isShown)),
  };
};

/**
 * Adds the baseline (a record of what was sent) to a workbook, as a hidden sheet. Columns with the flag `isWithheld`
 * are only in this sheet. Sheets with the member `subjects` get a hidden first column of row ids. Texts that are too
 * long for a cell are split.
 */
export const addBaseline = (
  model: WorkbookModel,
  { digest, reads, read, profile }: Omit<WorkbookBaseline, 'sheets'>,
): WorkbookModel => {
  let count = 0;
  const sentSheets = model.sheets.map(splitSheetRows).map((sheet) => ({
    sheet,
    ids: sheet.subjects === undefined ? [] : sheet.rows.map(() => `${digest.slice(0, 6)}-${++count}`),
  }));
  const about = { digest, reads: reads.map((each) => [each.garment_id, each.digest]), read, profile };
  const listJson = function* (): Generator<string> {
    yield `${JSON.stringify(about).slice(0, -1)},"sheets":[`;
    for (const [at, { sheet, ids }] of sentSheets.entries()) {
      if (at > 0) yield ',';
      yield* listSheetJson(sheet, ids);
    }
    yield ']}';
  };
  const chunks = cutIntoChunks(listJson());
  const baseline: WorkbookSheet = {
    name: BASELINE_SHEET,
    columns: [{ head: MARK }, { head: computeSha256(chunks.join('')) }],
    // The sheet stores a JSON text in chunks, one chunk in each cell. Each chunk gets a `|` at both ends, because
    // spreadsheet programs may remove spaces at the start or end of a cell.
    rows: chunks.map((chunk) => [createTextCell(`|${chunk}|`)]),
    isPage: true,
    isHidden: true,
    isUnprinted: true,
  };
  return {
    ...model,
    sheets: [
      ...sentSheets
        .map(({ sheet, ids }) => ({ sheet: removeWithheldColumns(sheet), ids }))
        .map(({ sheet, ids }) =>
          ids.length === 0
            ? sheet
            : {
                ...sheet,
                columns: [{ head: ROW_ID_HEAD, isHidden: true }, ...sheet.columns],
                rows: sheet.rows.map((row, at) => [createTextCell(ids[at] ?? ''), ...row]),
                fixedColumns: (sheet.fixedColumns ?? 0) + 1,
                ...(sheet.markAboveZero === undefined
                  ? {}
                  : { markAboveZero: sheet.markAboveZero.map((column) => column + 1) }),
              },
        ),
      baseline,
    ],
  };
};

const readTexts = (value: unknown, maxItems: number): readonly string[] | undefined =>
  Array.isArray(value) && value.length <= maxItems && value.every((item) => typeof item === 'string')
    ? value
    : undefined;

const readSentCell = (value: unknown): SentCell | undefined => {
  if (typeof value === 'string') return { ...EMPTY_SENT_CELL, text: value };
  if (!Array.isArray(value) || value.length !== 5) return undefined;
  const [text, number, unit, state, path] = value;
  const texts = readTexts([text, unit, state, path], 4);
  return texts === undefined ? undefined : { text, isNumber: String(number) === '1', unit, state, path };
};

const ROW_ID = /^[0-9a-f]{6}-\d{1,7}$/;

const readSentRow = (value: unknown): SentRow | undefined => {
  if (!Array.isArray(value)) return undefined;
  const [id, subject, cells] = value;
  const parts = readTexts(subject, SUBJECT_KEYS.length);
  if (typeof id !== 'string' || !ROW_ID.test(id) || !Array.isArray(cells)) return undefined;
  if (parts?.length !== SUBJECT_KEYS.length) return undefined;
  const sentCells = cells.map(readSentCell);
  if (!sentCells.every((cell) => cell !== undefined)) return undefined;
  return { id, subject: createRowSubject((key) => parts[SUBJECT_KEYS.indexOf(key)] ?? ''), cells: sentCells };
};

const readSentColumn = (value: unknown): SentColumn | undefined => {
  const [key = '', head = '', word = ''] = readTexts(value, 3) ?? [];
  const role = COLUMN_ROLES.find((each) => each === word);
  return role === undefined ? undefined : { key, head, role };
};

const readSentSheet = (value: unknown): SentSheet | undefined => {
  if (!isRecord(value) || typeof value.name !== 'string') return undefined;
  const { name } = value;
  const digests = readTexts(value.digests, RESPONSE_LIMITS.values);
  if (digests !== undefined) return { name, columns: [], rows: [], digests: new Set(digests) };
  if (!Array.isArray(value.columns) || !Array.isArray(value.rows)) return undefined;
  const [columns, rows] = [value.columns.map(readSentColumn), value.rows.map(readSentRow)];
  return columns.every((column) => column !== undefined) && rows.every((row) => row !== undefined)
    ? { name, columns, rows, digests: undefined }
    : undefined;
};

const parseWorkbookReads = (value: unknown): readonly WorkbookRead[] =>
  (Array.isArray(value) ? value : []).flatMap((each) => {
    const [garment_id = '', digest = ''] = readTexts(each, 2) ?? [];
    return /^[0-9a-f]{12}$/.test(digest) ? [{ garment_id, digest }] : [];
  });

const parseBaseline = (text: string): WorkbookBaseline | undefined => {
  const value = parseJsonWithin(text, RESPONSE_LIMITS.values);
  if (!isRecord(value) || !Array.isArray(value.sheets)) return undefined;
  const { digest, read, profile } = value;
  if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) return undefined;
  if (typeof read !== 'string' || typeof profile !== 'string') return undefined;
  const sheets = value.sheets.map(readSentSheet);
  const isComplete = sheets.every((sheet) => sheet !== undefined);
  if (!isComplete || new Set(sheets.map(({ name }) => name)).size < sheets.length) return undefined;
  const ids = sheets.flatMap(({ rows }) => rows.map(({ id }) => id));
  return new Set(ids).size < ids.length
    ? undefined
    : { digest, reads: parseWorkbookReads(value.reads), read, profile, sheets };
};

/**
 * The result of looking for the baseline in a workbook: it was `read`, it is missing (`none`), or it is no longer as
 * toile wrote it (`changed`).
 */
export interface FoundBaseline {
  readonly sheet: ImportedSheet | undefined;
  readonly baseline: WorkbookBaseline | undefined;
  readonly status: 'read' | 'none' | 'changed';
}

/**
 * Finds and reads the baseline (the hidden record of what was sent) in a returned workbook. The status is `changed` if
 * the checksum or format of the baseline is wrong.
 */
export const readBaseline = (sheets: readonly ImportedSheet[]): FoundBaseline => {
  const isMark = ({ place, text }: ImportedCell): boolean => place === 'A1' && text === MARK;
  const sheet =
    sheets.find(({ rows }) => rows[0]?.some(isMark)) ?? sheets.find(({ name }) => name === BASELINE_SHEET);
  if (sheet === undefined) return { sheet, baseline: undefined, status: 'none' };
  const [head, ...rows] = sheet.rows;
  const text = rows.map(([cell]) => cell?.text.slice(1, -1) ?? '').join('');
  const isUnchanged = head?.find(({ place }) => place === 'B1')?.text === computeSha256(text);
  try {
    const baseline = isUnchanged ? parseBaseline(text) : undefined;
    return { sheet, baseline, status: baseline === undefined ? 'changed' : 'read' };
  } catch {
    return { sheet, baseline: undefined, status: 'changed' };
  }
};
