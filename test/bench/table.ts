/** Measurements as a table, and where it stands in docs/speed.md. */

import type { Pair } from './measure.ts';
import type { Row } from './rows.ts';
import type { Size } from './sizes.ts';

export const HEAD = ['| what | against | processor time | ratio | goal |', '|---|---|---|---|---|'] as const;

const time = (seconds: number | undefined): string =>
  seconds === undefined ? '' : seconds < 1 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(1)} s`;

/** One line; the last cell says what the goal is, and whether it was missed. */
export const lineOf = ({ what, against, goal, over }: Row, { a, b, ratio, over: more }: Pair): string => {
  const found = over ? more * 1000 : (ratio.cpu ?? Number.NaN);
  const shown = over ? `+${found.toFixed(0)} ms` : found.toFixed(2);
  const aim = goal === undefined ? '' : over ? `+${goal} ms` : String(goal);
  const missed = goal !== undefined && !(Number(found.toFixed(2)) <= goal) ? ', missed' : '';
  return `| ${what} | ${against} | ${time(a.cpu)} / ${time(b.cpu)} | ${shown} | ${aim}${missed} |`;
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** The same for what is weighed, not timed. */
export const sizeLine = ({ what, bytes, ceiling }: Size): string =>
  `| ${what} | its limit | ${megabytes(bytes)} / ${megabytes(ceiling)} | ${(bytes / ceiling).toFixed(2)} | 1${bytes > ceiling ? ', missed' : ''} |`;

const MARKS = /(<!-- bench -->\n\n)[\s\S]*?(\n\n<!-- \/bench -->)/;

/** The page with this in the place of what was measured before. */
export const withTable = (page: string, measured: string): string => {
  if (!MARKS.test(page)) throw new Error('the page has no place for the table');
  return page.replace(MARKS, (_, before: string, after: string) => `${before}${measured}${after}`);
};
