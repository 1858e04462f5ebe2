import type { DrawingSummary } from '../../garment/drawing-reader.ts';
import { formatCount } from '../../garment/format-count.ts';
import { isRecord, toScalarText } from '../../platform/json/json-values.ts';
import { faint, strong } from './value-runs.ts';
import { buildRecordRows, gap, grid, line, type OutputRows, type TerminalView } from './view-model.ts';

/** The columns of an export's download link, which is printed as one row. */
export const EXPORT_LINK_COLUMNS = ['download_url', 'expires_at'] as const;

/** The columns of saved files, printed as one row per file. */
export const SAVED_FILE_COLUMNS = ['file', 'bytes', 'sha256', 'skipped'] as const;

/**
 * One saved file. If `skipped` is true, the file already existed and was not changed, and `bytes` and `sha256` are
 * null. Printed as JSON.
 */
export interface SavedFile {
  readonly file: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /**
   * The record of an export that the service returned. Null for an export that was skipped, and for each file in a list
   * of workbooks. Absent for any other file.
   */
  readonly record?: unknown;
  readonly skipped: boolean;
  /** The size and layers of an SVG drawing. Absent for other files and for drawings that could not be read. */
  readonly drawing?: DrawingSummary;
}

/** A garment or design that a command could not process, with the error. Printed as JSON. */
export interface FailedItem {
  /** The id of the garment or design, as the user typed it. */
  readonly id: string;
  readonly code: string;
  readonly message: string;
  readonly exit: number;
}

/** The member `unfinished` in the results of all commands that read pulled folders. */
export interface UnfinishedPulls {
  /** The folders in which the last pull did not finish, as typed; absent if there are none. */
  readonly unfinished?: readonly string[];
}

/** The result of saving several files: the saved and skipped files, and the garments that failed. Printed as JSON. */
export interface SavedFiles {
  readonly exports: readonly SavedFile[];
  readonly failed: readonly FailedItem[];
}

const renderFileLine = ({ file, bytes, skipped }: SavedFile) =>
  line([strong(file), skipped ? '  already exists and was not changed' : `  ${bytes} bytes`]);

const renderLayerBlocks = ({ drawing }: SavedFile): TerminalView => {
  if (!drawing || drawing.layers.length === 0) return [];
  const size = drawing.width && drawing.height ? `, ${drawing.width} x ${drawing.height}` : '';
  return [
    // The layers are printed from the last to the first, because drawing programs list them in this order.
    line(`${formatCount(drawing.layers.length, 'layer')}${size}, as in the layers panel, counted by toile:`, {
      indent: 2,
    }),
    grid(
      [{ fit: 'wrap', min: 16 }, { align: 'right' }],
      drawing.layers
        .toReversed()
        .map(({ name, elements }) => [name, faint(formatCount(elements, 'element'))]),
      { indent: 4 },
    ),
  ];
};

/** Renders one saved file with its layers for a terminal. */
export const renderSavedFileView = (saved: SavedFile): TerminalView => [
  renderFileLine(saved),
  ...renderLayerBlocks(saved),
];

/**
 * Renders one line for each saved file, and a line with the number of files that could not be saved. The errors are
 * printed separately.
 */
export const renderSavedFilesView = ({ exports, failed }: SavedFiles): TerminalView => [
  ...exports.map(renderFileLine),
  ...(failed.length > 0 ? [gap, line(`${failed.length} of ${exports.length + failed.length} failed`)] : []),
];

/** Builds one output row per saved file. */
export const buildSavedFileRows = (files: readonly SavedFile[]): OutputRows =>
  buildRecordRows(files, SAVED_FILE_COLUMNS);

/** Renders the download link of an export, its expiry, and a note that anyone with the link can use it. */
export const renderExportLinkView = (body: unknown): TerminalView => {
  const { download_url, expires_at } = isRecord(body) ? body : {};
  return [
    // A grid column without `fit` is never wrapped, so the download link can be copied as a whole.
    grid([{}], [[toScalarText(download_url) ?? 'the response has no link']]),
    line(
      faint(
        `until ${toScalarText(expires_at) ?? 'an unknown time'}; anyone with this link can download the file`,
      ),
    ),
  ];
};

/** Builds the output row of the download link from the response to an export request. */
export const buildExportLinkRows = (body: unknown): OutputRows =>
  buildRecordRows([isRecord(body) ? body : {}], EXPORT_LINK_COLUMNS);
