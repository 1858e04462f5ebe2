import { quoteShellWords, shellText } from '../border/shell.ts';
import type { StepsResult } from '../commands/answers.ts';
import type { FlagValues } from '../commands/typed.ts';
import { line, type TerminalView } from '../view/model.ts';
import { type PresentationOptions, renderViewText } from './write-answer.ts';

/** Returns the global flags that every step gets. */
const listPassedFlags = (globalFlags: FlagValues): string[] =>
  (['no-color', 'quiet', 'no-input', 'accessible', 'debug'] as const).flatMap((flag) => {
    const value = globalFlags[flag];
    return value === undefined ? [] : value === true ? [`--${flag}`] : [`--${flag}`, value];
  });

/** Prints and runs the steps as if typed, on the sandbox. Stops at the first one that fails. */
export const writeSteps = async (
  { opening, steps, closing }: StepsResult,
  globalFlags: FlagValues,
  { io, paint, bluntly }: Pick<PresentationOptions, 'io' | 'paint' | 'bluntly'>,
  type: (argv: readonly string[]) => Promise<number>,
): Promise<number> => {
  const text = (view: TerminalView) => renderViewText(view, paint, io.out.columns, bluntly);
  const say = async (view: TerminalView) => io.out.write(`${await text(view)}\n`);
  await say(opening);
  for (const { say: about, argv } of steps) {
    const typed = shellText`$ toile ${quoteShellWords(['--sandbox', ...argv])}`;
    await say([line({ text: about, tone: 'faint' }), line({ text: typed, tone: 'strong' })]);
    const exit = await type(['--sandbox', ...listPassedFlags(globalFlags), ...argv]);
    if (exit !== 0) return exit;
    await io.out.write('\n');
  }
  await io.out.write(await text(closing));
  return 0;
};
