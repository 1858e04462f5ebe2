import type { FlagValues } from '../commands/argument-spec.ts';
import type { StepsResult } from '../commands/command-result.ts';
import { line, type TerminalView } from '../output/views/view-model.ts';
import { quoteShellWords, shellText } from '../platform/escape/shell.ts';
import { type PresentationOptions, renderViewText } from './write-result.ts';

const listPassedFlags = (globalFlags: FlagValues): string[] =>
  (['no-color', 'quiet', 'no-input', 'accessible', 'debug'] as const).flatMap((flag) => {
    const value = globalFlags[flag];
    return value === undefined ? [] : value === true ? [`--${flag}`] : [`--${flag}`, value];
  });

/**
 * Prints the opening, each step with its command, and the closing. Runs each command on the sandbox with `runTyped`,
 * which returns an exit code. Stops at the first step that fails and returns its exit code.
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
