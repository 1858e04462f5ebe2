import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { escapeControls } from '../../platform/escape/spreadsheet-text.ts';
import { escapeC1Controls, indentJson } from '../../platform/json/json-tokens.ts';

/**
 * Runs a jq filter over a JSON text. The filter cannot read files or environment variables. Returns all its results as
 * one text, each with a line feed at its end: a string without quotes and with its control characters escaped, any
 * other result as JSON on one line or indented (`layout`). Numbers are written as in the input unless the filter
 * changes them. A filter may never end, so a caller can pass a `runFilter` that stops jq after a time limit.
 * @throws UsageError with the error message of jq.
 */
export const runJq = async (
  text: string,
  filter: string,
  layout: 'line' | 'indented' = 'line',
  runFilter: <T>(work: () => T) => T = (work) => work(),
): Promise<string> => {
  // The jq library is loaded only here, because it takes 15 ms to load and 70 ms to start.
  const { loadJq } = await import('jq-wasm/inline');
  const engine = await loadJq();
  const { stdout, stderr, exitCode } = runFilter(() => engine.raw(text, filter, ['-c', '--']));
  if (exitCode !== 0) {
    throw new UsageError(`--jq: ${cleanJqError(stderr)}`, {
      hint: shellText`Filters are described at https://jqlang.org/manual/`,
    });
  }
  return stdout
    .split('\n')
    .filter((result) => result !== '')
    .map((result) => formatJqResult(result, layout))
    .join('');
};

const formatJqResult = (result: string, layout: 'line' | 'indented'): string => {
  if (result.startsWith('"')) return `${escapeControls(JSON.parse(result))}\n`;
  return layout === 'line' ? escapeC1Controls(`${result}\n`) : indentJson(result);
};

const cleanJqError = (stderr: string): string =>
  stderr
    .trim()
    .replace(/^jq: (error: )?/, '')
    .replace(/\njq: \d+ compile errors?$/, '')
    .replaceAll('/dev/stdin', 'the answer') || 'the filter failed';
