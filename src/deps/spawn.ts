import { Failure, UsageError } from '../errors.ts';
import { mind, startsApart, withoutOurs } from '../system/children.ts';
import type { Outside } from './system.ts';

/** Runs a program on the same streams. Its exit code, or 128 and the number of the signal that ended it. */
export const spawnAttached = async (
  outside: Pick<Outside, 'env' | 'signal'>,
  command: string,
  args: readonly string[],
  extra: Readonly<Record<string, string>>,
  aside = false,
): Promise<number> => {
  const { execa } = await import('execa');
  const { constants } = await import('node:os');
  outside.signal.throwIfAborted();
  const apart = startsApart();
  const child = execa(command, args, {
    env: { ...withoutOurs(outside.env, 'TOILE_HOME'), ...extra },
    extendEnv: false,
    stdio: aside ? ['inherit', 2, 'inherit'] : 'inherit',
    detached: apart,
    reject: false,
  });
  const minded = mind(child, apart, outside.signal);
  const result = await child;
  // After a signal, what it has started has to end as well.
  if (!outside.signal.aborted) minded.release();
  if (result.code === 'ENOENT') throw new UsageError(`${command}: there is no such program`);
  if (result.code === 'EACCES') throw new UsageError(`${command} may not be run`);
  if (result.signal) return 128 + (constants.signals[result.signal as NodeJS.Signals] ?? 0);
  if (result.exitCode === undefined) throw new Failure(`${command} did not run`, { cause: result });
  return result.exitCode;
};
