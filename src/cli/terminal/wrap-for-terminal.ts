import { wrapText } from '../../output/terminal/wrap-text.ts';
import type { OutputStream } from '../../platform/system/host-system.ts';

/**
 * Matches the start of a command in a line, as in `to continue: toile designs ls`. A message that begins with a command
 * name (`toile: toile me takes ...`) is a sentence.
 */
const COMMAND_START = /(?:^|(?<=[:;,] )(?<!^toile: ))toile(?= )/;

/**
 * Wraps messages at the width of the terminal; in a pipe they are unchanged. Lines in `whole` and commands are not
 * wrapped, so that they can be copied: a command that does not fit starts a line.
 */
export const wrapForTerminal = (
  text: string,
  { terminal, columns }: Pick<OutputStream, 'terminal' | 'columns'>,
  whole: readonly string[] = [],
): string => {
  if (!terminal) return text;
  const lines = text.split('\n').flatMap((line) => {
    if (whole.includes(line)) return [line];
    const all = wrapText(line, columns);
    if (all.length === 1) return all;
    const at = line.search(COMMAND_START);
    if (at < 0) return all;
    return [...(at === 0 ? [] : wrapText(line.slice(0, at).trimEnd(), columns)), line.slice(at)];
  });
  return lines.join('\n');
};
