/** The table of the laboratory: each test is a row, a command under a fault. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { EFFORT } from '../support/effort.ts';

/** LAB_SCALE=10 runs ten times as many kills and sequences. */
const SCALE = Number(process.env.LAB_SCALE ?? EFFORT);
export const isThorough = SCALE > 1;
export const scaleCount = (count: number): number => Math.max(1, Math.round(count * SCALE));

/** The number of programs that run at once. */
export const PARALLEL_PROGRAMS = Number(process.env.LAB_WIDTH ?? Math.min(8, availableParallelism() * 2));

/** The figures that must be 0, with their labels in the table. */
export const FIGURES = {
  posts: 'posts beyond consent',
  removed: 'designs removed without proof',
  incomplete: 'incomplete lists without an error',
  kept: 'files kept with wrong or incomplete contents',
  alive: 'processes alive a second after a signal',
  inside: '"internal error in toile"',
  other: 'other violations',
} as const;

export type Figure = keyof typeof FIGURES;

export interface RowCounts {
  readonly command: string;
  /** Faults with the same text before the colon share a row of the table. */
  readonly fault: string;
  readonly sequences: number;
  readonly kills: number;
  readonly signals: number;
  readonly wrong: readonly { readonly figure: Figure; readonly what: string; readonly count: number }[];
}

/** One row while it is being filled. */
export class FaultRow {
  readonly command: string;
  readonly fault: string;
  sequences = 0;
  kills = 0;
  signals = 0;
  readonly wrong: { figure: Figure; what: string; count: number }[] = [];

  constructor(command: string, fault: string) {
    this.command = command;
    this.fault = fault;
  }

  /** Records something that is wrong; `count` is added to the figure. */
  report(figure: Figure, what: { toString(): string }, count = 1): void {
    if (count > 0) this.wrong.push({ figure, what: String(what), count });
  }

  /** Reports `what` when a condition is false. */
  check(condition: boolean, what: { toString(): string }, figure: Figure = 'other'): void {
    if (!condition) this.report(figure, what);
  }

  get counted(): RowCounts {
    const { command, fault, sequences, kills, signals, wrong } = this;
    return { command, fault, sequences, kills, signals, wrong };
  }
}

/** Handles all items, PARALLEL_PROGRAMS at a time. */
export const runInParallel = async <T>(
  items: Iterable<T>,
  work: (item: T, at: number) => Promise<void>,
): Promise<void> => {
  const queue = [...items].entries();
  const runLane = async (): Promise<void> => {
    for (const [at, item] of queue) await work(item, at);
  };
  await Promise.all(Array.from({ length: PARALLEL_PROGRAMS }, runLane));
};

export const readTally = (path: string): readonly RowCounts[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RowCounts);

const sum = (counted: readonly RowCounts[], of: (one: RowCounts) => number): number =>
  counted.reduce((total, one) => total + of(one), 0);

const countWrong = (counted: readonly RowCounts[], figure: Figure): number =>
  sum(counted, ({ wrong }) =>
    wrong.reduce((total, one) => total + (one.figure === figure ? one.count : 0), 0),
  );

/** Renders the table, with the totals below it. */
export const renderTable = (counted: readonly RowCounts[], programs: number): string => {
  const figures = Object.keys(FIGURES) as Figure[];
  const groups = new Map<string, RowCounts[]>();
  for (const one of counted) {
    const name = `${one.command}\n${one.fault.split(': ')[0]}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const rows = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, all]) => [
      ...name.split('\n'),
      ...[all.length, sum(all, (one) => one.sequences), sum(all, (one) => one.kills)].map(String),
      String(sum(all, (one) => one.signals)),
      ...figures.map((figure) => String(countWrong(all, figure))),
    ]);
  const heads = [
    'COMMAND',
    'FAULT',
    'TESTS',
    'SEQUENCES',
    'KILLS',
    'SIGNALS',
    ...figures.map((name) => name.toUpperCase()),
  ];
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const formatLine = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  const totals: readonly (readonly [string, number])[] = [
    ['programs run', programs],
    ['sequences run', sum(counted, (one) => one.sequences)],
    ['kills', sum(counted, (one) => one.kills)],
    ['signals', sum(counted, (one) => one.signals)],
    ...figures.map((figure) => [FIGURES[figure], countWrong(counted, figure)] as const),
  ];
  return [
    'fault laboratory: commands x faults x kills; the last seven columns must be 0',
    formatLine(heads),
    ...rows.map(formatLine),
    '',
    ...totals.map(([name, count]) => `${name.padEnd(46)} ${count}`),
    '',
  ].join('\n');
};
