/** How a reader has what was made for one: the text on a screen, and what a pipe gives with what is said beside it. */
import { tsvLines } from '../../src/format/tsv.ts';
import { columnsNote } from '../../src/main/write-rows.ts';
import { painter } from '../../src/paint/painter.ts';
import { render } from '../../src/paint/render.ts';
import type { Rows, View } from '../../src/view/model.ts';

export type Form = (body: unknown) => string;

const inWords = painter(undefined, 'word');
const WIDE = 200;
export const onScreen = (view: View, columns = WIDE): string =>
  render(view, inWords, columns).replaceAll(/[\u2068\u2069]/g, '');

/** With what is said beside them on stderr. */
export const inPipe = (rows: Rows, lines: (rows: Rows) => Iterable<string> = tsvLines): string =>
  [
    ...lines(rows),
    ...(lines === tsvLines && rows.ofBody ? [columnsNote(rows), '\n'] : []),
    rows.note ?? '',
  ].join('');

/** What several forms are made of is made once for each body. */
export const lately = <T>(make: (body: unknown) => T): ((body: unknown) => T) => {
  let last: { readonly body: unknown; readonly made: T } | undefined;
  return (body) => {
    last = last !== undefined && last.body === body ? last : { body, made: make(body) };
    return last.made;
  };
};
