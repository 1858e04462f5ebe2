/** How a reader has what was made for one: the text on a screen, and what a pipe gives with what is said beside it. */

import { formatColumnsNote } from '../../src/cli/write-rows.ts';
import { formatTsvLines } from '../../src/output/tables/tsv.ts';
import { renderTerminal } from '../../src/output/terminal/render-terminal.ts';
import { createTextPainter } from '../../src/output/terminal/text-painter.ts';
import type { OutputRows, TerminalView } from '../../src/output/views/view-model.ts';

export type OutputForm = (body: unknown) => string;

const inWords = createTextPainter(undefined, 'word');
const WIDE = 200;
export const renderScreen = (view: TerminalView, columns = WIDE): string =>
  renderTerminal(view, inWords, columns).replaceAll(/[\u2068\u2069]/g, '');

/** With what is said beside them on stderr. */
export const renderPipe = (
  rows: OutputRows,
  lines: (rows: OutputRows) => Iterable<string> = formatTsvLines,
): string =>
  [
    ...lines(rows),
    ...(lines === formatTsvLines && rows.hasBodyColumns ? [formatColumnsNote(rows), '\n'] : []),
    rows.note ?? '',
  ].join('');

/** What several forms are made of is made once for each body. */
export const cacheLast = <T>(make: (body: unknown) => T): ((body: unknown) => T) => {
  let last: { readonly body: unknown; readonly made: T } | undefined;
  return (body) => {
    last = last !== undefined && last.body === body ? last : { body, made: make(body) };
    return last.made;
  };
};
