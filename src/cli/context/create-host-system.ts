import { homedir } from 'node:os';
import type { Clock } from '../../platform/shared-types.ts';
import { MAX_TIMER_MS } from '../../platform/size-limits.ts';
import type { StandardStreams } from '../terminal/standard-streams.ts';
import type { HostSystem } from './host-system.ts';
import type { ShutdownHandler } from './shutdown.ts';

declare const __TOILE_VERSION__: string;

/** Waits with one timer. `ms` must not exceed the longest timer of the runtime. */
const runTimer = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });

/** The clock of this machine. Splits waits that are longer than one timer can last. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    for (let left = ms; ; left -= MAX_TIMER_MS) {
      await runTimer(Math.min(left, MAX_TIMER_MS), signal);
      if (left <= MAX_TIMER_MS) return;
    }
  },
};

const isProcessAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Creates the system of this Node or Bun process. `entry` is the file that starts the program; undefined in
 * a single executable.
 */
export const createHostSystem = (
  entry: string | undefined,
  io: StandardStreams,
  { signal, runUninterruptible }: ShutdownHandler,
): HostSystem => {
  const { env } = process;
  // Windows searches the working folder for a program first, and that folder may belong to another user.
  if (process.platform === 'win32') env.NoDefaultCurrentDirectoryInExePath = '1';
  return {
    env,
    io,
    clock: systemClock,
    random: Math.random,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    signal,
    runUninterruptible,
    version: __TOILE_VERSION__,
    runtime: process.versions.bun ? `Bun ${process.versions.bun}` : `Node ${process.versions.node}`,
    self: { command: process.execPath, args: entry === undefined ? [] : [entry] },
    platform: {
      platform: process.platform,
      home: homedir(),
      cwd: process.cwd(),
      uid: process.getuid?.(),
      pid: process.pid,
    },
    isProcessAlive,
    network: async () => (await import('../../service/http/choose-fetch.ts')).chooseFetch(env),
    singleSender: async () => (await import('../../service/http/choose-fetch.ts')).chooseSingleSender(env),
    isDebug: (globalFlags) => globalFlags.debug === true || !['', '0', undefined].includes(env.TOILE_DEBUG),
  };
};
