import type { FlagValues } from '../commands/argument-spec.ts';
import type {
  CommandResult,
  DataResult,
  LongRunningResult,
  ServiceResult,
  StepsResult,
} from '../commands/command-result.ts';
import { line, type TerminalView } from '../output/views/view-model.ts';
import { quoteShellWords, shellText } from '../platform/escape/shell.ts';
import { stripJsonSpace } from '../platform/json/json-tokens.ts';
import { toJsonText } from '../platform/json/json-values.ts';
import type { OutputOptions } from './output-format.ts';
import { writeList } from './write-list.ts';
import {
  ensureTrailingNewline,
  type PresentationOptions,
  renderViewText,
  writeBody,
  writeView,
} from './write-result.ts';
import { writeRows } from './write-rows.ts';

const isRowFormat = ({ format }: OutputOptions): boolean => !['view', 'json', 'jq', 'text'].includes(format);

/**
 * Writes the result as table rows, as text or as a view for the terminal. Returns false, and writes nothing, if only
 * JSON is possible.
 */
const writePresentation = async (
  result: { readonly value: unknown },
  viewExtra: unknown,
  presentation: PresentationOptions,
): Promise<boolean> => {
  const { command, options, output, runBlocking } = presentation;
  const text =
    output.format === 'text'
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
    case 'data':
      await writeDataResult(result, presentation);
      break;
    case 'list':
      await writeList(result, presentation);
      break;
    case 'text':
      await presentation.page(result.text);
      break;
    case 'server':
      return presentLongRunning(result, presentation);
    case 'protocol':
      return waitUntilDone(result, presentation.signal);
  }
  return result.exit ?? 0;
};

const listPassedFlags = (globalFlags: FlagValues): string[] =>
  (['no-color', 'quiet', 'no-input', 'accessible', 'debug'] as const).flatMap((flag) => {
    const value = globalFlags[flag];
    return value === undefined ? [] : value === true ? [`--${flag}`] : [`--${flag}`, value];
  });

/**
 * Prints an opening text, runs the command of each step on the sandbox, and prints a closing text. `runTyped` runs one
 * command and returns its exit code. Stops at the first command that fails and returns its exit code.
 */
export const runSteps = async (
  { opening, steps, closing }: StepsResult,
  globalFlags: FlagValues,
  { io, paint, runBlocking }: Pick<PresentationOptions, 'io' | 'paint' | 'runBlocking'>,
  runTyped: (argv: readonly string[]) => Promise<number>,
): Promise<number> => {
  const renderText = (view: TerminalView) => renderViewText(view, paint, io.out.columns, runBlocking);
  const print = async (view: TerminalView) => io.out.write(`${await renderText(view)}\n`);
  await print(opening);
  for (const { say: explanation, argv } of steps) {
    const typed = shellText`$ toile ${quoteShellWords(['--sandbox', ...argv])}`;
    await print([line({ text: explanation, tone: 'faint' }), line({ text: typed, tone: 'strong' })]);
    const exit = await runTyped(['--sandbox', ...listPassedFlags(globalFlags), ...argv]);
    if (exit !== 0) return exit;
    await io.out.write('\n');
  }
  await io.out.write(await renderText(closing));
  return 0;
};
