/** Help, topics, completions and manual: text made from the command table, which is handed in as data. */

import type { AnyCommand } from '../commands/define.ts';
import { helpWidth } from './laid.ts';
import { commandHelp, groupHelp, rootHelp, shortHelp } from './layout.ts';
import { type SandboxFacts, sandboxTopic } from './sandbox.ts';
import { TOPICS } from './topics.ts';

export type { SandboxFacts };

export const topics: readonly string[] = Object.keys(TOPICS);

/** The text for the words after `help`: nothing, a command, the first word of some, or a topic. `short` is for --help. */
export const helpText = (
  table: readonly AnyCommand[],
  words: readonly string[],
  columns: number,
  { sandbox, short }: { readonly sandbox?: SandboxFacts | undefined; readonly short?: boolean } = {},
): string | undefined => {
  const path = words.join(' ');
  const width = helpWidth(columns);
  if (path === '') return rootHelp(table, topics, width);
  const command = table.find((each) => each.path === path);
  if (command) return (short ? shortHelp : commandHelp)(command, width);
  if (table.some((each) => each.path.startsWith(`${path} `))) {
    const group = groupHelp(table, path, width);
    return path === 'sandbox' && sandbox ? `${group}\n${sandboxTopic(sandbox, width)}` : group;
  }
  const topic = TOPICS[path];
  return topic === undefined ? undefined : topic(width);
};
