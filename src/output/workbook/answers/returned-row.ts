/** Defines a row of a returned sheet: its cells, what it is about (its subject), and the row as it was sent. */

import type { UnreadCell, WorkbookRemark } from '../../../garment/workbook-answers.ts';
import { subtractDecimals } from '../../../platform/json/decimals.ts';
import { normalizeLineBreaks, type SentCell, type SentColumn, type SentRow } from '../baseline.ts';
import type { ImportedCell } from '../read-cells.ts';
import { createRowSubject, type RowSubject, SUBJECT_KEYS } from '../workbook-model.ts';

/** Creates the record of a cell in a returned workbook that toile does not use. `why` is the reason to print. */
export const createUnreadCell = (
  sheet: string,
  { place, text }: Pick<ImportedCell, 'place' | 'text'>,
  why: string,
): UnreadCell => ({ sheet, cell: place, text, why });

/** A row of a returned sheet. `sent` is undefined if the file has no record of the sent row. */
export interface ReturnedRow {
  readonly subject: RowSubject;
  readonly cells: ReadonlyMap<string, ImportedCell>;
  readonly sent: SentRow | undefined;
  getText(key: string): string;
  /**
   * Returns the text that a cell had when the workbook was sent. If the sent row is not recorded, returns the text in
   * the returned file.
   */
  getSentText(key: string): string;
  findSentCell(key: string): SentCell | undefined;
}

const isZero = (text: string | undefined): boolean => text !== undefined && /^-?0(?:\.0+)?$/.test(text);

/**
 * Returns true if a text is unchanged since it was sent. Other line breaks, or another spelling of the same number
 * (`56` instead of `56.0`), are not a change.
 */
export const isSameAsSent = (sent: SentCell, now: string): boolean =>
  normalizeLineBreaks(sent.text) === normalizeLineBreaks(now) ||
  (sent.isNumber && isZero(subtractDecimals(now, sent.text)));

/**
 * Maps each text that identifies a row, such as its node or size, to the keys of the columns that can contain it. The
 * first of these columns with a text is used.
 */
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
 * Finds the sent row with the same subject as a returned row. A subject has parts such as node, code and description;
 * empty parts of the returned row are ignored. If not exactly one row has the same parts, the search is repeated
 * without the description, and then with the description but without the code. Returns undefined if no search finds
 * exactly one row.
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

/** Creates a remark, which reports a cell with a text that is not read as a value. `why` is the reason. */
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
 * Creates a function that takes the rows one after the other. If an earlier row had the same subject, for example the
 * same question, the function returns a list with one cell to report to the user. Otherwise it returns an empty list.
 * `event` is the beginning of the reported reason, for example `the question is answered`.
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

/** Returns true if a returned row says what it is about: at least one part of its subject is not empty. */
export const hasSubject = ({ subject }: ReturnedRow): boolean =>
  SUBJECT_KEYS.some((key) => subject[key] !== '');
