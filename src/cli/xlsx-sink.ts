import { UsageError } from '../platform/errors.ts';
import type { ParsedCommandLine } from './parse-command-line.ts';
import type { CommandRun } from './run-command.ts';

/** Collects rows for the workbook that the flag `--xlsx` writes. */
export interface XlsxSink {
  /**
   * Adds a row to the workbook. `states` has one item for each cell: its provenance, or undefined if this cell needs
   * none, for example because another column shows it.
   */
  add(columns: readonly string[], row: readonly unknown[], states?: readonly (string | undefined)[]): void;
  save(): Promise<void>;
  /** Removes the unfinished file. Does nothing after a successful `save`. */
  discard(): Promise<void>;
}

const NO_XLSX_SINK: XlsxSink = {
  add: () => undefined,
  save: async () => undefined,
  discard: async () => undefined,
};

/**
 * Creates the file of `--xlsx` before any request is sent. Returns the sink for its rows. Without `--xlsx`, the sink
 * does nothing. Throws a UsageError if the file exists or cannot be written.
 */
export const createXlsxSink = async (
  { command, globalFlags, output }: ParsedCommandLine,
  { deps, note }: CommandRun,
): Promise<XlsxSink> => {
  const file = globalFlags.xlsx;
  if (output.format !== 'xlsx' || typeof file !== 'string') return NO_XLSX_SINK;
  const name = `${command.path.replaceAll(' ', '_')}.xlsx`;
  const outputFile = await deps
    .createOutputFile({ into: file, name, clobber: false, skipExisting: false, several: false })
    .catch((error: unknown) => {
      if (error instanceof UsageError && error.code === 'file_exists')
        throw new UsageError(`${error.message}, and --xlsx does not overwrite files`, { code: error.code });
      throw error;
    });
  let columns: readonly string[] = [];
  const rows: (readonly unknown[])[] = [];
  const hiddenStates: (readonly (string | undefined)[])[] = [];
  return {
    add(names, row, states = []) {
      columns = names;
      rows.push(row);
      hiddenStates.push(states);
    },
    async save() {
      const { renderTableXlsx } = await import('../output/workbook/table-xlsx.ts');
      await outputFile.write(renderTableXlsx(command.path, { columns, rows, hiddenStates }));
      if (outputFile.file !== '-')
        note(`${outputFile.file}: ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`);
    },
    discard: () => outputFile.discard(),
  };
};
