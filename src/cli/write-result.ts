import type { AnyCommand, ViewContext } from '../commands/command-spec.ts';
import { pickBodyFields } from '../output/tables/output-fields.ts';
import { runJq } from '../output/tables/run-jq.ts';
import type { TextPainter } from '../output/terminal/text-painter.ts';
import type { TerminalView } from '../output/views/view-model.ts';
import { indentJson } from '../platform/json/json-tokens.ts';
import { toJsonText } from '../platform/json/json-values.ts';
import { parseJson } from '../platform/json/parse-json.ts';
import type { StandardStreams } from '../platform/system/host-system.ts';
import type { OutputOptions } from './output-format.ts';
import type { XlsxSink } from './xlsx-sink.ts';

/** The destination of a result, its output options, and the command that produced it. */
export interface PresentationOptions {
  readonly command: AnyCommand;
  readonly options: unknown;
  readonly output: OutputOptions;
  readonly io: StandardStreams;
  readonly paint: TextPainter;
  readonly viewContext: Omit<ViewContext<unknown>, 'extra'>;
  /** Writes text to stdout, through the pager if there is one. */
  page(text: string): Promise<void>;
  readonly sheet: XlsxSink;
  note(text: string): void;
  readonly signal: AbortSignal;
  /**
   * Runs synchronous work that blocks the event loop. During this work, a signal such as SIGINT ends the process at
   * once, because no handler can run.
   */
  runBlocking<T>(work: () => T): T;
}

/**
 * Renders a view as text of at most `columns` columns. The layout code is imported here, because output to a pipe does
 * not need it.
 */
export const renderViewText = async (
  view: TerminalView,
  paint: TextPainter,
  columns: number,
  runBlocking: <T>(work: () => T) => T,
): Promise<string> => {
  const { renderTerminal } = await import('../output/terminal/render-terminal.ts');
  return runBlocking(() => renderTerminal(view, paint, columns));
};

/** Renders a view and writes it to stdout, through the pager if there is one. */
export const writeView = async (
  view: TerminalView,
  { io, paint, page, runBlocking }: PresentationOptions,
): Promise<void> => page(await renderViewText(view, paint, io.out.columns, runBlocking));

/** Returns the text with a newline at its end. Empty text stays empty. */
export const ensureTrailingNewline = (text: string): string =>
  text === '' || text.endsWith('\n') ? text : `${text}\n`;

/** Writes JSON text and a line feed: unchanged in a pipe, indented on a terminal, reduced by `--jq` or `--fields`. */
export const writeBody = async (
  text: string,
  { io, output, page, runBlocking }: PresentationOptions,
): Promise<void> => {
  const { terminal } = io.out;
  if (output.format === 'jq') {
    return page(await runJq(text, output.filter, terminal ? 'indented' : 'line', runBlocking));
  }
  const body = runBlocking(() => {
    const selected =
      output.fields && output.format === 'json'
        ? toJsonText(pickBodyFields(parseJson(text), output.fields))
        : text;
    return terminal && selected.trim() !== '' ? indentJson(selected) : selected;
  });
  await page(body);
  // The line feed is written separately. Appending it to the body would copy the body, which may be large.
  if (body !== '' && !body.endsWith('\n')) await page('\n');
};
