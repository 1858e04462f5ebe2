/** Renders help texts from the command table, which is passed in as data. */

import type { AnyCommand } from '../../commands/command-spec.ts';
import { renderCommandHelp, renderGroupHelp, renderRootHelp, renderShortHelp } from './help-layout.ts';
import { HELP_TOPICS } from './help-topics.ts';
import { limitHelpWidth } from './prebuilt-help.ts';
import { renderSandboxTopic, type SandboxFacts } from './sandbox-topic.ts';

export type { SandboxFacts };

/** The names of the help topics, except `sandbox`, which is a group of commands too. */
export const TOPIC_NAMES: readonly string[] = Object.keys(HELP_TOPICS);

/**
 * Returns the help text for the words after `help`: none, a command, a group of commands, or a topic. With `short`, a
 * command gets the text of `--help`. Returns undefined for unknown words.
 */
export const renderHelpText = (
  table: readonly AnyCommand[],
  words: readonly string[],
  columns: number,
  { sandbox, short }: { readonly sandbox?: SandboxFacts | undefined; readonly short?: boolean } = {},
): string | undefined => {
  const path = words.join(' ');
  const width = limitHelpWidth(columns);
  if (path === '') return renderRootHelp(table, [...TOPIC_NAMES, 'sandbox'], width);
  const command = table.find((each) => each.path === path);
  if (command) return (short ? renderShortHelp : renderCommandHelp)(command, width);
  if (table.some((each) => each.path.startsWith(`${path} `))) {
    const group = renderGroupHelp(table, path, width);
    return path === 'sandbox' && sandbox ? `${group}\n${renderSandboxTopic(sandbox, width)}` : group;
  }
  const topic = HELP_TOPICS[path];
  return topic === undefined ? undefined : topic(width);
};
