/** Ends the program after a signal: in an orderly way if possible, and always within one second. */

import { isatty } from 'node:tty';
import { HungUp, Interrupted, Terminated } from '../errors.ts';
import { hasRunningChildren, killChildren } from './child-processes.ts';
import type { StandardStreams } from './host-system.ts';
import { removeSignalListeners, setReleaseHook } from './release-signals.ts';

const SIGNAL_ERRORS = { SIGHUP: HungUp, SIGINT: Interrupted, SIGTERM: Terminated } as const;
type SignalName = keyof typeof SIGNAL_ERRORS;
const SIGNAL_NAMES = Object.keys(SIGNAL_ERRORS) as readonly SignalName[];

/** Milliseconds from the signal until unfinished work is abandoned. */
const ABANDON_AFTER_MS = 650;
/** Milliseconds from the signal until child processes are no longer awaited. */
const WAIT_FOR_CHILDREN_MS = 780;
/** Milliseconds from the signal until the process kills itself. */
const KILL_AFTER_MS = 880;
const CHECK_INTERVAL_MS = 15;

/**
 * Matches the names that Node gives to file access and DNS lookups. Both run on threads, and Node waits for them at
 * exit.
 */
const THREAD_RESOURCES = /^(FSReq|GetAddrInfo|GetNameInfo)/;
const hasBlockedThread = (): boolean =>
  process.getActiveResourcesInfo().some((name) => THREAD_RESOURCES.test(name));

/** Removes all listeners of the signal, then sends it to this process, which ends the process. */
const killSelf = (name: SignalName): void => {
  process.removeAllListeners(name);
  process.kill(process.pid, name);
};

const waitForCheck = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));

/**
 * Installs the listeners for SIGHUP, SIGINT and SIGTERM. Returns an AbortSignal, which the listeners abort, and two
 * functions that run the work of the program and stop it after SIGHUP, SIGINT or SIGTERM.
 */
export const createShutdown = () => {
  const controller = new AbortController();
  let receivedSignal: SignalName | undefined;
  let startTime = 0;
  const terminals = [0, 1, 2].filter((fd) => isatty(fd));
  let resolveOverdue = (_code: number): void => undefined;
  const overdue = new Promise<number>((resolve) => {
    resolveOverdue = resolve;
  });
  const hasElapsed = (ms: number): boolean => performance.now() - startTime > ms;
  const startShutdown = (reason: HungUp | Interrupted | Terminated): void => {
    startTime = performance.now();
    setTimeout(() => resolveOverdue(reason.exit), ABANDON_AFTER_MS);
    controller.abort(reason);
  };
  for (const name of SIGNAL_NAMES) {
    // This listener stays registered. If the spinner's own listener were the only one, it would end the process at
    // once.
    process.on(name, () => {
      // Later signals are ignored, because a closing terminal and the program `timeout` send two.
      if (receivedSignal !== undefined) return;
      receivedSignal = name;
      startShutdown(new SIGNAL_ERRORS[name]());
    });
  }
  const endIfStuck = (): void => {
    if (receivedSignal !== undefined && hasBlockedThread()) killSelf(receivedSignal);
  };
  // Abandoned work may have started a thread since the last check, so the threads are checked again at exit.
  process.once('exit', endIfStuck);
  // When the terminal closes during a prompt, the event loop becomes empty. Without this listener Node would exit
  // before the command has ended.
  process.once('beforeExit', () => startShutdown(new Interrupted('the terminal was closed')));

  return {
    /** Aborted by the first signal, with its error, or with Interrupted when the terminal closes during a prompt. */
    signal: controller.signal,
    /**
     * Runs synchronous work. SIGHUP, SIGINT or SIGTERM then ends the process at once, without cleanup, so `work` must
     * not leave temporary files open.
     */
    runBlocking<T>(work: () => T): T {
      controller.signal.throwIfAborted();
      const restoreListeners = removeSignalListeners();
      try {
        return work();
      } finally {
        restoreListeners();
      }
    },
    /**
     * Returns the exit code of `work`. After SIGHUP, SIGINT or SIGTERM it abandons `work` at ABANDON_AFTER_MS, and
     * kills the child processes that still run at WAIT_FOR_CHILDREN_MS. Without such a signal it kills them when `work`
     * ends.
     */
    async runToEnd(work: Promise<number>, io: StandardStreams) {
      setReleaseHook(() => io.restoreCursor());
      const code = await Promise.race([work, overdue]);
      const isShutdown = controller.signal.aborted;
      while (isShutdown && hasRunningChildren() && !hasElapsed(WAIT_FOR_CHILDREN_MS)) await waitForCheck();
      killChildren();
      // At exit Node restores the mode of the terminal, and crashes if the terminal is closed. SIGHUP ends the process
      // without that step.
      if (terminals.some((fd) => !isatty(fd))) killSelf('SIGHUP');
      if (!isShutdown) return code;
      io.restoreCursor();
      while (hasBlockedThread() && !hasElapsed(KILL_AFTER_MS)) await waitForCheck();
      endIfStuck();
      return code;
    },
  };
};

/**
 * The result of `createShutdown`: an AbortSignal, and functions that run work and stop it after SIGHUP, SIGINT or
 * SIGTERM.
 */
export type ShutdownHandler = ReturnType<typeof createShutdown>;
