import type { PullEstimate } from '../../collection/plan-pull.ts';
import type { PullFailure, PullResult } from '../../collection/pull-types.ts';
import { formatCount } from '../../garment/format-count.ts';
import { quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { faint, heading, strong } from './value-runs.ts';
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

/** The columns of `toile pull --dry-run`, which prints one row. */
export const PULL_PLAN_COLUMNS = ['subjects', 'reads', 'exports', 'requests', 'minutes'] as const;

/** The columns of `toile pull`: what happened, the path or design id, and why. */
export const PULL_COLUMNS = ['what', 'path', 'why'] as const;

interface CollectionDir {
  readonly dir: string;
}

/** The result of a pull, with the path of the pulled folder. Printed as JSON. */
export type PullResultData = CollectionDir & PullResult;

/** The plan of a pull, with the path of the pulled folder. Printed as JSON. */
export type PullPlanData = CollectionDir & PullEstimate;

const PATH_COLUMN: GridColumn = { fit: 'cut', min: 20 };
/**
 * The maximum number of paths in a list of new, changed or renamed files on a terminal. If there are more, a list of
 * new files is left out, and a list of changed or renamed files is cut to this number.
 */
const MAX_PATHS = 20;

const renderSection = (
  name: string,
  columns: readonly GridColumn[],
  rows: readonly (readonly RichText[])[],
  indent = 2,
): TerminalView =>
  rows.length === 0 ? [] : [gap, line(heading(name), { indent: 1 }), grid(columns, rows, { indent })];

const renderPathList = (name: string, paths: readonly string[]): TerminalView => [
  ...renderSection(
    name,
    [{}, PATH_COLUMN],
    paths.slice(0, MAX_PATHS).map((path) => ['', path]),
    1,
  ),
  ...(paths.length > MAX_PATHS
    ? [line(faint(`+${paths.length - MAX_PATHS} more  in a pipe or with --json`), { indent: 3 })]
    : []),
];

/**
 * Returns the name of what failed in a pull: a file, or the id and name of a design. It is `the list` if the list of
 * designs could not be read. It is `removal` if designs that the service no longer has could not be removed from the
 * folder.
 */
export const formatPullFailureName = ({ kind, id, name, file }: PullFailure): string => {
  if (kind === 'list') return 'the list';
  if (kind === 'removal') return 'removal';
  return file ?? ([id, name].filter((word) => word !== null).join('  ') || `a ${kind} without an id`);
};

const formatPullCounts = ({ new: added, changed, unchanged, failed, gone, left }: PullResultData): string =>
  [
    `${added.length} new`,
    `${changed.length} changed`,
    `${unchanged} unchanged`,
    `${failed.length} failed`,
    ...(gone.length > 0 ? [`${gone.length} gone`] : []),
    ...(left === null ? ['more left'] : left > 0 ? [`${left} left`] : []),
  ].join(', ');

/** Formats a duration in milliseconds with rounded units, for example `45 s`, `12 min` or `1 h 30 min`. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

const formatPullEffort = ({ requests, seconds }: PullResultData): string =>
  `${formatCount(requests, 'request')} in ${formatDuration(seconds * 1000)}`;

/**
 * Renders the result of a pull for a terminal: counts, lists of files, and the command that fetches the remaining
 * files. The parameter `toile` has the first words of this command, for example `toile --sandbox`.
 */
export const renderPullView = (result: PullResultData, toile: ShellSafe): TerminalView => {
  const { dir, failed, gone, left } = result;
  const keptDesigns = gone.filter(({ removed }) => !removed);
  const isNewListShown = result.new.length <= MAX_PATHS;
  return [
    line([strong(dir), `  ${formatPullCounts(result)}`], { right: faint(formatPullEffort(result)), hang: 2 }),
    ...(result.resumed ? [line(faint('resumed the unfinished pull'), { indent: 1 })] : []),
    ...renderPathList(
      'RENAMED',
      result.renamed.map(({ to }) => to),
    ),
    ...(isNewListShown ? renderPathList('NEW', result.new) : []),
    ...renderPathList('CHANGED', result.changed),
    ...renderSection(
      'FAILED',
      [PATH_COLUMN, { fit: 'wrap', min: 20 }],
      failed.map((failure) => [formatPullFailureName(failure), failure.why]),
    ),
    ...renderSection(
      'NO LONGER IN THE SERVICE',
      [{}, {}],
      gone.map(({ id, removed }) => [id, removed ? 'removed here' : 'kept here']),
    ),
    ...(keptDesigns.length > 0 ? [line(faint('--delete removes designs that are gone'), { indent: 2 })] : []),
    ...(gone.some(({ removed }) => removed)
      ? [line(faint('The removed files are in .toile/removed.'), { indent: 2 })]
      : []),
    ...(result.pruned > 0
      ? [
          line(faint(`${result.pruned} earlier ${result.pruned === 1 ? 'removal' : 'removals'} forgotten`), {
            indent: 2,
          }),
        ]
      : []),
    ...(left === null || left > 0
      ? [
          gap,
          line(
            left === null
              ? 'the rest is left for the next pull:'
              : `${formatCount(left, 'file')} left for the next pull:`,
          ),
          commandLine(shellText`${toile} pull ${quoteShellWord(dir)}`),
        ]
      : []),
  ];
};

/**
 * Builds the output rows of a pull: one row for each renamed, new, changed or failed file, and for each design that the
 * service no longer has. The last two rows have the number of unchanged files and the totals.
 */
export const buildPullRows = (result: PullResultData): OutputRows => ({
  columns: PULL_COLUMNS,
  rows: [
    ...result.renamed.map(({ from, to }) => ['renamed', to, from]),
    ...result.new.map((path) => ['new', path, null]),
    ...result.changed.map((path) => ['changed', path, null]),
    ...result.failed.map((failure) => ['failed', formatPullFailureName(failure), failure.why]),
    ...result.gone.map(({ id, removed }) => [removed ? 'removed' : 'gone', id, null]),
    ['unchanged', null, formatCount(result.unchanged, 'file')],
    ['all', result.dir, `${formatPullCounts(result)}; ${formatPullEffort(result)}`],
  ],
});

/** Renders the plan of a pull for a terminal: the numbers of requests and files, and the expected duration. */
export const renderPullPlanView = ({
  dir,
  subjects,
  reads,
  exports,
  requests,
  minutes,
}: PullPlanData): TerminalView => [
  line(
    [
      strong(dir),
      `  ${formatCount(requests, 'request')}, ${minutes < 0.1 ? 'at once' : `about ${formatDuration(minutes * 60_000)} by the rate limit`}`,
    ],
    { hang: 2 },
  ),
  line(
    `${subjects === 1 ? '1 design or garment' : `${subjects} designs and garments`}: ${formatCount(reads, 'read')}, ${formatCount(exports, 'export')}`,
    { indent: 1 },
  ),
  ...(exports > 0 ? [line(faint('and one export for each changed graph'), { indent: 1 })] : []),
  line(faint('Nothing was written.'), { indent: 1 }),
];

/** Builds the output row of `toile pull --dry-run`. */
export const buildPullPlanRows = (plan: PullPlanData): OutputRows =>
  buildRecordRows([plan], PULL_PLAN_COLUMNS);
