import { Failure, UsageError } from '../../platform/errors.ts';
import { forwardSignals, removeToileVariables, shouldDetach } from '../../platform/system/child-processes.ts';
import type { HostSystem } from './host-system.ts';

/**
 * Runs a program on the streams of this process. Returns its exit code, or 128 plus the signal number when
 * a signal ended it. The secrets of toile are removed from its environment.
 */
export const spawnAttached = async (
  system: Pick<HostSystem, 'env' | 'signal'>,
  command: string,
  args: readonly string[],
  extra: Readonly<Record<string, string>>,
  isOutputOnStderr = false,
): Promise<number> => {
  const { execa } = await import('execa');
  const { constants } = await import('node:os');
  system.signal.throwIfAborted();
  const apart = shouldDetach();
  const child = execa(command, args, {
    env: { ...removeToileVariables(system.env, 'TOILE_HOME'), ...extra },
    extendEnv: false,
    stdio: isOutputOnStderr ? ['inherit', 2, 'inherit'] : 'inherit',
    detached: apart,
    reject: false,
  });
  const minded = forwardSignals(child, apart, system.signal);
  const result = await child;
  // After a signal the processes that the program has started must end as well, so they are not released.
  if (!system.signal.aborted) minded.release();
  if (result.code === 'ENOENT') throw new UsageError(`${command}: there is no such program`);
  if (result.code === 'EACCES') throw new UsageError(`${command} may not be run`);
  if (result.signal) return 128 + (constants.signals[result.signal as NodeJS.Signals] ?? 0);
  if (result.exitCode === undefined) throw new Failure(`${command} did not run`, { cause: result });
  return result.exitCode;
};
