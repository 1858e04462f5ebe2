import { shellWords, typeable } from '../border/shell.ts';
import type { StepsAnswer } from '../commands/answers.ts';
import type { Given } from '../commands/typed.ts';
import { line, type View } from '../view/model.ts';
import { drawn, type Presenting } from './write-answer.ts';

/** What a step takes over of the flags that were typed. */
const passed = (everywhere: Given): string[] =>
  (['no-color', 'quiet', 'no-input', 'accessible', 'debug'] as const).flatMap((flag) => {
    const value = everywhere[flag];
    return value === undefined ? [] : value === true ? [`--${flag}`] : [`--${flag}`, value];
  });

/** Runs commands as if typed, on the sandbox, each said before it is run. Ends with the first that fails. */
export const writeSteps = async (
  { opening, steps, closing }: StepsAnswer,
  everywhere: Given,
  { io, paint, bluntly }: Pick<Presenting, 'io' | 'paint' | 'bluntly'>,
  type: (argv: readonly string[]) => Promise<number>,
): Promise<number> => {
  const text = (view: View) => drawn(view, paint, io.out.columns, bluntly);
  const say = async (view: View) => io.out.write(`${await text(view)}\n`);
  await say(opening);
  for (const { say: about, argv } of steps) {
    const typed = typeable`$ toile ${shellWords(['--sandbox', ...argv])}`;
    await say([line({ text: about, tone: 'faint' }), line({ text: typed, tone: 'strong' })]);
    const exit = await type(['--sandbox', ...passed(everywhere), ...argv]);
    if (exit !== 0) return exit;
    await io.out.write('\n');
  }
  await io.out.write(await text(closing));
  return 0;
};
