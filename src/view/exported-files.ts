/** What was taken away: files on disk, and the layers of those that are drawings. */

import { counted } from '../garment/counted.ts';
import type { Drawing } from '../garment/drawing-layers.ts';
import { isRecord, scalarText } from '../json/values.ts';
import { gap, grid, line, type Rows, type View } from './model.ts';
import { faint, strong } from './value-pieces.ts';

export const LINK_COLUMNS = ['download_url', 'expires_at'] as const;

export const TAKEN_COLUMNS = ['file', 'bytes', 'sha256', 'skipped'] as const;

/** One file. `bytes`, `sha256` and `record` are null for one that was there and stayed. */
export interface Taken {
  readonly file: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** Of an export: its record as the service gave it. */
  readonly record?: unknown;
  readonly skipped: boolean;
  /** Of an SVG that could be read. */
  readonly drawing?: Drawing;
}

export interface NotTaken {
  /** As typed. */
  readonly id: string;
  readonly code: string;
  readonly message: string;
  readonly exit: number;
}

export interface AllTaken {
  readonly exports: readonly Taken[];
  readonly failed: readonly NotTaken[];
}

const fileLine = ({ file, bytes, skipped }: Taken) =>
  line([strong(file), skipped ? '  is there already and stayed as it is' : `  ${bytes} bytes`]);

const layersOf = ({ drawing }: Taken): View => {
  if (!drawing || drawing.layers.length === 0) return [];
  const size = drawing.width && drawing.height ? `, ${drawing.width} x ${drawing.height}` : '';
  return [
    // Editors list what is painted last at the top, so the panel reads the other way round than the file.
    line(`${drawing.layers.length} layers${size}, as the layers panel lists them, counted here:`, {
      indent: 2,
    }),
    grid(
      [{ fit: 'wrap', min: 16 }, { align: 'right' }],
      drawing.layers.toReversed().map(({ name, elements }) => [name, faint(counted(elements, 'element'))]),
      { indent: 4 },
    ),
  ];
};

/** One file on a terminal, and what is in it. */
export const takenView = (taken: Taken): View => [fileLine(taken), ...layersOf(taken)];

/** Several: a line each. What failed is told beside it. */
export const allTakenView = ({ exports, failed }: AllTaken): View => [
  ...exports.map(fileLine),
  ...(failed.length > 0 ? [gap, line(`${failed.length} of ${exports.length + failed.length} failed`)] : []),
];

export const takenRows = (all: readonly Taken[]): Rows => ({
  columns: TAKEN_COLUMNS,
  rows: all.map(({ file, bytes, sha256, skipped }) => [file, bytes, sha256, skipped]),
});

/** The answer of an export request, for those who fetch the file themselves. */
export const linkView = (body: unknown): View => {
  const { download_url, expires_at } = isRecord(body) ? body : {};
  return [
    // A column that is not fitted: an address broken over two lines cannot be copied.
    grid([{}], [[scalarText(download_url) ?? 'the answer has no link']]),
    line(
      faint(
        `until ${scalarText(expires_at) ?? 'the service says no time'}; whoever has this address has the file`,
      ),
    ),
  ];
};

export const linkRows = (body: unknown): Rows => {
  const { download_url, expires_at } = isRecord(body) ? body : {};
  return { columns: LINK_COLUMNS, rows: [[download_url, expires_at]] };
};
