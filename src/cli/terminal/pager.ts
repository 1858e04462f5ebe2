import { spawn } from 'node:child_process';
import { forwardSignals, removeToileVariables } from '../../platform/system/child-processes.ts';

/**
 * Shows a text in a pager program. Resolves with true when the pager ends, and with false if it did not start. The
 * variables of toile, such as the key, are removed from its environment. If `signal` is aborted, the pager receives
 * the signal that caused the abort.
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
      // With these options less shows colours, leaves short texts on the screen and ends with Ctrl-C. The LESS of the
      // user overrides them.
      env: { LESS: 'FRXK', ...removeToileVariables(env) },
    });
    // The pager reads keys, so it stays in the process group that owns the terminal.
    const minded = forwardSignals(child, false, signal);
    const end = (shown: boolean): void => {
      minded.release();
      resolve(shown);
    };
    child.on('error', () => end(false));
    // A shell exits with 127 when the program does not exist.
    child.on('close', (code) => end(code !== 127));
    // A pager that is closed early closes the pipe, which is not an error.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
