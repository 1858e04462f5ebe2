import type { AnyCommand } from './command-spec.ts';
import { commandTable } from './command-table.ts';

/** The part of a command specification that is needed to parse a command line, for example `args` and `flags`. */
export type CommandOutline = Pick<AnyCommand, 'path' | 'args' | 'flags' | 'namesInOtherTools' | 'examples'>;

/**
 * The outlines of all commands, in the order of `commandTable`. The build replaces this file (`indexCommands` in
 * scripts/build/plugins.ts): the outlines become data, and each command gets its own `import()`. The built program then
 * loads only the command that it runs.
 */
export const commandOutlines: readonly CommandOutline[] = commandTable;

/** Loads the command with this path, for example `designs ls`. Throws an Error for an unknown path. */
export const loadCommand = async (path: string): Promise<AnyCommand> => {
  const command = commandTable.find((each) => each.path === path);
  if (command === undefined) throw new Error(`no command has the path ${path}`);
  return command;
};
