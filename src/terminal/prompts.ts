import { isatty } from 'node:tty';
import { forScreen, isolate, oneLine } from '../border/screen.ts';
import type { Ask, Choice } from '../contract.ts';
import { Interrupted, UsageError } from '../errors.ts';
import type { Io } from './io.ts';

const nobody = (): never => {
  throw new UsageError('there is no terminal to ask on', { code: 'no_terminal' });
};

const STDIN = 0;

/** A terminal that was closed cannot be put back as it was, and trying ends the process with a trace. */
const puttingBack = (input: NodeJS.ReadStream): NodeJS.ReadStream => {
  const setRawMode = input.setRawMode?.bind(input);
  if (setRawMode) input.setRawMode = (mode) => (isatty(STDIN) ? setRawMode(mode) : input);
  return input;
};

/** Prompts are drawn on stderr, so that stdout stays the answer. Loaded when the first question is asked. */
export const createPrompts = (io: Io, signal: AbortSignal, before: () => Promise<void>): Ask => {
  const possible = io.input.terminal && io.err.terminal;
  const asked = async <T>(question: (prompts: typeof import('./inquirer.ts')) => Promise<T>): Promise<T> => {
    if (!possible) nobody();
    await before();
    try {
      return await question(await import('./inquirer.ts'));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof Error && error.name === 'ExitPromptError') throw new Interrupted();
      throw error;
    } finally {
      io.input.stream.pause();
    }
  };
  const stream = io.input.stream as NodeJS.ReadStream;
  const context = { input: possible ? puttingBack(stream) : stream, output: io.promptOutput, signal };
  return {
    possible,
    secret: (message) =>
      asked(({ password }) => password({ message: forScreen(message), mask: '*' }, context)),
    text: (message, until) => {
      const ends = until === undefined ? context : { ...context, signal: AbortSignal.any([signal, until]) };
      return asked(({ input }) => input({ message: forScreen(message), required: true }, ends));
    },
    confirm: (message, fallback) =>
      asked(({ confirm }) => confirm({ message: forScreen(message), default: fallback }, context)),
    choose: <T>(message: string, find: (term: string) => Promise<readonly Choice<T>[]>) =>
      asked(({ search }) =>
        search<T>(
          {
            message: forScreen(message),
            source: async (term) =>
              (await find(term ?? '')).map(({ label, detail, value }) => ({
                name: isolate(oneLine(label)),
                ...(detail === undefined ? {} : { description: oneLine(detail) }),
                value,
              })),
          },
          context,
        ),
      ),
  };
};
