/** The programs that toile has started: a signal that ends toile ends them too, and what they have started themselves. */

import { type ChildProcess, spawnSync } from 'node:child_process';
import { win32 } from 'node:path';
import { closeSync, constants, openSync } from '../border/files.ts';
import { systemPath } from '../border/path.ts';
import { below, procEntry } from './process-table.ts';

/** Milliseconds after which who shares the terminal and stays is asked in another way: perhaps it was no Ctrl-C. */
const AGAIN_MS = 200;
/** Milliseconds after which nobody is asked any more. */
const PATIENCE_MS = 400;
const SIGINT = 2;
const SIGTERM = 15;

/** Whether toile has a terminal, even where none of its streams is one. */
const hasTerminal = (): boolean => {
  try {
    closeSync(openSync(systemPath('/dev/tty'), constants.O_RDONLY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
};

/**
 * Whether a program is to be started `detached`: at the head of a group of processes, which can be ended as a whole.
 * With a terminal it would lose that by it, could not ask there, and Ctrl-C would not reach it.
 */
export const startsApart = (): boolean => process.platform !== 'win32' && !hasTerminal();

type Env = Readonly<Record<string, string | undefined>>;

/** What a program inherits that has nothing to do with the service: whatever is not toile's, and what is named. */
export const withoutOurs = (env: Env, ...save: readonly string[]): Record<string, string | undefined> =>
  Object.fromEntries(
    // Windows knows variables by any case.
    Object.entries(env).filter(([name]) => !/^TOILE_/i.test(name) || save.includes(name)),
  );

/** A program of Windows itself by its whole place: by its name alone another of the working folder would be found first. */
const systemProgram = (name: string): string =>
  win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', name);

const send = (pid: number, name: number | NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
};

const runs = (pid: number): boolean => send(pid, 0) && procEntry(Math.abs(pid))?.zombie !== true;

/** A program that runs. */
export interface Child {
  /** Ends it at once, and what it has started. */
  kill(): void;
  /** It has done what it was started for; what it left running may run on. */
  release(): void;
}

interface Known extends Child {
  runs(): boolean;
}

const known = new Set<Known>();

/** 128 and the number of the signal is how every exit code says it. */
const numberIn = (reason: unknown): number => {
  const exit = typeof reason === 'object' && reason !== null && 'exit' in reason ? reason.exit : 0;
  return typeof exit === 'number' && exit > 128 ? exit - 128 : SIGTERM;
};

/** Minds a program until it is released. When `signal` is aborted it gets the signal that its reason stands for. */
export const mind = (child: ChildProcess, apart: boolean, signal: AbortSignal | undefined): Child => {
  const { pid } = child;
  const timers: NodeJS.Timeout[] = [];
  /** Whoever loses a parent is no longer found below it. */
  const family = new Set<number>();
  const everyone = (): readonly number[] => {
    if (pid === undefined) return [];
    if (apart) return [-pid];
    return [...(child.exitCode === null && child.signalCode === null ? [pid] : []), ...family];
  };
  const sendAll = (name: number | NodeJS.Signals): void => {
    if (!apart && pid !== undefined) for (const one of below([pid, ...family])) family.add(one);
    for (const each of everyone()) send(each, name);
  };
  let isReleased = false;
  const kill = (): void => {
    if (isReleased) return;
    if (process.platform === 'win32')
      spawnSync(systemProgram('taskkill.exe'), ['/PID', String(pid), '/T', '/F']);
    else sendAll('SIGKILL');
  };
  const handOn = (): void => {
    const number = numberIn(signal?.reason);
    // Ctrl-C on a terminal has reached it already.
    if (apart || number !== SIGINT) sendAll(number);
    else timers.push(setTimeout(() => sendAll(SIGTERM), AGAIN_MS));
    timers.push(setTimeout(kill, PATIENCE_MS));
  };
  const it: Known = {
    kill,
    runs: () => everyone().some(runs),
    release() {
      // From now on its number may be another's.
      isReleased = true;
      known.delete(it);
      signal?.removeEventListener('abort', handOn);
      for (const timer of timers) clearTimeout(timer);
    },
  };
  known.add(it);
  if (signal?.aborted) handOn();
  else signal?.addEventListener('abort', handOn, { once: true });
  return it;
};

export const childrenRun = (): boolean => [...known].some((each) => each.runs());

export const killChildren = (): void => {
  for (const each of known) each.kill();
};
