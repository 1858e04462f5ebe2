import { wrapped } from '../paint/wrap.ts';
import type { Sink } from './io.ts';

/**
 * From where on a line is a command, which is there to be copied: no break of ours may stand in it. A message that begins
 * with the name of one (`toile: toile me takes ...`) is a sentence about it.
 */
const COMMAND = /(?:^|(?<=[:;,] )(?<!^toile: ))toile(?= )/;

/**
 * Text about the answer, in lines as wide as the terminal; in a pipe as it is. `whole` are lines that are not broken.
 * A command goes on a line of its own where there is no room for it.
 */
export const fitted = (
  text: string,
  { terminal, columns }: Pick<Sink, 'terminal' | 'columns'>,
  whole: readonly string[] = [],
): string => {
  if (!terminal) return text;
  const lines = text.split('\n').flatMap((line) => {
    if (whole.includes(line)) return [line];
    const all = wrapped(line, columns);
    if (all.length === 1) return all;
    const at = line.search(COMMAND);
    if (at < 0) return all;
    return [...(at === 0 ? [] : wrapped(line.slice(0, at).trimEnd(), columns)), line.slice(at)];
  });
  return lines.join('\n');
};
