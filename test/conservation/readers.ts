/** Renders a view as text on a screen, and rows as a pipe receives them with the notes on stderr. */

import { formatColumnsNote } from '../../src/cli/write-rows.ts';
import { formatTsvLines } from '../../src/output/tables/table-lines.ts';
import { renderTerminal } from '../../src/output/terminal/render-terminal.ts';
import { createTextPainter } from '../../src/output/terminal/text-painter.ts';
import type { OutputRows, TerminalView } from '../../src/output/views/view-model.ts';

export type OutputForm = (body: unknown) => string;

const inWords = createTextPainter(undefined, 'word');
const WIDE = 200;
export const renderScreen = (view: TerminalView, columns = WIDE): string =>
  renderTerminal(view, inWords, columns).replaceAll(/[\u2068\u2069]/g, '');

/** Joins the lines and the notes on stderr. */
export const renderPipe = (
  rows: OutputRows,
  lines: (rows: OutputRows) => Iterable<string> = formatTsvLines,
): string =>
  [
    ...lines(rows),
    ...(lines === formatTsvLines && rows.hasBodyColumns ? [formatColumnsNote(rows), '\n'] : []),
    rows.note ?? '',
  ].join('');

/** Caches the result for the last body, because several forms use it. */
export const cacheLast = <T>(make: (body: unknown) => T): ((body: unknown) => T) => {
  let last: { readonly body: unknown; readonly made: T } | undefined;
  return (body) => {
    last = last !== undefined && last.body === body ? last : { body, made: make(body) };
    return last.made;
  };
};
