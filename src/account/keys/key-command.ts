/** Runs TOILE_KEY_COMMAND, the line that asks a password manager for the key. */

import { spawn } from 'node:child_process';
import { withoutSecretVariables } from '../../border/secrets.ts';
import { typeable } from '../../border/shell.ts';
import { NotSignedIn } from '../../errors.ts';
import { mind, startsApart } from '../../system/children.ts';

/** Long enough to find a thumb and a fingerprint reader. */
const LIMIT_MS = 60_000;
const MOST_BYTES = 65_536;

const failed = (why: string): NotSignedIn =>
  new NotSignedIn(`TOILE_KEY_COMMAND ${why}`, {
    code: 'key_command_failed',
    hint: typeable`Run the command by hand to see what it says; it has to print the key as its first line.`,
  });

export interface KeyCommand {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly limitMs?: number;
}

/**
 * The first line that the command prints. It is a line for the shell, as git's credential helpers are. What
 * it says elsewhere is dropped, since nobody knows what a foreign program prints when it fails; it can still
 * ask on the terminal itself. Throws NotSignedIn with the exit code.
 */
export const runKeyCommand = (
  line: string,
  { env, signal, limitMs = LIMIT_MS }: KeyCommand,
): Promise<string> =>
  new Promise((resolve, reject) => {
    if (line.trim() === '') return reject(failed('is set but empty'));
    if (signal?.aborted) return reject(signal.reason);
    const apart = startsApart();
    const child = spawn(line, {
      shell: true,
      env: withoutSecretVariables(env),
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: apart,
      windowsHide: true,
    });
    const minded = mind(child, apart, signal);
    let out = '';
    let ended: string | number | null | undefined;
    let isLate = false;
    const limit = AbortSignal.timeout(limitMs);
    limit.addEventListener('abort', () => {
      isLate = true;
      minded.kill();
    });
    // What it has started ends with it; whether it does is not waited for.
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    const settle = (closed: boolean): void => {
      if (ended === undefined) return;
      if (out.length > MOST_BYTES) reject(failed('printed far more than a key'));
      else if (isLate) reject(failed(`did not end within ${limitMs / 1000} seconds`));
      else if (ended !== 0)
        reject(failed(`ended with ${typeof ended === 'string' ? '' : 'exit code '}${ended}`));
      // Not only at the close: something that the command left running may hold its output open for ever.
      else if (closed || out.includes('\n')) resolve(out.split('\n')[0] ?? '');
      else return;
      child.stdout.destroy();
      if (!signal?.aborted) minded.release();
    };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
      if (out.length > MOST_BYTES) minded.kill();
      settle(false);
    });
    child.on('error', (error) =>
      reject(signal?.aborted ? signal.reason : failed(`did not start: ${error.message}`)),
    );
    child.on('exit', (code, killedBy) => {
      ended = killedBy ?? code;
      settle(false);
    });
    child.on('close', () => settle(true));
  });
