/** Manages the child processes of toile. A signal that ends toile also ends them and their descendants. */

import { type ChildProcess, spawnSync } from 'node:child_process';
import { win32 } from 'node:path';
import { Failure, UsageError } from '../errors.ts';
import { closeSync, constants, openSync } from '../files/safe-fs.ts';
import { markSystemPath } from '../files/safe-path.ts';
import type { EnvVariables } from '../shared-types.ts';
import type { HostSystem } from './host-system.ts';
import { isGroupRunning, listDescendants, readProcEntry } from './process-identity.ts';

/** The milliseconds after Ctrl-C until toile sends SIGTERM to a child on the same terminal. */
const TERMINATE_AFTER_MS = 200;
/** The milliseconds after a signal until a child that still runs is killed with SIGKILL. */
const KILL_AFTER_MS = 400;
const SIGINT = 2;
const SIGTERM = 15;

/** Returns true if this process has a terminal, even if none of its standard streams is connected to it. */
const hasTerminal = (): boolean => {
  try {
    closeSync(openSync(markSystemPath('/dev/tty'), constants.O_RDONLY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns true if a child process should start `detached`. A detached child leads its own process group, and a signal
 * to the group reaches all its descendants. Returns false on Windows. Also returns false if toile runs on a terminal,
 * because a child in another process group could not use this terminal.
 */
export const shouldDetach = (): boolean => process.platform !== 'win32' && !hasTerminal();

/** Returns the environment without `TOILE_*` variables (except `keptNames`), for children that call no service. */
export const removeToileVariables = (
  env: EnvVariables,
  ...keptNames: readonly string[]
): Record<string, string | undefined> =>
  Object.fromEntries(
    // Windows ignores the case of variable names.
    Object.entries(env).filter(([name]) => !/^TOILE_/i.test(name) || keptNames.includes(name)),
  );

const sendSignal = (pid: number, name: number | NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
};

/** Returns whether a process runs, or a process of a group if `target` is negative. A zombie does not run. */
const isRunning = (target: number): boolean => {
  if (!sendSignal(target, 0)) return false;
  return target < 0 ? (isGroupRunning(-target) ?? true) : readProcEntry(target)?.isZombie !== true;
};

/** A child process that is killed, together with its descendants, when toile ends. */
interface ManagedChild {
  kill(): void;
  /** Stops managing the process, so that it and its descendants keep running when toile ends. */
  release(): void;
  isRunning(): boolean;
}

const managedChildren = new Set<ManagedChild>();

/**
 * Returns the number of the Unix signal that stops toile, for example 2 if the member `exit` of the abort reason is
 * 130. Returns the number of SIGTERM if the reason gives none.
 */
const readSignalNumber = (reason: unknown): number => {
  const exit = typeof reason === 'object' && reason !== null && 'exit' in reason ? reason.exit : 0;
  return typeof exit === 'number' && exit > 128 ? exit - 128 : SIGTERM;
};

/**
 * Manages a child until `release` is called. If `signal` aborts, the child and its descendants get the same Unix signal
 * as toile. If they still run soon after, they are killed. `isDetached` is true for a child that leads its own process
 * group (see `shouldDetach`).
 */
export const forwardSignals = (
  child: ChildProcess,
  isDetached: boolean,
  signal: AbortSignal | undefined,
): ManagedChild => {
  const { pid } = child;
  const timers: NodeJS.Timeout[] = [];
  /** The pids of all descendants found so far. They cannot be found again after their parent process has ended. */
  const descendants = new Set<number>();
  const listTargets = (): readonly number[] => {
    if (pid === undefined) return [];
    if (isDetached) return [-pid];
    return [...(child.exitCode === null && child.signalCode === null ? [pid] : []), ...descendants];
  };
  const sendAll = (name: number | NodeJS.Signals): void => {
    if (!isDetached && pid !== undefined)
      for (const descendant of listDescendants([pid, ...descendants])) descendants.add(descendant);
    for (const target of listTargets()) sendSignal(target, name);
  };
  let isReleased = false;
  const kill = (): void => {
    if (isReleased) return;
    if (process.platform !== 'win32') {
      sendAll('SIGKILL');
      return;
    }
    // `taskkill` is started with its full path, so that Windows does not run a program named `taskkill` in the working
    // directory.
    const taskkill = win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    spawnSync(taskkill, ['/PID', String(pid), '/T', '/F']);
  };
  const endChild = (): void => {
    const number = readSignalNumber(signal?.reason);
    // After Ctrl-C, the terminal sends SIGINT to each child that is not detached. toile does not send SIGINT again, but
    // sends SIGTERM if the child still runs after a while.
    if (isDetached || number !== SIGINT) sendAll(number);
    else timers.push(setTimeout(() => sendAll(SIGTERM), TERMINATE_AFTER_MS));
    timers.push(setTimeout(kill, KILL_AFTER_MS));
  };
  const managed: ManagedChild = {
    kill,
    isRunning: () => listTargets().some(isRunning),
    release() {
      // The system may now give this pid to another process, so no signal is sent to it any more.
      isReleased = true;
      managedChildren.delete(managed);
      signal?.removeEventListener('abort', endChild);
      for (const timer of timers) clearTimeout(timer);
    },
  };
  managedChildren.add(managed);
  if (signal?.aborted) endChild();
  else signal?.addEventListener('abort', endChild, { once: true });
  return managed;
};

/** Returns true if a managed child (a process that toile kills when it ends) or one of its descendants still runs. */
export const hasRunningChildren = (): boolean => [...managedChildren].some((child) => child.isRunning());

/** Kills all managed children with their descendants. */
export const killChildren = (): void => {
  for (const child of managedChildren) child.kill();
};

/**
 * Runs a program with the standard streams of this process. The environment of the program has `extraVariables`, but no
 * `TOILE_*` variables except TOILE_HOME. Returns the exit code of the program, or 128 plus the number of the signal
 * that ended it.
 * @throws UsageError if the program is missing or may not be run, and Failure if it does not start for another reason.
 */
export const spawnAttached = async (
  system: Pick<HostSystem, 'env' | 'signal'>,
  command: string,
  args: readonly string[],
  extraVariables: Readonly<Record<string, string>>,
): Promise<number> => {
  const { execa } = await import('execa');
  const os = await import('node:os');
  system.signal.throwIfAborted();
  const isDetached = shouldDetach();
  const child = execa(command, args, {
    env: { ...removeToileVariables(system.env, 'TOILE_HOME'), ...extraVariables },
    extendEnv: false,
    stdio: 'inherit',
    detached: isDetached,
    reject: false,
  });
  const managed = forwardSignals(child, isDetached, system.signal);
  const result = await child;
  // `release` would let the descendants of the child keep running. So it is not called after toile received a signal to
  // end.
  if (!system.signal.aborted) managed.release();
  if (result.code === 'ENOENT') throw new UsageError(`program not found: ${command}`);
  if (result.code === 'EACCES') throw new UsageError(`no permission to run ${command}`);
  if (result.signal) return 128 + (os.constants.signals[result.signal as NodeJS.Signals] ?? 0);
  if (result.exitCode === undefined) throw new Failure(`${command} could not be started`, { cause: result });
  return result.exitCode;
};
