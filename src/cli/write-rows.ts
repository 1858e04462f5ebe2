import { formatCsvLines } from '../output/tables/csv.ts';
import { formatCell } from '../output/tables/flat-table.ts';
import { formatRowsJsonl } from '../output/tables/jsonl.ts';
import { type OutputField, selectFieldColumns } from '../output/tables/output-fields.ts';
import { formatTsvLines } from '../output/tables/tsv.ts';
import { grid, type OutputRows } from '../output/views/view-model.ts';
import { type PresentationOptions, renderViewText } from './write-result.ts';

const CHUNK_LINES = 200;

/** Writes lines in chunks: few writes, and after each of them an aborted signal is noticed. */
export const writeLines = async (
  lines: Iterable<string>,
  { io, signal }: PresentationOptions,
): Promise<void> => {
  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    const text = waiting.join('');
    waiting = [];
    await io.out.write(text);
    signal.throwIfAborted();
  };
  for (const text of lines) {
    waiting.push(text);
    if (waiting.length >= CHUNK_LINES) await flush();
  }
  await flush();
};

/**
 * Writes rows in the selected format, with `fields` only these columns, and prints notes about them. `first` is false
 * if the rows continue a table, which then has its header already.
 */
export const writeRows = async (
  rows: OutputRows,
  fields: readonly OutputField[] | undefined,
  first: boolean,
  to: PresentationOptions,
): Promise<void> => {
  const selected = fields && selectFieldColumns(rows, fields);
  const table = selected ?? rows;
  switch (to.output.format) {
    case 'csv':
      await writeLines(formatCsvLines(table, first), to);
      break;
    case 'xlsx':
      for (const row of table.rows) to.sheet.add(table.columns, row, selected?.readHiddenStates(row));
      break;
    case 'jsonl':
      await writeLines(formatRowsJsonl(table), to);
      break;
    case 'grid':
      await to.page(await renderViewText([toGridBlock(table)], to.paint, to.io.out.columns, to.runBlocking));
      break;
    default:
      if (table === rows && first && rows.hasHeader)
        await writeLines(formatTsvLines({ columns: [], rows: [rows.columns] }), to);
      await writeLines(formatTsvLines(table), to);
      if (table === rows && rows.hasBodyColumns && !rows.hasHeader)
        reportOnTerminal(formatColumnsNote(rows), to);
  }
  // The rows must be read before the note is known.
  if (rows.note) reportOnTerminal(rows.note, to);
  if (rows.continuation !== undefined) to.note(`this is one part; to continue: ${rows.continuation}`);
  // A workbook shows the provenance as fills, so it needs no note about it.
  const unmarked = to.output.format === 'xlsx' ? undefined : selected?.formatHiddenStates();
  if (unmarked !== undefined) to.note(unmarked);
};

/** Prints a note about rows on a terminal only, because a cron job that succeeds must leave stderr empty. */
const reportOnTerminal = (text: string, { io, note }: PresentationOptions): void => {
  if (io.err.terminal) note(text);
};

/** Returns `columns: a, b`, which replaces a header if the columns depend on the body. */
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
