import { spawn } from 'node:child_process';
import { forwardSignals, removeToileVariables } from '../../platform/system/child-processes.ts';

/**
 * Shows a text in the pager that the shell command `command` starts, for example `less`. Resolves with false if the
 * program does not exist. The environment variables of toile, such as the one with the API key, are not passed to the
 * pager. A signal that ends toile also ends the pager.
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
      // These options of `less` show colours, leave a short text on the screen and let Ctrl-C end the pager. If the
      // user has set the variable LESS, its value is used instead.
      env: { LESS: 'FRXK', ...removeToileVariables(env) },
    });
    // The pager reads keys from the terminal, so it must stay in the foreground process group.
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
