import { printable } from '../border/cells.ts';
import { typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { reindent } from '../json/reindent.ts';
import { escapeC1 } from '../json/tokens.ts';

/**
 * What a jq filter makes of a JSON text, with numbers as written wherever the filter leaves them alone. A
 * text among the results stands as it is, without quotes (control characters escaped); anything else is
 * JSON, on one line or laid out. jq sees no file and no environment. Throws a UsageError with jq's message.
 * `around` is given the work itself, which may never end.
 */
export const jq = async (
  text: string,
  filter: string,
  layout: 'line' | 'indented' = 'line',
  around: <T>(work: () => T) => T = (work) => work(),
): Promise<string> => {
  // The engine takes 15 ms to load and 70 ms to start.
  const { loadJq } = await import('jq-wasm/inline');
  const engine = await loadJq();
  const { stdout, stderr, exitCode } = around(() => engine.raw(text, filter, ['-c', '--']));
  if (exitCode !== 0) {
    throw new UsageError(`--jq: ${said(stderr)}`, {
      hint: typeable`Filters are described at https://jqlang.org/manual/`,
    });
  }
  return stdout
    .split('\n')
    .filter((result) => result !== '')
    .map((result) => shown(result, layout))
    .join('');
};

const shown = (result: string, layout: 'line' | 'indented'): string => {
  if (result.startsWith('"')) return `${printable(JSON.parse(result))}\n`;
  return layout === 'line' ? escapeC1(`${result}\n`) : reindent(result);
};

const said = (stderr: string): string =>
  stderr
    .trim()
    .replace(/^jq: (error: )?/, '')
    .replace(/\njq: \d+ compile errors?$/, '')
    .replaceAll('/dev/stdin', 'the answer') || 'the filter failed';
