import type {
  CommandResult,
  DataResult,
  LongRunningResult,
  ServiceResult,
} from '../commands/command-result.ts';
import { stripJsonSpace } from '../platform/json/json-tokens.ts';
import { toJsonText } from '../platform/json/json-values.ts';
import type { OutputOptions } from './output-format.ts';
import { writeList } from './write-list.ts';
import { ensureTrailingNewline, type PresentationOptions, writeBody, writeView } from './write-result.ts';
import { writeRows } from './write-rows.ts';

const isRowFormat = ({ format }: OutputOptions): boolean =>
  !['view', 'json', 'jq', 'written'].includes(format);

/** Writes the result as rows, text or view. Returns false, and writes nothing, if it must be written as JSON. */
const writePresentation = async (
  answer: { readonly value: unknown },
  viewExtra: unknown,
  to: PresentationOptions,
): Promise<boolean> => {
  const { command, options, output, runBlocking } = to;
  const text =
    output.format === 'written'
      ? runBlocking(() => command.renderText?.(answer.value as never, options as never))
      : undefined;
  if (text !== undefined) {
    await to.page(ensureTrailingNewline(text));
    return true;
  }
  const rows = isRowFormat(output)
    ? runBlocking(() => command.buildRows?.(answer.value as never, options as never, viewExtra))
    : undefined;
  if (rows) {
    await writeRows(rows, output.fields, true, to);
    return true;
  }
  const view =
    output.format === 'view'
      ? runBlocking(() =>
          command.buildView?.(answer.value as never, options as never, { ...to.around, extra: viewExtra }),
        )
      : undefined;
  if (view === undefined) return false;
  await writeView(view, to);
  return true;
};

const writeServiceResult = async (answer: ServiceResult, to: PresentationOptions): Promise<void> => {
  const head = answer.headLines?.map((text) => `${to.paint(text)}\n`).join('') ?? '';
  await to.io.out.write(head === '' ? '' : `${head}\n`);
  if (!(await writePresentation(answer, answer.extra, to))) await writeBody(answer.text, to);
};

const writeDataResult = async ({ schema, value }: DataResult, to: PresentationOptions): Promise<void> => {
  if (!(await writePresentation({ value }, undefined, to)))
    await writeBody(toJsonText({ schema, ...value }), to);
};

/** Prints the address of a server that has started, and waits for its end. Returns the exit code. */
const presentLongRunning = async (answer: LongRunningResult, to: PresentationOptions): Promise<number> => {
  const { schema, ready } = answer;
  try {
    if (to.output.format === 'view' && to.command.buildView)
      await writeView(to.command.buildView(ready, to.options, { ...to.around, extra: undefined }), to);
    else await to.io.out.write(`${stripJsonSpace(toJsonText({ schema, ...ready }))}\n`);
  } catch (error) {
    await answer.close();
    throw error;
  }
  return waitUntilDone(answer, to.signal);
};

/** Waits for the end of the server or for Ctrl-C, then closes it. Returns the exit code. */
const waitUntilDone = async (
  answer: Pick<LongRunningResult, 'ended' | 'close'>,
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

/** Writes a result to stdout in the selected format and returns the exit code. A server is awaited until it ends. */
export const presentResult = async (
  answer: Exclude<CommandResult, { kind: 'steps' }>,
  to: PresentationOptions,
): Promise<number> => {
  switch (answer.kind) {
    case 'body':
      await writeServiceResult(answer, to);
      break;
    case 'made':
      await writeDataResult(answer, to);
      break;
    case 'list':
      await writeList(answer, to);
      break;
    case 'text':
      await to.page(answer.text);
      break;
    case 'held':
      return presentLongRunning(answer, to);
    case 'protocol':
      return waitUntilDone(answer, to.signal);
  }
  return answer.exit ?? 0;
};
