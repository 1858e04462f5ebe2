import { cellText, type Table } from '../format/cell.ts';
import { csvLines } from '../format/csv.ts';
import { type Field, fieldColumns } from '../format/fields.ts';
import { rowsJsonl } from '../format/jsonl.ts';
import { meaning, namedColumns } from '../format/named-columns.ts';
import { tsvLines } from '../format/tsv.ts';
import { grid, type Rows } from '../view/model.ts';
import { drawn, type Presenting } from './write-answer.ts';

const CHUNK = 200;

/** Lines, some hundred at a time: few writes, and a closed pipe is noticed early. */
export const writeLines = async (lines: Iterable<string>, { io, signal }: Presenting): Promise<void> => {
  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    const text = waiting.join('');
    waiting = [];
    await io.out.write(text);
    signal.throwIfAborted();
  };
  for (const text of lines) {
    waiting.push(text);
    if (waiting.length >= CHUNK) await flush();
  }
  await flush();
};

/** Rows in the form that was asked for. `first` is false where they continue a table. */
export const writeRows = async (
  rows: Rows,
  fields: readonly Field[] | undefined,
  first: boolean,
  to: Presenting,
): Promise<void> => {
  const table = fields ? fieldColumns(rows, fields) : underNames(rows, first, to);
  switch (to.mode.form) {
    case 'csv':
      await writeLines(csvLines(table, first), to);
      break;
    case 'xlsx':
      for (const row of table.rows) to.sheet.add(table.columns, row);
      break;
    case 'jsonl':
      await writeLines(rowsJsonl(table), to);
      break;
    case 'grid':
      await to.page(await drawn([asGrid(table)], to.paint, to.io.out.columns, to.bluntly));
      break;
    default:
      await writeLines(tsvLines(table), to);
      if (table === rows && rows.ofBody) to.note(columnsNote(rows));
  }
  // Only known when the rows have been read.
  if (rows.note) to.note(rows.note);
};

/** Beside rows without a header, whose columns the body names. */
export const columnsNote = ({ columns }: Rows): string => `columns: ${columns.join(', ')}`;

/** Under the names that were asked for. What is not there is said once, since a template without it may be refused. */
const underNames = (rows: Rows, first: boolean, { columns, note }: Presenting): Table => {
  if (columns === undefined) return rows;
  const { table, missing } = namedColumns(rows, columns);
  if (first && missing.length > 0)
    note(
      `no column here is called ${missing.map(({ name, near }) => name + meaning(near)).join(', ')}; their cells are empty`,
    );
  return table;
};

const asGrid = ({ columns, rows }: Rows) =>
  grid(
    columns.map((head) => ({ head, fit: 'wrap', min: 6 })),
    [...rows].map((row) =>
      columns.map((column, at) => {
        const text = cellText(row[at]);
        return column === 'state' || column.endsWith('_state') ? { text, state: text } : text;
      }),
    ),
  );
