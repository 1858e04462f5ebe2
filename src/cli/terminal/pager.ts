import { spawn } from 'node:child_process';
import { forwardSignals, removeToileVariables } from '../../platform/system/child-processes.ts';

/**
 * Shows a text in a pager program. Resolves when the pager ends; false when it did not start. Secrets of
 * toile are removed from its environment. An abort ends it like the signal behind it.
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
      // less shows colours, leaves short texts on the screen and ends with Ctrl-C, unless its user has other wishes.
      env: { LESS: 'FRXK', ...removeToileVariables(env) },
    });
    // It needs the terminal, and stays in the group of processes that has it.
    const minded = forwardSignals(child, false, signal);
    const end = (shown: boolean): void => {
      minded.release();
      resolve(shown);
    };
    child.on('error', () => end(false));
    // 127 is how a shell says that there is no such program.
    child.on('close', (code) => end(code !== 127));
    // Whoever turns no more pages closes the pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
