import { spawn } from 'node:child_process';
import { forwardSignals, removeToileVariables } from '../../platform/system/child-processes.ts';

/**
 * Shows a text in the pager that `command` starts. Resolves with true when the pager ends. Resolves with false if the
 * program does not exist: the text was not shown. The environment of the pager has no variables of toile, such as the
 * key. A signal that ends toile also ends the pager.
 */
export const showInPager = (
  text: string,
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      // `less` shows colours, leaves short texts on the screen and ends with Ctrl-C, unless the user sets LESS.
      env: { LESS: 'FRXK', ...removeToileVariables(env) },
    });
    // The pager reads keys, so it stays in the process group that owns the terminal.
    const signals = forwardSignals(child, false, signal);
    const finish = (isShown: boolean): void => {
      signals.release();
      resolve(isShown);
    };
    child.on('error', () => finish(false));
    // A shell exits with 127 when the program does not exist.
    child.on('close', (code) => finish(code !== 127));
    // If the user closes the pager early, its pipe is closed, which is not an error.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
