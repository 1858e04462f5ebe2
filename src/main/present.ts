import type {
  Answer,
  AnyCommand,
  Around,
  BodyAnswer,
  HeldAnswer,
  ListAnswer,
  Listed,
  MadeAnswer,
  Page,
} from '../commands/define.ts';
import { itemJsonl, rowsJsonl } from '../format/jsonl.ts';
import { writeJson } from '../format/lossless.ts';
import { reindent } from '../format/reindent.ts';
import { itemTexts, withMembers } from '../format/slices.ts';
import { compact } from '../format/tokens.ts';
import { tsvLines } from '../format/tsv.ts';
import type { Io } from '../terminal/io.ts';
import type { Painter } from '../terminal/paint.ts';
import { render } from '../terminal/render.ts';
import type { Rows, View } from '../view/model.ts';
import type { Mode } from './mode.ts';

/** Where an answer goes and how it is written. */
export interface Presenting {
  readonly command: AnyCommand;
  readonly options: unknown;
  readonly mode: Mode;
  readonly io: Io;
  readonly paint: Painter;
  readonly around: Omit<Around, 'aside'>;
  /** A word to the person beside the answer. */
  note(text: string): void;
  readonly signal: AbortSignal;
}

const TSV_CHUNK = 200;

/** Rows as lines, some hundred at a time: few writes, and a closed pipe is noticed early. */
const writeLines = async (lines: Iterable<string>, { io, signal }: Presenting): Promise<void> => {
  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    const text = waiting.join('');
    waiting = [];
    await io.out.write(text);
    signal.throwIfAborted();
  };
  for (const text of lines) {
    waiting.push(text);
    if (waiting.length >= TSV_CHUNK) await flush();
  }
  await flush();
};

const writeView = (view: View, { io, paint }: Presenting): Promise<void> =>
  io.out.write(render(view, paint, io.out.columns));

/** Service text: as it came in a pipe, laid out for reading on a terminal. */
const writeBody = (text: string, { io }: Presenting): Promise<void> =>
  io.out.write(
    io.out.terminal && text.trim() !== ''
      ? reindent(text)
      : text.endsWith('\n') || text === ''
        ? text
        : `${text}\n`,
  );

const rowsOf = (to: Presenting, value: unknown): Rows | undefined => to.command.rows?.(value, to.options);

const body = async (answer: BodyAnswer, to: Presenting): Promise<void> => {
  const head = answer.head?.map((text) => `${to.paint(text)}\n`).join('') ?? '';
  await to.io.out.write(head === '' ? '' : `${head}\n`);
  const rows = to.mode === 'tsv' || to.mode === 'jsonl' ? rowsOf(to, answer.value) : undefined;
  if (rows) return writeLines(to.mode === 'jsonl' ? rowsJsonl(rows) : tsvLines(rows), to);
  if (to.mode === 'view' && to.command.view) {
    return writeView(to.command.view(answer.value, to.options, { ...to.around, aside: answer.aside }), to);
  }
  return writeBody(answer.text, to);
};

const made = async ({ schema, value }: MadeAnswer, to: Presenting): Promise<void> => {
  const rows = to.mode === 'tsv' || to.mode === 'jsonl' ? rowsOf(to, value) : undefined;
  if (rows) return writeLines(to.mode === 'jsonl' ? rowsJsonl(rows) : tsvLines(rows), to);
  if (to.mode === 'view' && to.command.view)
    return writeView(to.command.view(value, to.options, { ...to.around, aside: undefined }), to);
  return writeBody(writeJson({ schema, ...value }), to);
};

const values = (page: Page): unknown[] => page.items.map((item) => item.value);

const pageTexts = (page: Page, member: string): string[] => {
  const texts = itemTexts(page.text, member);
  return page.items.map(({ at }) => texts[at] ?? 'null');
};

/** One body of the service's shape, whatever number of pages it took. */
const listBody = async ({ member, pages }: ListAnswer): Promise<string> => {
  let first: Page | undefined;
  let last: Page | undefined;
  const items: string[] = [];
  for await (const page of pages) {
    first ??= page;
    last = page;
    items.push(...pageTexts(page, member));
  }
  if (!first || !last) return withMembers('{}', { [member]: '[]', next_before: 'null' });
  if (first === last && first.whole) return first.text;
  return withMembers(first.text, {
    [member]: `[${items.join(',')}]`,
    next_before: JSON.stringify(last.next),
  });
};

const list = async (answer: ListAnswer, to: Presenting): Promise<void> => {
  if (to.mode === 'json') return writeBody(await listBody(answer), to);
  let next: string | null = null;
  const kept: unknown[] = [];
  for await (const page of answer.pages) {
    next = page.next;
    if (to.mode === 'view') kept.push(...values(page));
    else if (to.mode === 'jsonl') await writeLines(pageTexts(page, answer.member).map(itemJsonl), to);
    else {
      const rows = rowsOf(to, { items: values(page) } satisfies Listed);
      if (rows) await writeLines(tsvLines(rows), to);
    }
  }
  const more = next === null ? undefined : answer.continueWith(next);
  if (to.mode === 'view') {
    const listed: Listed = { items: kept, ...(more === undefined ? {} : { more }) };
    return writeView(to.command.view?.(listed, to.options, { ...to.around, aside: undefined }) ?? [], to);
  }
  // Rows have no place for the cursor, and a list that ends without a word is taken for the whole.
  if (more !== undefined) to.note(`there are more; to go on: ${more}`);
};

const held = async (answer: HeldAnswer, to: Presenting): Promise<number> => {
  const { schema, ready } = answer;
  try {
    if (to.mode === 'view' && to.command.view)
      await writeView(to.command.view(ready, to.options, { ...to.around, aside: undefined }), to);
    else await to.io.out.write(`${compact(writeJson({ schema, ...ready }))}\n`);
    const stopped = new Promise<number>((resolve) => {
      if (to.signal.aborted) resolve(0);
      to.signal.addEventListener('abort', () => resolve(0), { once: true });
    });
    return await Promise.race([answer.ended, stopped]);
  } finally {
    await answer.close();
  }
};

/** Writes an answer. Resolves with the exit code, when every byte has left. */
export const present = async (
  answer: Exclude<Answer, { kind: 'steps' }>,
  to: Presenting,
): Promise<number> => {
  switch (answer.kind) {
    case 'body':
      await body(answer, to);
      break;
    case 'made':
      await made(answer, to);
      break;
    case 'list':
      await list(answer, to);
      break;
    case 'text':
      await to.io.out.write(answer.text);
      break;
    case 'held':
      return held(answer, to);
  }
  return answer.exit ?? 0;
};
