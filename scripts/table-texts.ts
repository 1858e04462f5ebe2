/** The texts that are made from the command table, for scripts that write them to files. */

import { table } from '../src/commands/table.ts';
import { KINDS } from '../src/garment/trade-kinds.ts';
import { completionFiles } from '../src/help/completions/index.ts';
import { topics } from '../src/help/index.ts';
import { manPages } from '../src/help/man.ts';
import { SCENARIOS } from '../src/sandbox/index.ts';

/** Manual pages by the name of their file. */
export const manual = (version: string): ReadonlyMap<string, string> => manPages(table, version);

/** What shells read, by the name of its file. */
export const completions = (): ReadonlyMap<string, string> =>
  completionFiles(table, { topics, kinds: KINDS, scenarios: Object.keys(SCENARIOS) });
