import { joinShell, quoteShellWord, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import type { FlagValues } from '../argument-spec.ts';
import type { CommandContext } from '../command-context.ts';
import { readJsonObjectArgument } from '../flags/json-argument.ts';
import { readTextFlag } from '../flags/parse-flags.ts';

/** The flags for single members of the body, with the names of the members. `--body` sets the whole body. */
export const BODY_FLAGS = { brand: 'brand', notes: 'designerNotes', 'piece-scope': 'pieceScope' } as const;

/** Returns the body of a Tech Pack request as JSON text: the value of `--body`, or the flags for single members. */
export const buildRequestBody = async (deps: CommandContext, flags: FlagValues): Promise<string> => {
  const whole = readTextFlag(flags, 'body');
  if (whole !== undefined) return readJsonObjectArgument(deps, 'body', whole);
  const size = readTextFlag(flags, 'size-selection');
  const members = Object.entries(BODY_FLAGS).flatMap(([flag, name]) => {
    const value = readTextFlag(flags, flag);
    return value === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`];
  });
  // The JSON is inserted as typed, because parsing and formatting could change its numbers.
  if (size !== undefined)
    members.push(`"sizeSelection":${await readJsonObjectArgument(deps, 'size-selection', size)}`);
  return `{${members.join(',')}}`;
};

/** Returns the command that repeats the request, without consent and the flags for waiting and downloading. */
export const formatRequestCommand = (deps: CommandContext, id: string, flags: FlagValues): ShellSafe => {
  const passed = ['brand', 'size-selection', 'notes', 'piece-scope', 'body'].flatMap((flag) => {
    const value = flags[flag];
    return typeof value === 'string' ? [shellText`--${quoteShellWord(flag)} ${quoteShellWord(value)}`] : [];
  });
  return joinShell([shellText`${deps.toile} techpack request ${quoteShellWord(id)}`, ...passed]);
};
