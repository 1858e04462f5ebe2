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
/** Milliseconds from the signal until child processes that still run are killed. */
const WAIT_FOR_CHILDREN_MS = 780;
/** The time in milliseconds after a signal at which the process kills itself if a thread still runs. */
const KILL_AFTER_MS = 880;
const CHECK_INTERVAL_MS = 15;

/**
 * Matches the names of file accesses and DNS lookups in `process.getActiveResourcesInfo()`. They run on threads, and
 * Node does not exit until these threads have finished.
 */
const THREAD_RESOURCES = /^(FSReq|GetAddrInfo|GetNameInfo)/;
const hasBlockedThread = (): boolean =>
  process.getActiveResourcesInfo().some((name) => THREAD_RESOURCES.test(name));

const killSelf = (name: SignalName): void => {
  process.removeAllListeners(name);
  process.kill(process.pid, name);
};

const waitForCheck = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));

/**
 * Installs the listeners for SIGHUP, SIGINT and SIGTERM. Returns an AbortSignal that the listeners abort, and two
 * functions that run the work of the program: `runBlocking` and `runToEnd`.
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
    // `on` is used instead of `once`, because `once` would remove this listener after the first signal. At a second
    // signal, the listener of the spinner could then be the only one left, and it would end the process at once.
    process.on(name, () => {
      // Only the first signal starts the shutdown, because a closing terminal and the program `timeout` send two.
      if (receivedSignal !== undefined) return;
      receivedSignal = name;
      startShutdown(new SIGNAL_ERRORS[name]());
    });
  }
  const endIfStuck = (): void => {
    if (receivedSignal !== undefined && hasBlockedThread()) killSelf(receivedSignal);
  };
  // The check for blocked threads is repeated when the process exits, because a thread may block after the earlier
  // checks.
  process.once('exit', endIfStuck);
  // When the terminal closes during a prompt, nothing keeps the event loop running, and Node would exit before the
  // command has ended. This listener therefore aborts the command first.
  process.once('beforeExit', () => startShutdown(new Interrupted('the terminal was closed')));

  return {
    /**
     * Aborts at the first SIGHUP, SIGINT or SIGTERM, with HungUp, Interrupted or Terminated as the reason. If the
     * terminal closes during a prompt, it aborts with Interrupted.
     */
    signal: controller.signal,
    /**
     * Runs synchronous work. Until `work` returns, SIGHUP, SIGINT or SIGTERM ends the process at once, without cleanup,
     * so `work` must not leave temporary files open.
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
     * Waits for `work` and returns its exit code. At the end, kills the child processes that still run. After SIGHUP,
     * SIGINT or SIGTERM, waits for `work` for at most ABANDON_AFTER_MS milliseconds. Child processes must end within
     * WAIT_FOR_CHILDREN_MS milliseconds after the signal.
     */
    async runToEnd(work: Promise<number>, io: StandardStreams) {
      setReleaseHook(() => io.restoreCursor());
      const code = await Promise.race([work, overdue]);
      const isShutdown = controller.signal.aborted;
      while (isShutdown && hasRunningChildren() && !hasElapsed(WAIT_FOR_CHILDREN_MS)) await waitForCheck();
      killChildren();
      // If the terminal was closed, Node crashes at exit when it restores the settings of the terminal. SIGHUP ends the
      // process without restoring them.
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
