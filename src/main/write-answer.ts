import type { AnyCommand, Around } from '../commands/define.ts';
import { pickFields } from '../format/fields.ts';
import { jq } from '../format/jq.ts';
import type { NamedColumn } from '../format/named-columns.ts';
import { readJson, writeJson } from '../json/lossless.ts';
import { reindent } from '../json/reindent.ts';
import type { Painter } from '../paint/painter.ts';
import type { Io } from '../terminal/io.ts';
import type { View } from '../view/model.ts';
import type { Mode } from './output-format.ts';
import type { Gathered } from './write-xlsx.ts';

/** Where an answer goes and how it is written. */
export interface Presenting {
  readonly command: AnyCommand;
  readonly options: unknown;
  readonly mode: Mode;
  /** Under other names than their own, where that was asked for. */
  readonly columns: readonly NamedColumn[] | undefined;
  readonly io: Io;
  readonly paint: Painter;
  readonly around: Omit<Around<unknown>, 'aside'>;
  /** To the screen, through the pager where one was asked for. */
  page(text: string): Promise<void>;
  /** What `--xlsx` gathers; written when the answer is whole. */
  readonly sheet: Gathered;
  /** A word to the person beside the answer. */
  note(text: string): void;
  readonly signal: AbortSignal;
  /** Runs what leaves no moment for anything else, a signal included. */
  bluntly<T>(work: () => T): T;
}

/** A view as text. What measures and lays out text takes longer to load than most answers, and pipes need none of it. */
export const drawn = async (
  view: View,
  paint: Painter,
  columns: number,
  around: <T>(work: () => T) => T,
): Promise<string> => {
  const { render } = await import('../paint/render.ts');
  return around(() => render(view, paint, columns));
};

export const writeView = async (view: View, { io, paint, page, bluntly }: Presenting): Promise<void> =>
  page(await drawn(view, paint, io.out.columns, bluntly));

/** Text ends its last line. */
export const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** JSON text: as it came in a pipe, laid out for reading on a terminal; filtered where that was asked for. */
export const writeBody = async (text: string, { io, mode, page, bluntly }: Presenting): Promise<void> => {
  const { terminal } = io.out;
  if (mode.form === 'jq') {
    return page(await jq(text, mode.filter, terminal ? 'indented' : 'line', bluntly));
  }
  const written = bluntly(() => {
    const chosen =
      mode.fields && mode.form === 'json' ? writeJson(pickFields(readJson(text), mode.fields)) : text;
    return terminal && chosen.trim() !== '' ? reindent(chosen) : ended(chosen);
  });
  return page(written);
};
