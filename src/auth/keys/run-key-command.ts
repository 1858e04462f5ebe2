/** Runs TOILE_KEY_COMMAND, a command line that prints the key, usually by asking a password manager. */

import { spawn } from 'node:child_process';
import { NotSignedIn } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { removeSecretVariables } from '../../platform/redactor.ts';
import type { EnvVariables } from '../../platform/shared-types.ts';
import { forwardSignals, shouldDetach } from '../../platform/system/child-processes.ts';

/**
 * The time limit in milliseconds of the command in TOILE_KEY_COMMAND. It is long enough to unlock a password manager.
 */
const KEY_COMMAND_LIMIT_MS = 60_000;
const MAX_OUTPUT_BYTES = 65_536;

const createKeyCommandError = (why: string): NotSignedIn =>
  new NotSignedIn(`TOILE_KEY_COMMAND ${why}`, {
    code: 'key_command_failed',
    hint: shellText`Run the command yourself to see its output; the first line must be the key.`,
  });

interface KeyCommandOptions {
  readonly env: EnvVariables;
  readonly signal?: AbortSignal;
  readonly limitMs?: number;
}

/**
 * Runs the command `line` in the shell and returns the first line of its output. The command can prompt on the
 * terminal, but its stderr is dropped. Throws NotSignedIn if `line` is empty, or if the command fails, prints more than
 * MAX_OUTPUT_BYTES or runs for more than a minute.
 */
export const runKeyCommand = (
  line: string,
  { env, signal, limitMs = KEY_COMMAND_LIMIT_MS }: KeyCommandOptions,
): Promise<string> =>
  new Promise((resolve, reject) => {
    if (line.trim() === '') return reject(createKeyCommandError('is set but empty'));
    if (signal?.aborted) return reject(signal.reason);
    const isDetached = shouldDetach();
    const child = spawn(line, {
      shell: true,
      env: removeSecretVariables(env),
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: isDetached,
      windowsHide: true,
    });
    const managed = forwardSignals(child, isDetached, signal);
    let output = '';
    let exitStatus: string | number | null | undefined;
    let isLate = false;
    const timeout = AbortSignal.timeout(limitMs);
    timeout.addEventListener('abort', () => {
      isLate = true;
      managed.kill();
    });
    // An abort also ends the processes that the command started. The promise of `runKeyCommand` is rejected at once,
    // before these processes have ended.
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    const settle = (isClosed: boolean): void => {
      if (exitStatus === undefined) return;
      if (output.length > MAX_OUTPUT_BYTES) reject(createKeyCommandError('printed too much for a key'));
      else if (isLate) reject(createKeyCommandError(`did not end within ${limitMs / 1000} seconds`));
      else if (exitStatus !== 0) {
        const cause = typeof exitStatus === 'string' ? exitStatus : `exit code ${exitStatus}`;
        reject(createKeyCommandError(`ended with ${cause}`));
      }
      // Only the first line of the output is used. The end of the output is not awaited, because a process that the
      // command started may keep the output open forever.
      else if (isClosed || output.includes('\n')) resolve(output.split('\n')[0] ?? '');
      else return;
      child.stdout.destroy();
      if (!signal?.aborted) managed.release();
    };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (output.length > MAX_OUTPUT_BYTES) managed.kill();
      settle(false);
    });
    child.on('error', (error) =>
      reject(signal?.aborted ? signal.reason : createKeyCommandError(`did not start: ${error.message}`)),
    );
    child.on('exit', (code, killedBy) => {
      exitStatus = killedBy ?? code;
      settle(false);
    });
    child.on('close', () => settle(true));
  });
