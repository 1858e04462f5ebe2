/** Questions as lines of text, one below the other, for those who have the screen read to them. Nothing is redrawn. */

import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { Interrupted } from '../errors.ts';

interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const LEAVES: readonly string[] = [CTRL_C, CTRL_D, '\u001b'];
const ENTER: readonly string[] = ['\r', '\n'];
const ERASES: readonly string[] = ['\u007f', '\b'];

/** One line, echoed by the terminal itself. Rejects with Interrupted where the input ends. */
export const askLine = (message: string, { input, output, signal }: Terminal): Promise<string> =>
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

/** One line that the terminal does not show. */
export const askSecret = (message: string, { input, output, signal }: Terminal): Promise<string> =>
  new Promise((resolve, reject) => {
    let typed: string[] = [];
    const end = (work: () => void): void => {
      input.off('data', read);
      signal.removeEventListener('abort', stop);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
      work();
    };
    const stop = (): void => end(() => reject(signal.reason));
    const read = (chunk: Buffer | string): void => {
      for (const sign of String(chunk)) {
        if (LEAVES.includes(sign) || ENTER.includes(sign)) {
          end(() => (ENTER.includes(sign) ? resolve(typed.join('')) : reject(new Interrupted())));
          return;
        }
        if (ERASES.includes(sign)) typed = typed.slice(0, -1);
        else typed.push(sign);
      }
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    output.write(`${message} (not shown) `);
    input.setRawMode?.(true);
    input.on('data', read);
    input.resume();
  });

/** Yes or no, in words; asked again until it is one of them. An empty line is the fallback. */
export const askYesNo = async (message: string, fallback: boolean, terminal: Terminal): Promise<boolean> => {
  for (;;) {
    const answer = (
      await askLine(`${message} Type yes or no, or press Enter for ${fallback ? 'yes' : 'no'}:`, terminal)
    ).toLowerCase();
    if (answer === '') return fallback;
    if (['y', 'yes'].includes(answer)) return true;
    if (['n', 'no'].includes(answer)) return false;
  }
};

/** So many at once, as somebody can keep in mind who hears them read. */
const OFFERED = 9;

interface Offer<T> {
  readonly name: string;
  readonly value: T;
}

/** A numbered list; words that are typed instead of a number narrow it. */
export const askNumber = async <T>(
  message: string,
  find: (term: string) => Promise<readonly Offer<T>[]>,
  terminal: Terminal,
): Promise<T> => {
  let term = '';
  for (;;) {
    const found = await find(term);
    const offered = found.slice(0, OFFERED);
    const rest = found.length - offered.length;
    const lines = [
      message,
      ...offered.map(({ name }, at) => `${at + 1}. ${name}`),
      ...(found.length === 0 ? [`Nothing here has ${JSON.stringify(term)} in it.`] : []),
      ...(rest > 0 ? [`And ${rest} more.`] : []),
    ];
    terminal.output.write(`${lines.join('\n')}\n`);
    const typed = await askLine('Type a number, or words to search for:', terminal);
    const chosen = /^\d$/.test(typed) ? offered[Number(typed) - 1] : undefined;
    if (chosen) return chosen.value;
    term = typed;
  }
};
