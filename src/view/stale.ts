/** Which files of a pulled folder are out of date. */

import { shellWord, type Typeable, typeable } from '../border/shell.ts';
import type { CheckedFile } from '../mirror/index.ts';
import { type Column, gap, grid, type Inline, line, type Rows, typed, type View } from './model.ts';
import { faint, strong } from './value-pieces.ts';

export const STALE_COLUMNS = ['status', 'id', 'path', 'fetched', 'why'] as const;

export interface StaleData {
  readonly dir: string;
  readonly checked: number;
  readonly stale: number;
  readonly files: readonly CheckedFile[];
}

const WORDS: Readonly<Record<string, string>> = {
  stale: 'the graph has changed since',
  gone: 'no longer in the service',
  edited: 'edited here since it was pulled',
  lost: 'no longer on disk',
  unknown: 'could not be compared',
};

const COLUMNS: readonly Column[] = [{ fit: 'cut', min: 24 }, {}, { fit: 'wrap', min: 16 }];

export const staleView = ({ dir, checked, stale, files }: StaleData, toile: Typeable): View => [
  line([
    strong(dir),
    stale === 0
      ? `  all ${checked} files compared match the service`
      : `  ${stale} of ${checked} files differ`,
  ]),
  ...(stale === 0
    ? []
    : [
        gap,
        grid(
          COLUMNS,
          files
            .filter(({ status }) => status !== 'current')
            .map(({ path, fetched, status, why }): Inline[] => [
              path,
              faint(fetched.slice(0, 10)),
              why ?? WORDS[status] ?? status,
            ]),
          { indent: 1 },
        ),
        gap,
        line('To bring it up to date:'),
        typed(typeable`${toile} pull ${shellWord(dir)}`),
      ]),
];

/** A row for every file that was compared. */
export const staleRows = ({ files }: StaleData): Rows => ({
  columns: STALE_COLUMNS,
  rows: files.map(({ status, id, path, fetched, why }) => [status, id, path, fetched, why ?? null]),
});
