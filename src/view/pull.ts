/** What a pull did, or would do. */

import { shellWord, type Typeable, typeable } from '../border/shell.ts';
import { counted } from '../garment/counted.ts';
import type { PlannedPull, Pulled, PullFailure } from '../mirror/index.ts';
import { timeText } from './duration.ts';
import { type Column, gap, grid, type Inline, line, type Rows, typed, type View } from './model.ts';
import { faint, heading, strong } from './value-pieces.ts';

export const PLAN_COLUMNS = ['subjects', 'reads', 'exports', 'requests', 'minutes'] as const;

export const PULL_COLUMNS = ['what', 'path', 'why'] as const;

interface InFolder {
  readonly dir: string;
}

export type PulledData = InFolder & Pulled;

export type PlannedData = InFolder & PlannedPull;

const FILES: readonly Column[] = [{}, { fit: 'cut', min: 20 }];
/** Longer lists are for pipes. */
const SHOWN = 20;

const listed = (name: string, paths: readonly string[]): View =>
  paths.length === 0
    ? []
    : [
        gap,
        line(heading(name), { indent: 1 }),
        grid(
          FILES,
          paths.slice(0, SHOWN).map((path): Inline[] => ['', path]),
          { indent: 1 },
        ),
        ...(paths.length > SHOWN
          ? [line(faint(`+${paths.length - SHOWN} more  in a pipe or with --json`), { indent: 3 })]
          : []),
      ];

/** What it is that failed: a file, a design without one, or neither. */
export const failedOf = ({ kind, id, name, file }: PullFailure): string => {
  if (kind === 'list') return 'the list';
  if (kind === 'removal') return 'removal';
  return file ?? ([id, name].filter((word) => word !== null).join('  ') || `a ${kind} without an id`);
};

/** What came of all of it, in one line. */
const countsOf = ({ new: came, changed, unchanged, failed, gone, left }: PulledData): string =>
  [
    `${came.length} new`,
    `${changed.length} changed`,
    `${unchanged} unchanged`,
    `${failed.length} failed`,
    ...(gone.length > 0 ? [`${gone.length} gone`] : []),
    ...(left === null ? ['more left'] : left > 0 ? [`${left} left`] : []),
  ].join(', ');

const effortOf = ({ requests, seconds }: PulledData): string =>
  `${requests} requests in ${timeText(seconds * 1000)}`;

export const pulledView = (pulled: PulledData, toile: Typeable): View => {
  const { dir, failed, gone, left } = pulled;
  const kept = gone.filter(({ removed }) => !removed);
  const few = pulled.new.length <= SHOWN;
  return [
    line([strong(dir), `  ${countsOf(pulled)}`], { right: faint(effortOf(pulled)), hang: 2 }),
    ...(pulled.resumed
      ? [line(faint('went on with the pull that had not come to its end'), { indent: 1 })]
      : []),
    ...listed(
      'RENAMED',
      pulled.renamed.map(({ to }) => to),
    ),
    ...(few ? listed('NEW', pulled.new) : []),
    ...listed('CHANGED', pulled.changed),
    ...(failed.length === 0
      ? []
      : [
          gap,
          line(heading('FAILED'), { indent: 1 }),
          grid(
            [
              { fit: 'cut', min: 20 },
              { fit: 'wrap', min: 20 },
            ],
            failed.map((each): Inline[] => [failedOf(each), each.why]),
            { indent: 2 },
          ),
        ]),
    ...(gone.length === 0
      ? []
      : [
          gap,
          line(heading('NO LONGER IN THE SERVICE'), { indent: 1 }),
          grid(
            [{}, {}],
            gone.map(({ id, removed }): Inline[] => [id, removed ? 'removed here' : 'kept here']),
            { indent: 2 },
          ),
        ]),
    ...(kept.length > 0 ? [line(faint('--delete removes what is gone'), { indent: 2 })] : []),
    ...(gone.some(({ removed }) => removed)
      ? [line(faint('It can be had again from .toile/removed.'), { indent: 2 })]
      : []),
    ...(pulled.pruned > 0
      ? [
          line(faint(`${pulled.pruned} earlier ${pulled.pruned === 1 ? 'removal' : 'removals'} forgotten`), {
            indent: 2,
          }),
        ]
      : []),
    ...(left === null || left > 0
      ? [
          gap,
          line(
            left === null
              ? 'the rest is left for the next time:'
              : `${counted(left, 'file')} left for the next time:`,
          ),
          typed(typeable`${toile} pull ${shellWord(dir)}`),
        ]
      : []),
  ];
};

/** One row for each file that something happened to, one for the others, and one line that says it all: what, path, why. */
export const pulledRows = (pulled: PulledData): Rows => ({
  columns: PULL_COLUMNS,
  rows: [
    ...pulled.renamed.map(({ from, to }) => ['renamed', to, from]),
    ...pulled.new.map((path) => ['new', path, null]),
    ...pulled.changed.map((path) => ['changed', path, null]),
    ...pulled.failed.map((each) => ['failed', failedOf(each), each.why]),
    ...pulled.gone.map(({ id, removed }) => [removed ? 'removed' : 'gone', id, null]),
    ['unchanged', null, counted(pulled.unchanged, 'file')],
    ['all', pulled.dir, `${countsOf(pulled)}; ${effortOf(pulled)}`],
  ],
});

export const plannedView = ({ dir, subjects, reads, exports, requests, minutes }: PlannedData): View => [
  line(
    [
      strong(dir),
      `  ${requests} requests, ${minutes < 0.1 ? 'at once' : `about ${timeText(minutes * 60_000)} by the rate limit`}`,
    ],
    {
      hang: 2,
    },
  ),
  line(`${subjects} designs and garments: ${reads} reads, ${exports} exports`, { indent: 1 }),
  ...(exports > 0
    ? [line(faint('and an export for each graph that turns out to have changed'), { indent: 1 })]
    : []),
  line(faint('Nothing was written.'), { indent: 1 }),
];

export const plannedRows = (plan: PlannedData): Rows => ({
  columns: PLAN_COLUMNS,
  rows: [[plan.subjects, plan.reads, plan.exports, plan.requests, plan.minutes]],
});
