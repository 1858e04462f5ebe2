import { formatCell } from '../output/tables/flat-table.ts';
import { type OutputField, selectFieldColumns } from '../output/tables/output-fields.ts';
import { formatCsvLines, formatRowsJsonl, formatTsvLines } from '../output/tables/table-lines.ts';
import { grid, type OutputRows } from '../output/views/view-model.ts';
import { type PresentationOptions, renderViewText } from './write-result.ts';

const CHUNK_LINES = 200;

/** Writes lines that end with a line feed, in chunks of 200. Throws after a chunk if the signal was aborted. */
export const writeLines = async (
  lines: Iterable<string>,
  { io, signal }: PresentationOptions,
): Promise<void> => {
  let pendingLines: string[] = [];
  const flush = async (): Promise<void> => {
    const text = pendingLines.join('');
    pendingLines = [];
    await io.out.write(text);
    signal.throwIfAborted();
  };
  for (const text of lines) {
    pendingLines.push(text);
    if (pendingLines.length >= CHUNK_LINES) await flush();
  }
  await flush();
};

/**
 * Writes rows in the selected format, then prints notes, for example about values that the rows leave out. With
 * `fields`, writes only these columns. `isFirst` is false if the rows continue a table, so that the header is not
 * repeated.
 */
export const writeRows = async (
  rows: OutputRows,
  fields: readonly OutputField[] | undefined,
  isFirst: boolean,
  presentation: PresentationOptions,
): Promise<void> => {
  const selected = fields && selectFieldColumns(rows, fields);
  const table = selected ?? rows;
  // Column names and `rows.note` are printed on stderr only if stderr is a terminal, because a successful cron job
  // should print nothing on stderr.
  const isOnTerminal = presentation.io.err.terminal;
  switch (presentation.output.format) {
    case 'csv':
      await writeLines(formatCsvLines(table, isFirst), presentation);
      break;
    case 'xlsx':
      for (const row of table.rows)
        presentation.sheet.add(table.columns, row, selected?.readHiddenStates(row));
      break;
    case 'jsonl':
      await writeLines(formatRowsJsonl(table), presentation);
      break;
    case 'grid':
      await presentation.page(
        await renderViewText(
          [toGridBlock(table)],
          presentation.paint,
          presentation.io.out.columns,
          presentation.runBlocking,
        ),
      );
      break;
    default:
      if (table === rows && isFirst && rows.hasHeader)
        await writeLines(formatTsvLines({ columns: [], rows: [rows.columns] }), presentation);
      await writeLines(formatTsvLines(table), presentation);
      if (isOnTerminal && table === rows && rows.hasBodyColumns && !rows.hasHeader)
        presentation.note(formatColumnsNote(rows));
  }
  // `rows.note` is complete only after all rows have been read, so it is printed after them.
  const note = isOnTerminal ? rows.note : undefined;
  if (note) presentation.note(note);
  if (rows.continuation !== undefined)
    presentation.note(`this is only a part of the result; to continue: ${rows.continuation}`);
  // In a workbook, the fill colour of a cell shows the provenance of its value. In the other formats, a note counts the
  // values that are not asserted and are printed without their provenance.
  const hiddenStatesNote = presentation.output.format === 'xlsx' ? undefined : selected?.formatHiddenStates();
  if (hiddenStatesNote !== undefined) presentation.note(hiddenStatesNote);
};

/** Returns the note `columns: a, b`. It is printed instead of a header if the columns depend on the body. */
export const formatColumnsNote = ({ columns }: OutputRows): string => `columns: ${columns.join(', ')}`;

const toGridBlock = ({ columns, rows }: OutputRows) =>
  grid(
    columns.map((head) => ({ head, fit: 'wrap', min: 6 })),
    [...rows].map((row) =>
      columns.map((column, at) => {
        const text = formatCell(row[at]);
        return column === 'state' || column.endsWith('_state') ? { text, state: text } : text;
      }),
    ),
  );
