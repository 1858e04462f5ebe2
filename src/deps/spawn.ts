import { Failure, UsageError } from '../errors.ts';
import type { Outside } from './outside.ts';

/** Runs a program on the same terminal. Its exit code, or 128 and the number of the signal that ended it. */
export const spawnAttached = async (
  outside: Outside,
  command: string,
  args: readonly string[],
  extra: Readonly<Record<string, string>>,
  aside = false,
): Promise<number> => {
  const { execa } = await import('execa');
  const { constants } = await import('node:os');
  const inherited = Object.entries(outside.env).filter(
    ([name]) => !name.startsWith('TOILE_') || name === 'TOILE_HOME',
  );
  const result = await execa(command, args, {
    env: { ...Object.fromEntries(inherited), ...extra },
    extendEnv: false,
    stdio: aside ? ['inherit', 2, 'inherit'] : 'inherit',
    reject: false,
    // Ctrl-C reaches the program by the terminal; a SIGTERM has to be handed on.
    cancelSignal: outside.signal,
    forceKillAfterDelay: 2000,
  });
  if (result.code === 'ENOENT') throw new UsageError(`${command}: there is no such program`);
  if (result.code === 'EACCES') throw new UsageError(`${command} may not be run`);
  if (result.signal) return 128 + (constants.signals[result.signal as NodeJS.Signals] ?? 0);
  if (result.exitCode === undefined) throw new Failure(`${command} did not run`, { cause: result });
  return result.exitCode;
};
