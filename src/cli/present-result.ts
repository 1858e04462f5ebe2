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
  result: { readonly value: unknown },
  viewExtra: unknown,
  presentation: PresentationOptions,
): Promise<boolean> => {
  const { command, options, output, runBlocking } = presentation;
  const text =
    output.format === 'written'
      ? runBlocking(() => command.renderText?.(result.value as never, options as never))
      : undefined;
  if (text !== undefined) {
    await presentation.page(ensureTrailingNewline(text));
    return true;
  }
  const rows = isRowFormat(output)
    ? runBlocking(() => command.buildRows?.(result.value as never, options as never, viewExtra))
    : undefined;
  if (rows) {
    await writeRows(rows, output.fields, true, presentation);
    return true;
  }
  const view =
    output.format === 'view'
      ? runBlocking(() =>
          command.buildView?.(result.value as never, options as never, {
            ...presentation.viewContext,
            extra: viewExtra,
          }),
        )
      : undefined;
  if (view === undefined) return false;
  await writeView(view, presentation);
  return true;
};

const writeServiceResult = async (
  result: ServiceResult,
  presentation: PresentationOptions,
): Promise<void> => {
  const headText = result.headLines?.map((text) => `${presentation.paint(text)}\n`).join('') ?? '';
  await presentation.io.out.write(headText === '' ? '' : `${headText}\n`);
  if (!(await writePresentation(result, result.extra, presentation)))
    await writeBody(result.text, presentation);
};

const writeDataResult = async (
  { schema, value }: DataResult,
  presentation: PresentationOptions,
): Promise<void> => {
  if (!(await writePresentation({ value }, undefined, presentation)))
    await writeBody(toJsonText({ schema, ...value }), presentation);
};

/** Prints the address of a server that has started, and waits for its end. Returns the exit code. */
const presentLongRunning = async (
  result: LongRunningResult,
  presentation: PresentationOptions,
): Promise<number> => {
  const { schema, ready } = result;
  try {
    if (presentation.output.format === 'view' && presentation.command.buildView)
      await writeView(
        presentation.command.buildView(ready, presentation.options, {
          ...presentation.viewContext,
          extra: undefined,
        }),
        presentation,
      );
    else await presentation.io.out.write(`${stripJsonSpace(toJsonText({ schema, ...ready }))}\n`);
  } catch (error) {
    await result.close();
    throw error;
  }
  return waitUntilDone(result, presentation.signal);
};

/** Waits for the end of the server or for Ctrl-C, then closes it. Returns the exit code. */
const waitUntilDone = async (
  result: Pick<LongRunningResult, 'ended' | 'close'>,
  signal: AbortSignal,
): Promise<number> => {
  const stopped = new Promise<number>((resolve) => {
    if (signal.aborted) resolve(0);
    signal.addEventListener('abort', () => resolve(0), { once: true });
  });
  try {
    return await Promise.race([result.ended, stopped]);
  } finally {
    await result.close();
  }
};

/** Writes a result to stdout in the selected format and returns the exit code. A server is awaited until it ends. */
export const presentResult = async (
  result: Exclude<CommandResult, { kind: 'steps' }>,
  presentation: PresentationOptions,
): Promise<number> => {
  switch (result.kind) {
    case 'body':
      await writeServiceResult(result, presentation);
      break;
    case 'made':
      await writeDataResult(result, presentation);
      break;
    case 'list':
      await writeList(result, presentation);
      break;
    case 'text':
      await presentation.page(result.text);
      break;
    case 'held':
      return presentLongRunning(result, presentation);
    case 'protocol':
      return waitUntilDone(result, presentation.signal);
  }
  return result.exit ?? 0;
};
