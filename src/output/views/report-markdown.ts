import { formatCount } from '../../garment/format-count.ts';
import {
  formatMarkdownRow,
  joinMarkdownLines,
  type MarkdownSafe,
  markdown,
} from '../../platform/escape/markup.ts';
import { formatPullFailureName, type PullPlanData, type PullResultData } from './pull.ts';
import type { SavedFile, SavedFiles } from './saved-files.ts';
import { formatDifferingFiles, type StaleData } from './stale.ts';

/** The report of a command in a CI run: Markdown for the summary page, and warnings. */
export interface RunReport {
  readonly markdown: MarkdownSafe;
  /** One line per failure. The CI run shows them as annotations. */
  readonly warnings: readonly string[];
}

const MAX_TABLE_ROWS = 50;

const renderMarkdownTable = (
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly MarkdownSafe[] =>
  rows.length === 0
    ? []
    : [
        markdown``,
        formatMarkdownRow(heads),
        markdown`${{ markdown: formatMarkdownRow(heads.map(() => '---')) }}`,
        ...rows.slice(0, MAX_TABLE_ROWS).map(formatMarkdownRow),
        ...(rows.length > MAX_TABLE_ROWS
          ? [markdown``, markdown`and ${rows.length - MAX_TABLE_ROWS} more`]
          : []),
      ];

/**
 * Builds the report of a pull: Markdown with counts and a table of files, and a warning per failure. For a plan (`toile
 * pull --dry-run`), the report has only counts.
 */
export const buildPullReport = (data: PullResultData | PullPlanData): RunReport => {
  if (!('failed' in data)) {
    const { dir, requests, reads, exports } = data;
    return {
      markdown: joinMarkdownLines([
        markdown`## ${dir}: ${formatCount(requests, 'request')}, ${formatCount(reads, 'read')}, ${formatCount(exports, 'export')}`,
      ]),
      warnings: [],
    };
  }
  const { dir, unchanged, failed, gone } = data;
  const counts = `${data.new.length} new, ${data.changed.length} changed, ${unchanged} unchanged, ${failed.length} failed, ${gone.length} gone`;
  return {
    markdown: joinMarkdownLines([
      markdown`## ${dir}: ${counts}`,
      ...renderMarkdownTable(
        ['what', 'path', 'why'],
        [
          ...failed.map((failure) => ['failed', formatPullFailureName(failure), failure.why]),
          ...gone.map(({ id, removed }) => [removed ? 'removed' : 'gone', id, '']),
          ...data.new.map((path) => ['new', path, '']),
          ...data.changed.map((path) => ['changed', path, '']),
        ],
      ),
    ]),
    warnings: failed.map((failure) => `${formatPullFailureName(failure)}: ${failure.why}`),
  };
};

/** Builds the report of one or several exports: tables of saved files and failures, and a warning per failure. */
export const buildExportReport = (data: SavedFile | SavedFiles): RunReport => {
  const { exports, failed } = 'exports' in data ? data : { exports: [data], failed: [] };
  return {
    markdown: joinMarkdownLines([
      markdown`## ${exports.length} exported, ${failed.length} failed`,
      ...renderMarkdownTable(
        ['file', 'bytes', 'SHA-256', ''],
        exports.map(({ file, bytes, sha256, skipped }) => [
          file,
          String(bytes ?? ''),
          sha256 ?? '',
          skipped ? 'was there' : '',
        ]),
      ),
      ...renderMarkdownTable(
        ['failed', 'why'],
        failed.map(({ id, message }) => [id, message]),
      ),
    ]),
    warnings: failed.map(({ id, message }) => `${id}: ${message}`),
  };
};

/**
 * Builds the report of the pulled files that are not current: those that are outdated, edited, missing, or gone from
 * the service. A file that could not be compared with the service is also listed, and gives a warning.
 */
export const buildStaleReport = (result: StaleData): RunReport => {
  const { dir, files } = result;
  const notCurrent = files.filter(({ status }) => status !== 'current');
  return {
    markdown: joinMarkdownLines([
      markdown`## ${dir}: ${formatDifferingFiles(result)}`,
      ...renderMarkdownTable(
        ['status', 'path', 'fetched', 'why'],
        notCurrent.map(({ status, path, fetched, why }) => [status, path, fetched, why ?? '']),
      ),
    ]),
    warnings: notCurrent
      .filter(({ status }) => status === 'unknown')
      .map(({ path, why }) => `${path}: ${why ?? 'could not be compared'}`),
  };
};
