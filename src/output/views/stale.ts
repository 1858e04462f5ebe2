import type { CheckedFile } from '../../collection/check-file-freshness.ts';
import { formatCount } from '../../garment/format-count.ts';
import { quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { faint, strong } from './value-runs.ts';
import {
  buildRecordRows,
  commandLine,
  type GridColumn,
  gap,
  grid,
  line,
  type OutputRows,
  type RichText,
  type TerminalView,
} from './view-model.ts';

/** The columns of `toile stale`, which prints one row per compared file. */
export const STALE_COLUMNS = ['status', 'id', 'path', 'fetched', 'why'] as const;

/**
 * The JSON output of `toile stale`: the compared files, their number (`checked`), and the number of those that are not
 * current (`stale`).
 */
export interface StaleData {
  readonly dir: string;
  readonly checked: number;
  readonly stale: number;
  readonly files: readonly CheckedFile[];
}

/** Formats how many of the compared files differ, for example `2 of 5 files differ`. */
export const formatDifferingFiles = ({ checked, stale }: Pick<StaleData, 'checked' | 'stale'>): string =>
  `${stale} of ${formatCount(checked, 'file')} ${checked === 1 ? 'differs' : 'differ'}`;

const STATUS_WORDS: Readonly<Record<string, string>> = {
  stale: 'the graph has changed since',
  gone: 'no longer in the service',
  edited: 'edited since the pull',
  lost: 'no longer on disk',
  unknown: 'could not be compared',
};

const COLUMNS: readonly GridColumn[] = [{ fit: 'cut', min: 24 }, {}, { fit: 'wrap', min: 16 }];

/**
 * Renders the compared files that are not current, and the command that updates them. If all files are current, renders
 * only one line that says so. The parameter `toile` has the first words of the command, for example `toile --sandbox`.
 */
export const renderStaleView = (
  { dir, checked, stale, files }: StaleData,
  toile: ShellSafe,
): TerminalView => [
  line([
    strong(dir),
    stale === 0
      ? checked === 1
        ? '  the file compared matches the service'
        : `  all ${checked} files compared match the service`
      : `  ${formatDifferingFiles({ checked, stale })}`,
  ]),
  ...(stale === 0
    ? []
    : [
        gap,
        grid(
          COLUMNS,
          files
            .filter(({ status }) => status !== 'current')
            .map(({ path, fetched, status, why }): RichText[] => [
              path,
              faint(fetched.slice(0, 10)),
              why ?? STATUS_WORDS[status] ?? status,
            ]),
          { indent: 1 },
        ),
        gap,
        line('To update the folder:'),
        commandLine(shellText`${toile} pull ${quoteShellWord(dir)}`),
      ]),
];

/** Builds one output row per compared file. */
export const buildStaleRows = ({ files }: StaleData): OutputRows => buildRecordRows(files, STALE_COLUMNS);
