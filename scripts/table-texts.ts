/** Generates the texts of the command table, for scripts that write them to files. */

import { renderHelpText } from '../src/cli/help/index.ts';
import { renderManPages } from '../src/cli/help/man-pages.ts';
import { PREBUILT_WIDTHS } from '../src/cli/help/prebuilt-help.ts';
import { commandTable } from '../src/commands/command-table.ts';

/** Returns the manual pages by file name. */
export const manual = (version: string): ReadonlyMap<string, string> => renderManPages(commandTable, version);

/** Returns the output of `--help` by width, for each command and group. The sandbox commands list its assumptions, too. */
export const laidHelp = (): ReadonlyMap<number, ReadonlyMap<string, string>> => {
  const paths = commandTable.flatMap(({ path }) =>
    path.split(' ').map((_, at, words) => words.slice(0, at + 1)),
  );
  const all = new Map([[], ...paths].map((words) => [words.join(' '), words]));
  all.delete('sandbox');
  const texts = (width: number) =>
    new Map(
      [...all].map(([path, words]) => [
        path,
        renderHelpText(commandTable, words, width, { short: true }) ?? '',
      ]),
    );
  return new Map(PREBUILT_WIDTHS.map((width) => [width, texts(width)]));
};
