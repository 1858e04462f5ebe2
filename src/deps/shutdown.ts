/** How toile ends when it is told to from outside: in order where it can, and within a second in any case. */

import { isatty } from 'node:tty';
import { HungUp, Interrupted, Terminated } from '../errors.ts';
import { childrenRun, killChildren } from '../system/children.ts';
import { beforeRelease, takeSignalListeners } from '../system/release-signals.ts';
import type { Io } from '../terminal/io.ts';

type Name = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

const REASONS: Readonly<Record<Name, () => HungUp | Interrupted | Terminated>> = {
  SIGHUP: () => new HungUp(),
  SIGINT: () => new Interrupted(),
  SIGTERM: () => new Terminated(),
};
const NAMES = Object.keys(REASONS) as readonly Name[];

/** Milliseconds from the signal until what still waits is left as it is ... */
const LATE_MS = 650;
/** ... until no child is waited for, so that what a thread still writes has its moment ... */
const CHILDREN_MS = 780;
/** ... and until the process ends in whatever way there is. */
const LAST_MS = 880;
const LOOK_MS = 15;

/** Work on the threads that Node joins before it exits: a name server that is silent, a disk that is gone. */
const ON_A_THREAD = /^(FSReq|GetAddrInfo|GetNameInfo)/;
const isStuck = (): boolean => process.getActiveResourcesInfo().some((name) => ON_A_THREAD.test(name));

/** Ends the process as if nobody had listened to that signal. */
const dieOf = (name: Name): void => {
  process.removeAllListeners(name);
  process.kill(process.pid, name);
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

export interface Endings {
  /** Aborted by the first signal, with the error that explains it. */
  readonly signal: AbortSignal;
  /**
   * Runs what leaves no moment for anything else. While it does, a signal ends the process as if nobody listened: who
   * listens would hear of it afterwards. Nothing that has to be tidied up may be open.
   */
  bluntly<T>(work: () => T): T;
  /** The exit code of `work`; after a signal at the latest when LATE_MS are over, and with no child left. */
  of(work: Promise<number>, io: Io): Promise<number>;
}

export const endings = (): Endings => {
  const controller = new AbortController();
  let by: Name | undefined;
  let began = 0;
  const terminals = [0, 1, 2].filter((fd) => isatty(fd));
  let late = (_code: number): void => undefined;
  const overdue = new Promise<number>((resolve) => {
    late = resolve;
  });
  const isOver = (ms: number): boolean => performance.now() - began > ms;
  const end = (reason: HungUp | Interrupted | Terminated): void => {
    began = performance.now();
    setTimeout(() => late(reason.exit), LATE_MS);
    controller.abort(reason);
  };
  for (const name of NAMES) {
    // It stays on the list: the spinner's own listener ends the process at once when it finds itself alone there.
    process.on(name, () => {
      // Whatever comes after the first changes nothing: a terminal that closes sends two, and so does `timeout`.
      if (by !== undefined) return;
      by = name;
      end(REASONS[name]());
    });
  }
  const endIfStuck = (): void => {
    if (by !== undefined && isStuck()) dieOf(by);
  };
  // Work that nobody waits for any more may have gone to a thread a moment ago; nothing comes after this look.
  process.once('exit', endIfStuck);
  // A prompt whose terminal is gone waits for nothing that could still come.
  process.once('beforeExit', () => end(new Interrupted('there is nobody left to wait for')));

  return {
    signal: controller.signal,
    bluntly(work) {
      controller.signal.throwIfAborted();
      const putBack = takeSignalListeners();
      try {
        return work();
      } finally {
        putBack();
      }
    },
    async of(work, io) {
      beforeRelease(() => io.restore());
      const code = await Promise.race([work, overdue]);
      const isEnded = controller.signal.aborted;
      while (isEnded && childrenRun() && !isOver(CHILDREN_MS)) await pause();
      killChildren();
      // Node aborts when it cannot put a terminal back as it was.
      if (terminals.some((fd) => !isatty(fd))) dieOf('SIGHUP');
      if (!isEnded) return code;
      io.restore();
      while (isStuck() && !isOver(LAST_MS)) await pause();
      endIfStuck();
      return code;
    },
  };
};
