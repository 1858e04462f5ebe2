/** Prompts as plain lines, for screen readers. Nothing is redrawn. */

import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { Interrupted } from '../../platform/errors.ts';

interface PromptTerminal {
  readonly input: NodeJS.ReadStream;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CANCEL_KEYS: readonly string[] = [CTRL_C, CTRL_D, '\u001b'];
const ENTER_KEYS: readonly string[] = ['\r', '\n'];
const ERASE_KEYS: readonly string[] = ['\u007f', '\b'];

/** Asks for one line of text and returns it trimmed. Rejects with Interrupted if the input ends. */
export const askLine = (message: string, { input, output, signal }: PromptTerminal): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = createInterface({ input, terminal: false, signal });
    let answer: string | undefined;
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('close', () => {
      if (signal.aborted) reject(signal.reason);
      else if (answer === undefined) reject(new Interrupted());
      else resolve(answer.trim());
    });
    output.write(`${message} `);
  });

/** Asks for one line that is not echoed. Rejects with Interrupted for Escape, Ctrl-C and Ctrl-D. */
export const askSecret = (message: string, { input, output, signal }: PromptTerminal): Promise<string> =>
  new Promise((resolve, reject) => {
    let typed: string[] = [];
    const finish = (settle: () => void): void => {
      input.off('data', read);
      signal.removeEventListener('abort', stop);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
      settle();
    };
    const stop = (): void => finish(() => reject(signal.reason));
    const read = (chunk: Buffer | string): void => {
      for (const char of String(chunk)) {
        if (CANCEL_KEYS.includes(char) || ENTER_KEYS.includes(char)) {
          finish(() => (ENTER_KEYS.includes(char) ? resolve(typed.join('')) : reject(new Interrupted())));
          return;
        }
        if (ERASE_KEYS.includes(char)) typed = typed.slice(0, -1);
        else typed.push(char);
      }
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    output.write(`${message} (not shown) `);
    input.setRawMode?.(true);
    input.on('data', read);
    input.resume();
  });

/** Asks for yes or no until the user types one of these words. An empty line returns `fallback`. */
export const askYesNo = async (
  message: string,
  fallback: boolean,
  terminal: PromptTerminal,
): Promise<boolean> => {
  for (;;) {
    const answer = (
      await askLine(`${message} Type yes or no, or press Enter for ${fallback ? 'yes' : 'no'}:`, terminal)
    ).toLowerCase();
    if (answer === '') return fallback;
    if (['y', 'yes'].includes(answer)) return true;
    if (['n', 'no'].includes(answer)) return false;
  }
};

/** The maximum number of choices that one list offers, because a screen reader reads all of them. */
const MAX_OFFERED = 9;

interface NumberedChoice<T> {
  readonly name: string;
  readonly value: T;
}

/**
 * Prints at most nine numbered choices and asks for a number. Returns the value of the choice with that number. If the
 * user types any other text, shows the choices that `find` returns for this text, and asks again.
 */
export const askNumber = async <T>(
  message: string,
  find: (term: string) => Promise<readonly NumberedChoice<T>[]>,
  terminal: PromptTerminal,
): Promise<T> => {
  let searchTerm = '';
  for (;;) {
    const choices = await find(searchTerm);
    const shownChoices = choices.slice(0, MAX_OFFERED);
    const hiddenCount = choices.length - shownChoices.length;
    const lines = [
      message,
      ...shownChoices.map(({ name }, at) => `${at + 1}. ${name}`),
      ...(choices.length === 0 ? [`Nothing matches ${JSON.stringify(searchTerm)}.`] : []),
      ...(hiddenCount > 0 ? [`And ${hiddenCount} more.`] : []),
    ];
    terminal.output.write(`${lines.join('\n')}\n`);
    const typed = await askLine('Type a number, or words to search for:', terminal);
    const choice = /^\d$/.test(typed) ? shownChoices[Number(typed) - 1] : undefined;
    if (choice) return choice.value;
    searchTerm = typed;
  }
};
