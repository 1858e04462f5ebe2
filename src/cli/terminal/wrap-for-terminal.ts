import { wrapText } from '../../output/terminal/wrap-text.ts';
import type { OutputStream } from '../../platform/system/host-system.ts';

/**
 * Matches the word `toile` at the start of a command that a message suggests, as in `to continue: toile designs ls`.
 * Does not match a command name at the start of an error message, as in `toile: toile me takes ...`.
 */
const COMMAND_START = /(?:^|(?<=[:;,] )(?<!^toile: ))toile(?= )/;

/**
 * Wraps the lines of a message at the width of the terminal. Returns the message unchanged if the output is a pipe. The
 * lines in `unwrappedLines` and the commands in the message are not wrapped, so that the user can copy them: a command
 * that does not fit begins a new line.
 */
export const wrapForTerminal = (
  text: string,
  { terminal, columns }: Pick<OutputStream, 'terminal' | 'columns'>,
  unwrappedLines: readonly string[] = [],
): string => {
  if (!terminal) return text;
  const lines = text.split('\n').flatMap((line) => {
    if (unwrappedLines.includes(line)) return [line];
    const wrapped = wrapText(line, columns);
    if (wrapped.length === 1) return wrapped;
    const commandStart = line.search(COMMAND_START);
    if (commandStart < 0) return wrapped;
    return [
      ...(commandStart === 0 ? [] : wrapText(line.slice(0, commandStart).trimEnd(), columns)),
      line.slice(commandStart),
    ];
  });
  return lines.join('\n');
};
