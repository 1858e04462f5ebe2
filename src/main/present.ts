import type { Answer, BodyAnswer, HeldAnswer, MadeAnswer } from '../commands/answers.ts';
import { writeJson } from '../json/lossless.ts';
import { compact } from '../json/tokens.ts';
import type { Mode } from './output-format.ts';
import { ended, type Presenting, writeBody, writeView } from './write-answer.ts';
import { writeList } from './write-list.ts';
import { writeRows } from './write-rows.ts';

const isRows = ({ form }: Mode): boolean => !['view', 'json', 'jq', 'written'].includes(form);

/** What a value has beside its JSON text: rows, a text of its own, a view. False where it has none of these. */
const written = async (
  answer: { readonly value: unknown },
  aside: unknown,
  to: Presenting,
): Promise<boolean> => {
  const { command, options, mode, bluntly } = to;
  const text =
    mode.form === 'written'
      ? bluntly(() => command.written?.(answer.value as never, options as never))
      : undefined;
  if (text !== undefined) {
    await to.page(ended(text));
    return true;
  }
  const rows = isRows(mode)
    ? bluntly(() => command.rows?.(answer.value as never, options as never, aside))
    : undefined;
  if (rows) {
    await writeRows(rows, mode.fields, true, to);
    return true;
  }
  const view =
    mode.form === 'view'
      ? bluntly(() => command.view?.(answer.value as never, options as never, { ...to.around, aside }))
      : undefined;
  if (view === undefined) return false;
  await writeView(view, to);
  return true;
};

const body = async (answer: BodyAnswer, to: Presenting): Promise<void> => {
  const head = answer.head?.map((text) => `${to.paint(text)}\n`).join('') ?? '';
  await to.io.out.write(head === '' ? '' : `${head}\n`);
  if (!(await written(answer, answer.aside, to))) await writeBody(answer.text, to);
};

const made = async ({ schema, value }: MadeAnswer, to: Presenting): Promise<void> => {
  if (!(await written({ value }, undefined, to))) await writeBody(writeJson({ schema, ...value }), to);
};

const held = async (answer: HeldAnswer, to: Presenting): Promise<number> => {
  const { schema, ready } = answer;
  try {
    if (to.mode.form === 'view' && to.command.view)
      await writeView(to.command.view(ready, to.options, { ...to.around, aside: undefined }), to);
    else await to.io.out.write(`${compact(writeJson({ schema, ...ready }))}\n`);
  } catch (error) {
    await answer.close();
    throw error;
  }
  return untilDone(answer, to.signal);
};

/** Waits for its end or for Ctrl-C, whichever comes first. */
const untilDone = async (
  answer: Pick<HeldAnswer, 'ended' | 'close'>,
  signal: AbortSignal,
): Promise<number> => {
  const stopped = new Promise<number>((resolve) => {
    if (signal.aborted) resolve(0);
    signal.addEventListener('abort', () => resolve(0), { once: true });
  });
  try {
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
      await writeList(answer, to);
      break;
    case 'text':
      await to.page(answer.text);
      break;
    case 'held':
      return held(answer, to);
    case 'protocol':
      return untilDone(answer, to.signal);
  }
  return answer.exit ?? 0;
};
