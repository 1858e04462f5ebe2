import { isatty } from 'node:tty';
import { Interrupted, UsageError } from '../../platform/errors.ts';
import { sanitizeForTerminal, toSingleLine, wrapRtlText } from '../../platform/escape/terminal-text.ts';
import type { PromptChoice, UserPrompts } from '../../platform/shared-types.ts';
import type { StandardStreams } from '../../platform/system/host-system.ts';
import type { TerminalCapabilities } from './terminal-capabilities.ts';

const STDIN_FD = 0;

/**
 * Changes `input.setRawMode` so that it does nothing if the terminal is closed. Otherwise this call would end the
 * process with a stack trace.
 */
const guardRawMode = (input: NodeJS.ReadStream): NodeJS.ReadStream => {
  const setRawMode = input.setRawMode?.bind(input);
  if (setRawMode) input.setRawMode = (mode) => (isatty(STDIN_FD) ? setRawMode(mode) : input);
  return input;
};

/** Returns true for Escape and Ctrl-D. Ctrl-C is handled by inquirer. */
const isCancelKey = (key: { name?: string; ctrl?: boolean } | undefined): boolean =>
  key?.name === 'escape' || (key?.ctrl === true && key.name === 'd');

const toPromptChoice = <T>({ label, detail, value }: PromptChoice<T>) => ({
  name: wrapRtlText(toSingleLine(label)),
  ...(detail === undefined ? {} : { description: toSingleLine(detail) }),
  value,
});

/**
 * Creates the prompts, which are shown on stderr, so that stdout contains only the result. Screen readers get plain
 * lines. Each prompt rejects with a UsageError if `canAnswer` is false, and with Interrupted if the user cancels.
 * `prepareTerminal` runs before each question.
 */
export const createPrompts = (
  io: StandardStreams,
  { canAnswer, usesScreenReader }: TerminalCapabilities,
  signal: AbortSignal,
  prepareTerminal: () => Promise<void>,
): UserPrompts => {
  // The stream stdin. It is set at the first question, because Node opens stdin at the first access, and most commands
  // ask no question.
  let input: NodeJS.ReadStream | undefined;

  /** Asks the user a question with `askDrawn` (inquirer) or, for a screen reader, with `askSpoken` (plain lines). */
  const askUser = async <T>(
    askDrawn: (prompts: typeof import('./inquirer.ts'), context: PromptContext) => Promise<T>,
    askSpoken: (prompts: typeof import('./line-prompts.ts'), context: PromptContext) => Promise<T>,
    cancelSignal?: AbortSignal,
  ): Promise<T> => {
    if (!canAnswer) throw new UsageError('there is no terminal to ask on', { code: 'no_terminal' });
    await prepareTerminal();
    const stream = io.input.stream as NodeJS.ReadStream;
    input ??= guardRawMode(stream);
    const cancel = new AbortController();
    const onKey = (_: unknown, key: Parameters<typeof isCancelKey>[0]): void => {
      if (isCancelKey(key)) cancel.abort(new Interrupted());
    };
    const promptSignal = AbortSignal.any([signal, cancel.signal, ...(cancelSignal ? [cancelSignal] : [])]);
    stream.on('keypress', onKey);
    try {
      const context = { input, output: io.promptOutput, signal: promptSignal };
      return await (usesScreenReader
        ? askSpoken(await import('./line-prompts.ts'), context)
        : askDrawn(await import('./inquirer.ts'), context));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (cancel.signal.aborted) throw cancel.signal.reason;
      if (error instanceof Error && error.name === 'ExitPromptError') throw new Interrupted();
      throw error;
    } finally {
      stream.off('keypress', onKey);
      stream.pause();
    }
  };

  return {
    isAvailable: canAnswer,
    secret: (message) =>
      askUser(
        ({ password }, context) =>
          password(
            {
              message: sanitizeForTerminal(message),
              toggleMask: false,
              theme: { style: { maskedText: '(not shown)' } },
            },
            context,
          ),
        ({ askSecret }, context) => askSecret(sanitizeForTerminal(message), context),
      ),
    text: (message, cancelSignal) =>
      askUser(
        (prompts, context) =>
          prompts.input({ message: sanitizeForTerminal(message), required: true }, context),
        async ({ askLine }, context) => {
          for (;;) {
            const line = await askLine(sanitizeForTerminal(message), context);
            if (line !== '') return line;
          }
        },
        cancelSignal,
      ),
    confirm: (message, fallback) =>
      askUser(
        ({ confirm }, context) =>
          confirm({ message: sanitizeForTerminal(message), default: fallback }, context),
        ({ askYesNo }, context) => askYesNo(sanitizeForTerminal(message), fallback, context),
      ),
    choose: <T>(message: string, find: (term: string) => Promise<readonly PromptChoice<T>[]>) => {
      const search = async (term: string | undefined) => (await find(term ?? '')).map(toPromptChoice);
      return askUser(
        (prompts, context) =>
          prompts.search<T>({ message: sanitizeForTerminal(message), source: search }, context),
        ({ askNumber }, context) => askNumber<T>(sanitizeForTerminal(message), search, context),
      );
    },
  };
};

interface PromptContext {
  readonly input: NodeJS.ReadStream;
  readonly output: StandardStreams['promptOutput'];
  readonly signal: AbortSignal;
}
