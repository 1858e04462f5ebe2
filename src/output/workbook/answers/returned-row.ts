/** A row of a returned sheet: its cells, its subject, and the row of the baseline from which it was written. */

import type { UnreadCell, WorkbookRemark } from '../../../garment/workbook-answers.ts';
import { subtractDecimals } from '../../../platform/json/decimals.ts';
import { normalizeLineBreaks, type SentCell, type SentColumn, type SentRow } from '../baseline.ts';
import type { ImportedCell } from '../read-cells.ts';
import { createRowSubject, type RowSubject, SUBJECT_KEYS } from '../workbook-model.ts';

/** Creates the record of a cell that is not read as a value, with the reason `why`. */
export const createUnreadCell = (
  sheet: string,
  { place, text }: Pick<ImportedCell, 'place' | 'text'>,
  why: string,
): UnreadCell => ({ sheet, cell: place, text, why });

/** A row of a returned sheet, with cells by the key of their column. `sent` is the same row in the baseline, if any. */
export interface ReturnedRow {
  readonly subject: RowSubject;
  readonly cells: ReadonlyMap<string, ImportedCell>;
  readonly sent: SentRow | undefined;
  /** Returns the text of a cell in the returned file; empty if the cell is absent. */
  getText(key: string): string;
  /** Returns the text of a cell as it was sent; without `sent`, the text in the returned file. */
  getSentText(key: string): string;
  /** Returns a cell as it was sent; undefined without `sent`. */
  findSentCell(key: string): SentCell | undefined;
}

const isZero = (text: string | undefined): boolean => text !== undefined && /^-?0(?:\.0+)?$/.test(text);

/** Returns true if a text equals the sent text except for line breaks, or is the same number: `56` for `56.0`. */
export const isSameAsSent = (sent: SentCell, now: string): boolean =>
  normalizeLineBreaks(sent.text) === normalizeLineBreaks(now) ||
  (sent.isNumber && isZero(subtractDecimals(now, sent.text)));

/** The columns from which each part of the subject of a row is read. The first cell that is not empty is used. */
const IDENTITY_KEYS: Readonly<Record<keyof RowSubject, readonly string[]>> = {
  garment_id: ['garment_id'],
  node_id: ['node_id'],
  line: ['line'],
  code: ['code', 'id', 'field'],
  description: ['description', 'label', 'name', 'question'],
  size: ['size'],
};

/** The cells of a row by the key of their column. */
export type CellsByKey = ReadonlyMap<string, ImportedCell>;

export const readSubject = (cells: CellsByKey): RowSubject =>
  createRowSubject(
    (part) =>
      IDENTITY_KEYS[part].flatMap((key) => cells.get(key)?.text ?? []).find((text) => text !== '') ?? '',
  );

/**
 * Finds the sent row with the same subject as a returned row: first by all parts, then by all except the description,
 * then by all except the code. Empty parts are not compared. Returns undefined unless exactly one row matches.
 */
export const findSentRow = (sentRows: readonly SentRow[], subject: RowSubject): SentRow | undefined => {
  for (const ignored of [undefined, 'description', 'code'] as const) {
    const keys = SUBJECT_KEYS.filter((key) => key !== ignored && subject[key] !== '');
    if (!keys.some((key) => key === 'code' || key === 'description' || key === 'node_id')) continue;
    const matches = sentRows.filter((row) => keys.every((key) => row.subject[key] === subject[key]));
    if (matches.length === 1) return matches[0];
  }
  return undefined;
};

export const createReturnedRow = (
  cells: CellsByKey,
  columns: readonly SentColumn[],
  sent: SentRow | undefined,
): ReturnedRow => {
  const findSentCell = (key: string): SentCell | undefined =>
    sent?.cells[columns.findIndex((column) => column.key === key)];
  const getText = (key: string): string => cells.get(key)?.text ?? '';
  return {
    subject: sent?.subject ?? readSubject(cells),
    cells,
    sent,
    getText,
    findSentCell,
    getSentText: (key) => (sent === undefined ? getText(key) : (findSentCell(key)?.text ?? '')),
  };
};

/** Creates a remark: a text in a cell of a row that is not read as a value, with the reason `why`. */
export const createRemark = (
  sheet: string,
  { subject, cells }: ReturnedRow,
  key: string,
  why: string,
): WorkbookRemark => {
  const { place = '', text = '' } = cells.get(key) ?? {};
  return { sheet, cell: place, ...subject, field: key, text, why };
};

/**
 * Creates a check of rows, called for each row in turn. It returns an unread cell if an earlier row has the same
 * subject, otherwise an empty list. `event`, for example `the question is answered`, begins the printed reason.
 */
export const createDuplicateCheck = (sheet: string, event: string) => {
  const seen = new Set<string>();
  return ({ subject, cells }: ReturnedRow): readonly UnreadCell[] => {
    const key = JSON.stringify(subject);
    const isRepeated = seen.has(key);
    seen.add(key);
    if (!isRepeated) return [];
    const [first] = cells.values();
    const text = subject.code || subject.node_id || subject.description;
    return [
      createUnreadCell(
        sheet,
        { place: first?.place ?? '', text },
        `${event} in more than one row; each is listed`,
      ),
    ];
  };
};

/** Returns true unless all parts of the subject of a row are empty. */
export const hasSubject = ({ subject }: ReturnedRow): boolean =>
  SUBJECT_KEYS.some((key) => subject[key] !== '');
