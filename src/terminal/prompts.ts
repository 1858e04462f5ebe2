import { isatty } from 'node:tty';
import { forScreen, isolate, oneLine } from '../border/screen.ts';
import type { Ask, Choice } from '../contract.ts';
import { Interrupted, UsageError } from '../errors.ts';
import type { Io } from './io.ts';
import type { Person } from './person.ts';

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

/** The keys that leave a question, beside Ctrl-C, which inquirer knows itself. */
const isLeaving = (key: { name?: string; ctrl?: boolean } | undefined): boolean =>
  key?.name === 'escape' || (key?.ctrl === true && key.name === 'd');

const offered = <T>({ label, detail, value }: Choice<T>) => ({
  name: isolate(oneLine(label)),
  ...(detail === undefined ? {} : { description: oneLine(detail) }),
  value,
});

/** Prompts are drawn on stderr, so that stdout stays the answer. Loaded when the first question is asked. */
export const createPrompts = (
  io: Io,
  { answers: possible, accessible }: Person,
  signal: AbortSignal,
  before: () => Promise<void>,
): Ask => {
  const stream = io.input.stream as NodeJS.ReadStream;
  const input = possible ? puttingBack(stream) : stream;
  const output = io.promptOutput;

  /** Asks in one of two ways; both take what ends the question early. */
  const asked = async <T>(
    drawn: (prompts: typeof import('./inquirer.ts'), context: Context) => Promise<T>,
    spoken: (prompts: typeof import('./line-prompts.ts'), context: Context) => Promise<T>,
    until?: AbortSignal,
  ): Promise<T> => {
    if (!possible) nobody();
    await before();
    const left = new AbortController();
    const onKey = (_: unknown, key: Parameters<typeof isLeaving>[0]): void => {
      if (isLeaving(key)) left.abort(new Interrupted());
    };
    const ends = AbortSignal.any([signal, left.signal, ...(until ? [until] : [])]);
    stream.on('keypress', onKey);
    try {
      const context = { input, output, signal: ends };
      return await (accessible
        ? spoken(await import('./line-prompts.ts'), context)
        : drawn(await import('./inquirer.ts'), context));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (left.signal.aborted) throw left.signal.reason;
      if (error instanceof Error && error.name === 'ExitPromptError') throw new Interrupted();
      throw error;
    } finally {
      stream.off('keypress', onKey);
      stream.pause();
    }
  };

  return {
    possible,
    secret: (message) =>
      asked(
        ({ password }, context) =>
          password(
            {
              message: forScreen(message),
              toggleMask: false,
              theme: { style: { maskedText: '(not shown)' } },
            },
            context,
          ),
        ({ askSecret }, context) => askSecret(forScreen(message), context),
      ),
    text: (message, until) =>
      asked(
        (prompts, context) => prompts.input({ message: forScreen(message), required: true }, context),
        async ({ askLine }, context) => {
          for (;;) {
            const line = await askLine(forScreen(message), context);
            if (line !== '') return line;
          }
        },
        until,
      ),
    confirm: (message, fallback) =>
      asked(
        ({ confirm }, context) => confirm({ message: forScreen(message), default: fallback }, context),
        ({ askYesNo }, context) => askYesNo(forScreen(message), fallback, context),
      ),
    choose: <T>(message: string, find: (term: string) => Promise<readonly Choice<T>[]>) => {
      const search = async (term: string | undefined) => (await find(term ?? '')).map(offered);
      return asked(
        (prompts, context) => prompts.search<T>({ message: forScreen(message), source: search }, context),
        ({ askNumber }, context) => askNumber<T>(forScreen(message), search, context),
      );
    },
  };
};

interface Context {
  readonly input: NodeJS.ReadStream;
  readonly output: Io['promptOutput'];
  readonly signal: AbortSignal;
}
