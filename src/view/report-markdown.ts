/** What a command did, for the page of a run: people read it who did not see the log. */

import { type Markdown, markdown, markdownLines, markdownRow } from '../border/markdown.ts';
import type { AllTaken, Taken } from './exported-files.ts';
import { failedOf, type PlannedData, type PulledData } from './pull.ts';
import type { StaleData } from './stale.ts';

export interface Report {
  readonly markdown: Markdown;
  /** What did not come about, each worth a line beside the run. */
  readonly warnings: readonly string[];
}

/** Longer lists are for files. */
const SHOWN = 50;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): readonly Markdown[] =>
  rows.length === 0
    ? []
    : [
        markdown``,
        markdownRow(heads),
        markdown`${{ markdown: markdownRow(heads.map(() => '---')) }}`,
        ...rows.slice(0, SHOWN).map(markdownRow),
        ...(rows.length > SHOWN ? [markdown``, markdown`and ${rows.length - SHOWN} more`] : []),
      ];

export const pullReport = (data: PulledData | PlannedData): Report => {
  if (!('failed' in data)) {
    const { dir, requests, reads, exports } = data;
    return {
      markdown: markdownLines([
        markdown`## ${dir}: ${requests} requests, ${reads} reads, ${exports} exports`,
      ]),
      warnings: [],
    };
  }
  const { dir, unchanged, failed, gone } = data;
  const counts = `${data.new.length} new, ${data.changed.length} changed, ${unchanged} unchanged, ${failed.length} failed, ${gone.length} gone`;
  return {
    markdown: markdownLines([
      markdown`## ${dir}: ${counts}`,
      ...table(
        ['what', 'path', 'why'],
        [
          ...failed.map((each) => ['failed', failedOf(each), each.why]),
          ...gone.map(({ id, removed }) => [removed ? 'removed' : 'gone', id, '']),
          ...data.new.map((path) => ['new', path, '']),
          ...data.changed.map((path) => ['changed', path, '']),
        ],
      ),
    ]),
    warnings: failed.map((each) => `${failedOf(each)}: ${each.why}`),
  };
};

export const exportReport = (data: Taken | AllTaken): Report => {
  const { exports, failed } = 'exports' in data ? data : { exports: [data], failed: [] };
  return {
    markdown: markdownLines([
      markdown`## ${exports.length} exported, ${failed.length} failed`,
      ...table(
        ['file', 'bytes', 'SHA-256', ''],
        exports.map(({ file, bytes, sha256, skipped }) => [
          file,
          String(bytes ?? ''),
          sha256 ?? '',
          skipped ? 'was there' : '',
        ]),
      ),
      ...table(
        ['failed', 'why'],
        failed.map(({ id, message }) => [id, message]),
      ),
    ]),
    warnings: failed.map(({ id, message }) => `${id}: ${message}`),
  };
};

export const staleReport = ({ dir, checked, stale, files }: StaleData): Report => {
  const other = files.filter(({ status }) => status !== 'current');
  return {
    markdown: markdownLines([
      markdown`## ${dir}: ${stale} of ${checked} files differ`,
      ...table(
        ['status', 'path', 'fetched', 'why'],
        other.map(({ status, path, fetched, why }) => [status, path, fetched, why ?? '']),
      ),
    ]),
    warnings: other
      .filter(({ status }) => status === 'unknown')
      .map(({ path, why }) => `${path}: ${why ?? 'could not be compared'}`),
  };
};
