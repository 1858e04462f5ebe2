/**
 * Reads git repositories that other people may have written. Only commands that read objects are run, with settings
 * that prevent git from starting a program or fetching anything that the repository names.
 */

import { dirname } from 'node:path';
import type { SafePath } from '../files/safe-path.ts';
import { removeSecretVariables } from '../redactor.ts';
import { forwardSignals, shouldDetach } from './child-processes.ts';
import type { HostSystem } from './host-system.ts';

/** The git commands that may be run. None of them starts a hook, a filter, a pager or another program. */
type GitCommand = 'rev-parse' | 'rev-list' | 'cat-file';

const GIT_LIMITS = { bytes: 64 * 1024 * 1024, milliseconds: 120_000 };

/** Settings that override those of the repository. */
const SETTINGS = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.pager=cat', 'protocol.allow=never'],
  // With this setting, git does not use a bare repository that lies inside a folder. The settings of such a repository
  // could start a program.
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting]);

/** Environment variables that prevent git from fetching missing objects, prompting and writing. */
const VARIABLES = {
  ...{ GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
  ...{ GIT_NO_REPLACE_OBJECTS: '1', LC_ALL: 'C' },
};

/** The output of a git command, or the reason why there is none. */
export type GitResult =
  | { readonly output: Buffer }
  | { readonly reason: 'no git' | 'no repository' | 'other owner' | 'too large' | 'failed' };

/**
 * Runs a git command that only reads, in a folder and with `input` on its stdin. Secrets of toile and variables such as
 * GIT_DIR, which may name another repository, are removed from its environment. Rejects only if the signal aborts.
 */
export const runGit = async (
  { env, signal }: Pick<HostSystem, 'env' | 'signal'>,
  folder: SafePath,
  [command, ...args]: readonly [GitCommand, ...string[]],
  input = '',
): Promise<GitResult> => {
  const { execa } = await import('execa');
  signal.throwIfAborted();
  const entries = Object.entries(removeSecretVariables(env)).filter(([name]) => !/^GIT_/i.test(name));
  const isDetached = shouldDetach();
  const child = execa('git', ['--no-pager', ...SETTINGS, '-C', folder, command, ...args], {
    env: { ...Object.fromEntries(entries), ...VARIABLES },
    extendEnv: false,
    // Windows searches the working folder first for programs such as `git`. A repository could contain a harmful
    // `git.exe`, so it is not used as the working folder.
    cwd: dirname(process.execPath),
    input,
    encoding: 'buffer',
    maxBuffer: GIT_LIMITS.bytes,
    timeout: GIT_LIMITS.milliseconds,
    stripFinalNewline: false,
    detached: isDetached,
    reject: false,
    windowsHide: true,
  });
  const managed = forwardSignals(child, isDetached, signal);
  const { exitCode, code, isMaxBuffer, stdout, stderr } = await child;
  managed.release();
  signal.throwIfAborted();
  if (exitCode === 0) return { output: Buffer.from(stdout) };
  if (code === 'ENOENT') return { reason: 'no git' };
  if (isMaxBuffer) return { reason: 'too large' };
  const message = Buffer.from(stderr).toString('latin1');
  if (message.includes('dubious ownership')) return { reason: 'other owner' };
  return { reason: message.includes('not a git repository') ? 'no repository' : 'failed' };
};
