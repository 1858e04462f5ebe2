/**
 * What the laboratory counts: each test is a row of the table, a command under a fault.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { EFFORT } from '../support/effort.ts';

/** How much more than usual is tried: LAB_SCALE=10 for ten times as many kills and sequences. */
const SCALE = Number(process.env.LAB_SCALE ?? EFFORT);
export const hasTime = SCALE > 1;
export const scaled = (count: number): number => Math.max(1, Math.round(count * SCALE));

/** How many programs run at once. */
export const WIDTH = Number(process.env.LAB_WIDTH ?? Math.min(8, availableParallelism() * 2));

/** What must be 0, in the words of the table. */
export const FIGURES = {
  posts: 'posts beyond consent',
  removed: 'designs removed without proof',
  incomplete: 'lists incomplete without a word',
  kept: 'files kept that are not what they say',
  alive: 'processes alive a second after a signal',
  inside: '"internal error in toile"',
  other: 'anything else that is not as it should be',
} as const;

export type Figure = keyof typeof FIGURES;

export interface Counted {
  readonly command: string;
  /** Those with the same words before a colon are one row of the table. */
  readonly fault: string;
  readonly sequences: number;
  readonly kills: number;
  readonly signals: number;
  readonly wrong: readonly { readonly figure: Figure; readonly what: string; readonly count: number }[];
}

/** One row while it is being filled. */
export class Row {
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

  /** Says that something is not as it must be; `count` as it goes into the figures. */
  is(figure: Figure, what: string, count = 1): void {
    if (count > 0) this.wrong.push({ figure, what, count });
  }

  /** The same where a condition does not hold. */
  holds(condition: boolean, what: string, figure: Figure = 'other'): void {
    if (!condition) this.is(figure, what);
  }

  get counted(): Counted {
    const { command, fault, sequences, kills, signals, wrong } = this;
    return { command, fault, sequences, kills, signals, wrong };
  }
}

/** So many at a time. */
export const each = async <T>(
  items: Iterable<T>,
  work: (item: T, at: number) => Promise<void>,
): Promise<void> => {
  const queue = [...items].entries();
  const lane = async (): Promise<void> => {
    for (const [at, item] of queue) await work(item, at);
  };
  await Promise.all(Array.from({ length: WIDTH }, lane));
};

export const readTally = (path: string): readonly Counted[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Counted);

const sum = (counted: readonly Counted[], of: (one: Counted) => number): number =>
  counted.reduce((total, one) => total + of(one), 0);

const wrongs = (counted: readonly Counted[], figure: Figure): number =>
  sum(counted, ({ wrong }) =>
    wrong.reduce((total, one) => total + (one.figure === figure ? one.count : 0), 0),
  );

/** The table of the laboratory: a row for each command under a fault, and the figures under it. */
export const table = (counted: readonly Counted[], programs: number): string => {
  const figures = Object.keys(FIGURES) as Figure[];
  const groups = new Map<string, Counted[]>();
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
      ...figures.map((figure) => String(wrongs(all, figure))),
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
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  const totals: readonly (readonly [string, number])[] = [
    ['programs run', programs],
    ['sequences run', sum(counted, (one) => one.sequences)],
    ['kills', sum(counted, (one) => one.kills)],
    ['signals', sum(counted, (one) => one.signals)],
    ...figures.map((figure) => [FIGURES[figure], wrongs(counted, figure)] as const),
  ];
  return [
    'fault laboratory: commands x faults x kills; the last seven columns must be 0',
    line(heads),
    ...rows.map(line),
    '',
    ...totals.map(([name, count]) => `${name.padEnd(46)} ${count}`),
    '',
  ].join('\n');
};
