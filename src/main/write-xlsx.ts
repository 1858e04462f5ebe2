import { UsageError } from '../errors.ts';
import type { Parsed } from './parse.ts';
import type { Running } from './run.ts';

/** Rows on their way into a workbook, which is one file and is written when all of them are there. */
export interface Gathered {
  add(columns: readonly string[], row: readonly unknown[]): void;
  /** Writes the file, and says so. */
  keep(): Promise<void>;
  /** Leaves nothing behind of a file that was not kept. */
  drop(): Promise<void>;
}

const NOTHING: Gathered = {
  add: () => undefined,
  keep: async () => undefined,
  drop: async () => undefined,
};

/** Begins the file of `--xlsx`, so that a place where none can be is known before anybody is asked. */
export const gathering = async (
  { command, everywhere, mode }: Parsed,
  { deps, note }: Running,
): Promise<Gathered> => {
  const into = everywhere.xlsx;
  if (mode.form !== 'xlsx' || typeof into !== 'string') return NOTHING;
  const name = `${command.path.replaceAll(' ', '_')}.xlsx`;
  const landed = await deps
    .landing({ into, name, clobber: false, skipExisting: false, several: false })
    .catch((error: unknown) => {
      if (error instanceof UsageError && error.code === 'file_exists')
        throw new UsageError(`${error.message}, and --xlsx replaces nothing`, { code: error.code });
      throw error;
    });
  let columns: readonly string[] = [];
  const rows: (readonly unknown[])[] = [];
  return {
    add(names, row) {
      columns = names;
      rows.push(row);
    },
    async keep() {
      const { tableXlsx } = await import('../workbook/table.ts');
      await landed.fill(tableXlsx(command.path, { columns, rows }));
      if (landed.file !== '-') note(`${landed.file}: ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`);
    },
    drop: () => landed.drop(),
  };
};
