/** Formats the measurements as the table of docs/speed.md. */

import type { BenchRow } from './bench-rows.ts';
import type { Comparison } from './measure.ts';
import type { Size } from './measure-sizes.ts';

/** The first lines of the table. */
export const TABLE_HEAD = ['| what | against | measured | result | goal |', '|---|---|---|---|---|'] as const;

const formatTime = (seconds: number): string =>
  seconds < 1 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(1)} s`;

const formatMegabytes = (bytes: number | undefined): string =>
  bytes === undefined ? '' : `${(bytes / 1e6).toFixed(1)} MB`;

const formatCells = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const formatGoal = (text: string, isMissed: boolean): string => (isMissed ? `${text}, missed` : text);

/** Returns the line of a row. The last cell is the goal, and says when it was missed. */
export const formatRow = (
  { what, against, goal, measure = 'time' }: BenchRow,
  comparison: Comparison,
): string => {
  const { a, b, ratio, added } = comparison;
  const times = `${formatTime(a.cpu)} / ${formatTime(b.cpu)}`;
  const peaks = `${formatMegabytes(a.peak)} / ${formatMegabytes(b.peak)}`;
  const { measured, value, format } = {
    time: { measured: times, value: ratio.cpu, format: (number: number) => number.toFixed(2) },
    added: { measured: times, value: added * 1000, format: (number: number) => `+${number.toFixed(0)} ms` },
    memory: { measured: peaks, value: ratio.peak, format: (number: number) => number.toFixed(2) },
    peak: {
      measured: formatMegabytes(a.peak),
      value: (a.peak ?? NaN) / 1e6,
      format: (number: number) => `${number.toFixed(0)} MB`,
    },
  }[measure];
  const isMissed = goal !== undefined && !(Number(value.toFixed(2)) <= goal);
  return formatCells([
    what,
    against,
    measured,
    format(value),
    goal === undefined ? '' : formatGoal(format(goal), isMissed),
  ]);
};

/** Returns the line of a file size. */
export const formatSize = ({ what, bytes, ceiling }: Size): string =>
  formatCells([
    what,
    'its limit',
    `${formatMegabytes(bytes)} / ${formatMegabytes(ceiling)}`,
    (bytes / ceiling).toFixed(2),
    formatGoal('1', bytes > ceiling),
  ]);

const TABLE_SECTION = /(<!-- bench -->\n\n)[\s\S]*?(\n\n<!-- \/bench -->)/;

/** Replaces the table of the page. Throws when its marks are missing. */
export const replaceTable = (page: string, table: string): string => {
  if (!TABLE_SECTION.test(page)) throw new Error('docs/speed.md has no <!-- bench --> marks');
  return page.replace(TABLE_SECTION, (_, before: string, after: string) => `${before}${table}${after}`);
};
