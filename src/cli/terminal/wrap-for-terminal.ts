import { wrapText } from '../../output/terminal/wrap-text.ts';
import type { OutputStream } from '../../platform/system/host-system.ts';

/**
 * Matches the `toile` that begins a command, as in `to continue: toile designs ls`. Does not match inside a sentence
 * that begins with a command name, as in `toile: toile me takes ...`.
 */
const COMMAND_START = /(?:^|(?<=[:;,] )(?<!^toile: ))toile(?= )/;

/**
 * Wraps messages at the width of the terminal; in a pipe they are unchanged. `unwrappedLines` and commands are not
 * wrapped, so that they can be copied: a command that does not fit starts a new line.
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
