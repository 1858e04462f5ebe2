/** The texts that are made from the command table, for scripts that write them to files. */

import { table } from '../src/commands/table.ts';
import { KINDS } from '../src/garment/trade-kinds.ts';
import { completionFiles } from '../src/help/completions/index.ts';
import { helpText, topics } from '../src/help/index.ts';
import { LAID_WIDTHS } from '../src/help/laid.ts';
import { manPages } from '../src/help/man.ts';
import { SCENARIOS } from '../src/sandbox/index.ts';

/** Manual pages by the name of their file. */
export const manual = (version: string): ReadonlyMap<string, string> => manPages(table, version);

/** What shells read, by the name of its file. */
export const completions = (): ReadonlyMap<string, string> =>
  completionFiles(table, { topics, kinds: KINDS, scenarios: Object.keys(SCENARIOS) });

/** What `--help` prints by width, of each command and each group of them; of the sandbox what it invents is told too. */
export const laidHelp = (): ReadonlyMap<number, ReadonlyMap<string, string>> => {
  const paths = table.flatMap(({ path }) => path.split(' ').map((_, at, words) => words.slice(0, at + 1)));
  const all = new Map([[], ...paths].map((words) => [words.join(' '), words]));
  all.delete('sandbox');
  const texts = (width: number) =>
    new Map([...all].map(([path, words]) => [path, helpText(table, words, width, { short: true }) ?? '']));
  return new Map(LAID_WIDTHS.map((width) => [width, texts(width)]));
};
